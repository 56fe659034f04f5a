import {
  PRICE_FILE_FIELDS,
  PRIOR_PRICE_STATE_LABELS,
  type PriceRow,
  type PriceTemplate,
  type PriceTemplateColumn,
} from '@palier/domain';
import type { Cell, Sheet, SheetColumn } from './sheet.ts';

/**
 * Rows of prices as a template lays them out: a row for each variant (for each product whose variants are not known).
 * 0 % is a price; what has none is there only where the template asks for it.
 */
export function priceSheet(
  name: string,
  { columns, with_excluded }: Pick<PriceTemplate, 'columns' | 'with_excluded'>,
  currency: string,
  rows: AsyncIterable<readonly PriceRow[]>,
): Sheet {
  const isKept = ({ discount_pct }: PriceRow): boolean => with_excluded || discount_pct !== null;
  async function* cells(): AsyncGenerator<Cell[][]> {
    for await (const batch of rows)
      yield batch.filter(isKept).map((row) => columns.map((column) => cellOf(column, row)));
  }
  return { name, columns: columns.map((column) => columnOf(column, currency)), rows: cells() };
}

function columnOf(column: PriceTemplateColumn, currency: string): SheetColumn {
  const label = column.heading;
  if (column.field === 'constant') return { label, kind: 'text', width: 18 };
  const { kind, width } = PRICE_FILE_FIELDS[fieldOf(column.field)];
  return { label, kind, width, ...(kind === 'price' && { currency }) };
}

function cellOf(column: PriceTemplateColumn, row: PriceRow): Cell {
  if (column.field === 'constant') return column.value;
  if (column.field === 'strikethrough_price') return row.announced_pct === null ? null : row.prior_price;
  if (column.field === 'prior_price_state') return PRIOR_PRICE_STATE_LABELS[row.prior_price_state];
  return row[column.field];
}

const fieldOf = (field: Exclude<PriceTemplateColumn['field'], 'constant'>) =>
  field === 'strikethrough_price' ? 'prior_price' : field;
