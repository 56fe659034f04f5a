export { writeCsv } from './csv.ts';
export { contentDisposition, fileName } from './file-name.ts';
export { GROUP_LEVEL, LEVEL_HEADING, listingHeadings } from './listing-fields.ts';
export { neutralise } from './neutralise.ts';
export type { Cell, Sheet, SheetColumn } from './sheet.ts';
export { sheetContent } from './sheet-content.ts';
