import type { ImportQuestion } from '@palier/domain';
import type { Line } from './heading-row.ts';

/** Cells of a line that are shown. */
const SHOWN = 6;

/** Asks which line has the headings, the likely one first. */
export function askHeadingRow(file: string, lines: readonly Line[]): ImportQuestion {
  return {
    ...{ key: `heading_row:${file}`, code: 'heading_row', file, column: null },
    text: 'Quelle ligne porte les titres des colonnes ?',
    choices: lines.map(({ row, line }) => ({
      value: String(line),
      label: `Ligne ${line}`,
      detail: row
        .filter((cell) => cell.trim() !== '')
        .slice(0, SHOWN)
        .join(' · '),
    })),
  };
}
