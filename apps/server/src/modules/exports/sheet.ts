/** What a cell holds. A number is always a number: only texts can be formulas. */
export type Cell = string | number | boolean | null;

/**
 * How the cells of a column are written. `percent` holds points: 20 is 20 %; `date` holds YYYY-MM-DD; `price` is money
 * that a till or a label bears, always with its two decimals.
 */
export type CellKind = 'text' | 'integer' | 'number' | 'money' | 'price' | 'percent' | 'date' | 'boolean';

export interface SheetColumn {
  label: string;
  kind: CellKind;
  /** In characters. */
  width: number;
  /** For money and prices: ISO code. */
  currency?: string;
}

/** A table whose rows are made as they are read. */
export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** Batches of rows, a cell for each column. */
  rows: AsyncIterable<Cell[][]>;
}
