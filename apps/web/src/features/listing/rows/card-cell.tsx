import { findColumn } from '@palier/domain';
import type { ReactNode } from 'react';
import { breakpoints, isMobileWidth } from '../../../ui/breakpoints.ts';
import { type ColumnLayout, clampWidth, layoutColumns } from '../../../ui/grid/layout.ts';
import type { GridColumn, GridRow, RowKind } from '../../../ui/grid/types.ts';
import type { CellContext } from '../cells/context.ts';
import { renderListingCell } from '../cells/render.tsx';
import styles from './card-cell.module.css';
import { toGridColumn } from './grid-columns.ts';
import type { Group, Line } from './row.ts';

type Row = GridRow<Group, Line>;

/** What a card says of a product besides its name and its picture. */
const FIGURES = ['price', 'stockTotal', 'coverageScore', 'editionDiscount'] as const;
const LABELS: Readonly<Record<(typeof FIGURES)[number], string>> = {
  price: 'Prix',
  stockTotal: 'Stock',
  coverageScore: 'Couverture',
  editionDiscount: 'Démarque',
};

const TALL: Record<RowKind, number> = {
  group: 148,
  line: 164,
  placeholder: 164,
  more: 100,
  error: 160,
  empty: 96,
};
/** Where a card is wide, its figures stand beside the name. */
const WIDE: Record<RowKind, number> = { ...TALL, group: 114, line: 96, placeholder: 96 };

export function cardHeights(width: number): Record<RowKind, number> {
  return width < breakpoints.sm ? TALL : WIDE;
}

/** Under it a wide window is a laptop's at 200 %, which keeps its columns. */
const LOW_HEIGHT = 480;

/** Below the width of the desktop's grid, products are read and reviewed as cards. */
export function showsCards(width: number, height: number): boolean {
  return width < breakpoints.sm || (isMobileWidth(width) && height >= LOW_HEIGHT);
}

/** One column as wide as the screen. */
export function cardLayout(width: number, context: CellContext): ColumnLayout {
  const product = findColumn('product');
  if (!product) throw new Error('the catalogue has no product column');
  const column = toGridColumn(product, { currencies: context });
  return layoutColumns([{ ...column, width: Math.max(clampWidth(width), width) }], new Set());
}

function draw(row: Row, id: string, context: CellContext): ReactNode {
  const definition = findColumn(id);
  const column: GridColumn | null = definition ? toGridColumn(definition, { currencies: context }) : null;
  return column ? renderListingCell(row, column, context) : null;
}

/** A product or a group as a card: picture, name, review, and its figures with their names. */
export function CardCell({ row, context }: { row: Row; context: CellContext }): ReactNode {
  if (row.kind !== 'line' && row.kind !== 'group') return draw(row, 'product', context);
  return (
    <div className={styles.card} data-part="card">
      {row.kind === 'line' ? draw(row, 'img', { ...context, compact: true }) : null}
      {draw(row.kind === 'line' ? { ...row, depth: 0 } : row, 'product', context)}
      <dl>
        {FIGURES.map((id) => (
          <div key={id}>
            <dt>{LABELS[id]}</dt>
            <dd>{draw(row, id, { ...context, compact: true })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
