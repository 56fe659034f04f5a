import type { Project } from '@palier/contract';
import { type ColumnContext, clampColumnWidth } from '@palier/domain';
import { useMemo } from 'react';
import { horizonText } from '../../../lib/horizon-text.ts';
import { today } from '../../../lib/today.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { isMobileWidth } from '../../../ui/breakpoints.ts';
import { type ColumnLayout, layoutColumns } from '../../../ui/grid/layout.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { DEPTH_GAP } from '../cells/render.tsx';
import { workedPhase } from '../screen/project-view.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';
import { gridColumns } from './grid-columns.ts';

export interface ListingColumns {
  layout: ColumnLayout;
  context: ColumnContext;
  fold: (section: string) => void;
}

const NARROW = 1440;
/** Below 1440 px the fixed columns take less, so that the middle keeps room. */
const NARROW_WIDTHS: Readonly<Record<string, number>> = {
  product: 240,
  img: 64,
  price: 76,
  onSaleDate: 84,
  discountState: 176,
};

const FIXED: ReadonlySet<string> = new Set(['img', 'price', 'tags', 'onSaleDate', 'salesBoost']);

const KEPT: ReadonlySet<string> = new Set(['product', 'editionDiscount', 'editionInclusion']);

/** On a small screen (or a large one at 200 %) pinned columns would leave no room for the others: only the name and what is edited stay pinned. */
function loosen(columns: readonly GridColumn[]): GridColumn[] {
  return columns.map((column) =>
    KEPT.has(column.id)
      ? { ...column, width: Math.min(column.width, column.id === 'product' ? 200 : 112) }
      : { ...column, pinned: undefined },
  );
}

/** Levels of groups under which a product's name still has room. */
const ROOMY_LEVELS = 2;

/** Names in a deep tree begin further to the right: their column grows with what each level takes of it. */
function widenNames(columns: readonly GridColumn[], depth: number): readonly GridColumn[] {
  const more = Math.max(0, depth - ROOMY_LEVELS) * DEPTH_GAP;
  return more === 0
    ? columns
    : columns.map((column) =>
        column.id === 'product' ? { ...column, width: clampColumnWidth(column.width + more) } : column,
      );
}

export function useListingColumns(
  project: Project,
  { state, change }: Pick<ListingStateHandle, 'state' | 'change'>,
  unavailable: readonly string[],
  screenWidth: number,
): ListingColumns {
  const { mode, folded } = state;
  const { columns, customColumnWidths, coverageStat } = state.parameters;
  const beside = state.product !== null;
  const depth = state.parameters.groupBy.length;
  const [horizon] = useHorizon();
  const context = useMemo<ColumnContext>(
    () => ({
      ...{ project, today: today(), edition_mode: mode, unavailable_fields: unavailable },
      coverage_stat: coverageStat,
      horizon,
    }),
    [project, mode, unavailable, coverageStat, horizon],
  );
  const layout = useMemo(() => {
    const narrow = beside ? { ...NARROW_WIDTHS, product: 214 } : NARROW_WIDTHS;
    const widths = screenWidth < NARROW ? { ...narrow, ...customColumnWidths } : customColumnWidths;
    const { catalog_currency, accounting_currency } = project;
    const currencies = { catalog_currency, accounting_currency };
    // Beside the product's panel there is room for names and discounts only.
    const shown = beside ? columns.filter((id) => !FIXED.has(id)) : columns;
    const days = { chosen: horizonText(project, horizon), end: horizonText(project, 'end') };
    const drawn = gridColumns({
      columns: shown,
      widths,
      context,
      currencies,
      phase: workedPhase(project),
      days,
    }).filter(({ section }) => !beside || section !== 'effect');
    const roomy = beside || customColumnWidths.product ? drawn : widenNames(drawn, depth);
    return layoutColumns(isMobileWidth(screenWidth) ? loosen(drawn) : roomy, new Set(folded));
  }, [project, columns, customColumnWidths, context, folded, screenWidth, beside, depth, horizon]);
  const fold = (section: string): void => {
    const others = folded.filter((id) => id !== section);
    change({ folded: others.length < folded.length ? others : [...folded, section] }, true);
  };
  return { layout, context, fold };
}
