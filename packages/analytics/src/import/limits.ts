/**
 * What a customer's file may ask for, far above what retailers send: beyond it is a mistake or a file made to hurt.
 * Customers read them in docs/formats.md.
 */
export const LIMITS = {
  /** Files of an archive. */
  entries: 2000,
  /** An archive in an archive in an archive. */
  nesting: 3,
  /** Unpacked bytes for each packed one, beyond `free_bytes`: text of a till packs 10 to 40 times. */
  ratio: 150,
  free_bytes: 64e6,
  /** Unpacked by one import, all files together. */
  unpacked_bytes: 16e9,
  /** Columns of a table that hold something. */
  columns: 1000,
  /** Bytes of a line of text. */
  line_bytes: 8e6,
  /** As any spreadsheet program has it. */
  rows: 1_048_576,
  sheets: 200,
  /** Cells with something in them, of all sheets of a workbook. */
  cells: 60e6,
  /** Texts that a workbook's sheets share, and their letters. */
  shared_strings: 2e6,
  shared_letters: 100e6,
  /** Letters of a workbook's part between two marks: a spreadsheet's cell has at most 32,767. */
  xml_run: 1e6,
  /** Cell formats of a workbook; 65,490 in a spreadsheet program. */
  styles: 200_000,
} as const;
