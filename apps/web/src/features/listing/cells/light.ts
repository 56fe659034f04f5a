import type { ColumnDefinition } from '@palier/domain';
import type { Group, Line } from '../rows/row.ts';
import type { CellContext } from './context.ts';
import { percentText } from './discount-text.ts';
import { alignedPercent, dateText, figureText, pricesText } from './figures.tsx';

/** What is drawn rather than written, and costs most of a row: it waits until the row rests. */
const DRAWN: ReadonlySet<ColumnDefinition['product_view']> = new Set([
  'completion',
  'coverage',
  'cumulative_sparkline',
  'discount_distribution',
  'goal',
  'image',
  'inclusion_switch',
  'sparkline',
  'stock_distribution',
  'store_coverage',
  'tags',
  'variants',
]);

const FIGURES: ReadonlySet<ColumnDefinition['product_view']> = new Set([
  'availability',
  'coefficient',
  'money',
  'number',
  'percent',
  'quantity',
]);

/**
 * A cell while its row passes too fast to be read, of a product or a `group`: a text, or nothing; undefined where it is
 * the whole one.
 */
export function lightCell(
  row: Line | Group,
  column: ColumnDefinition,
  context: CellContext,
  group: boolean,
): string | null | undefined {
  const view = group ? column.group_view : column.product_view;
  if (DRAWN.has(view)) return null;
  if (FIGURES.has(view)) return figureText(row, column, context, group);
  if (!group && view === 'price') return pricesText(row as Line, context);
  if (!group && view === 'date') return dateText(row as Line, column);
  if (view !== 'discount_state' && view !== 'discount_input') return undefined;
  return group ? alignedPercent(row.discount_pct) : percentText(row.discount_pct);
}
