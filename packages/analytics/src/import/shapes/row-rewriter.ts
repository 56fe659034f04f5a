/** A row as it is written again, and the customer's line that it comes from. */
export interface WrittenRow {
  row: readonly string[];
  line: number;
}

/** Writes the rows of a table again as one record a row, one after the other. */
export interface RowRewriter {
  readonly headings: readonly string[];
  /** What can be written once a row is read: nothing yet, or what earlier ones waited for. */
  records(row: readonly string[], line: number): readonly WrittenRow[];
  /** What is left after the last row. */
  rest?(): readonly WrittenRow[];
  /** French sentences: what the file says that is not written, and why. */
  notes?(): readonly string[];
}
