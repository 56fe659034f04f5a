/**
 * Exports: the lines of a project as a file for a spreadsheet (CSV or XLSX), the way a listing shows them or
 * as the price file of the shops. Rows are streamed from the facts to the answer, so a project of 100,000 lines
 * never sits in memory.
 */
export {};
