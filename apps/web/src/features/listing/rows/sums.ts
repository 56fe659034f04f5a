import { findColumn, findField, HORIZON_FAMILY, type Horizon, readNumber } from '@palier/domain';
import { type CellRange, countCells } from '../../../ui/grid/selection.ts';
import type { GridColumn, GridRow } from '../../../ui/grid/types.ts';
import type { Group, Line } from './row.ts';

export interface RangeSums {
  cells: number;
  /** Label of the column when the block is in one. */
  column: string | null;
  kind: 'discount' | 'percent' | 'number';
  average: number | null;
  minimum: number | null;
  maximum: number | null;
  sum: number | null;
  /** Of the products in the block, over the horizon chosen; the margin after leftovers to the end. */
  sales: number | null;
  merit: number | null;
  stock: number | null;
}

function total(lines: readonly Line[], id: string): number | null {
  const values = lines.map((line) => readNumber(line, id)).filter((value) => value !== null);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** What a block of cells adds up to; null for a single cell, groups are left out. */
export function rangeSums(
  rows: readonly GridRow<Group, Line>[],
  columns: readonly GridColumn[],
  range: CellRange,
  horizon: Horizon,
): RangeSums | null {
  if (countCells(range) < 2) return null;
  const lines = rows
    .slice(range.top, range.bottom + 1)
    .flatMap((row) => (row.kind === 'line' ? [row.line] : []));
  const chosen = columns.slice(range.left, range.right + 1);
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const discount = only?.id === 'editionDiscount' || only?.id === 'discountState';
  const values = chosen.flatMap((column) => {
    const id = discount ? 'discount_pct' : (findColumn(column.id)?.fields[0] ?? '');
    return lines.map((line) => readNumber(line, id)).filter((value) => value !== null);
  });
  const sum = values.reduce((all, value) => all + value, 0);
  const type = findField(findColumn(only?.id ?? '')?.fields[0] ?? '')?.type;
  return {
    cells: countCells(range),
    column: only?.label ?? null,
    kind: discount ? 'discount' : type === 'percent' ? 'percent' : 'number',
    average: values.length > 0 ? sum / values.length : null,
    minimum: values.length > 0 ? Math.min(...values) : null,
    maximum: values.length > 0 ? Math.max(...values) : null,
    sum: values.length > 0 ? sum : null,
    sales: total(lines, `${HORIZON_FAMILY[horizon]}.sales`),
    merit: total(lines, 'forecast.profit_after_leftovers'),
    stock: total(lines, `${HORIZON_FAMILY[horizon]}.stock`),
  };
}
