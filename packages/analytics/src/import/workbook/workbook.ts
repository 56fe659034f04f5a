import type { Allowance } from '../allowance.ts';
import { LIMITS } from '../limits.ts';
import type { Zip } from '../zip.ts';
import { findParts } from './parts.ts';
import { type SheetRow, sheetRows } from './sheet.ts';
import { readStrings } from './strings.ts';
import { readCellStyles } from './styles.ts';

export interface Sheet {
  name: string;
  /** Whether who opens the workbook does not see it. */
  is_hidden: boolean;
  /** Rows that have something in them, by pieces. */
  rows(): AsyncGenerator<SheetRow[]>;
}

/** The sheets of a workbook that is open as a zip. @throws FileProblem when it is damaged or out of measure */
export async function openWorkbook(zip: Zip, allowance: Allowance): Promise<Sheet[]> {
  const parts = await findParts(zip, allowance);
  const context = {
    strings: await readStrings(parts.strings, allowance),
    styles: await readCellStyles(parts.styles, allowance),
    is1904: parts.is1904,
    cells_left: LIMITS.cells,
    days: new Map<number, string>(),
  };
  return parts.sheets.map(({ entry, ...sheet }) => ({
    ...sheet,
    rows: () => sheetRows(entry, context, allowance),
  }));
}
