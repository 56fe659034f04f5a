import type { ImportQuestion } from '@palier/domain';
import type { CsvLine } from './dialect.ts';
import { findHeadingRow } from './recognition/heading-row.ts';
import { tablesOf } from './shapes/tables.ts';

/** Headings as they tell columns apart: trimmed, a name that comes again numbered. */
export function uniqueHeadings(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell) => {
    const heading = cell.trim();
    const times = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, times);
    return heading !== '' && times > 1 ? `${heading} (${times})` : heading;
  });
}

/** What says which line has the headings of a file. */
export interface HeadingLines {
  /** The line that the user chose for a file; undefined: none. */
  chosen?: (file: string) => number | undefined;
  /** Whether a file with these headings was read before. */
  isKnown?: (headings: readonly string[]) => boolean;
  /** Whether it was said of a file, or of one with these headings, that its columns without another meaning are places. */
  isByPlace?: (file: string, headings: readonly string[]) => boolean;
}

/** Lines looked through for headings known from another file: as many as the user is shown. */
const KNOWN_AMONG = 20;

export interface Headed {
  /** Of the headings, among the lines looked at. */
  index: number;
  /** Whether the user said so. */
  heading_chosen: boolean;
  questions: ImportQuestion[];
}

/** Which line has the headings. Where two lines could have them, a question says so. */
export function findHeadings(lines: readonly CsvLine[], name: string, how: HeadingLines): Headed {
  const found = findHeadingRow(lines);
  const candidates = [found.index, ...found.others];
  const wanted = how.chosen?.(name);
  const given = wanted === undefined ? -1 : lines.findIndex(({ line }) => line === wanted);
  if (given >= 0) return { index: given, heading_chosen: true, questions: [] };
  const others = lines.slice(0, KNOWN_AMONG).map((_, index) => index);
  const known = [...candidates, ...others].find((index) =>
    how.isKnown?.(uniqueHeadings(lines[index]?.row ?? [])),
  );
  if (known !== undefined) return { index: known, heading_chosen: false, questions: [] };
  // The headings of another table below are no other reading of this one's.
  const tables = tablesOf(lines, found.index).map(({ first }) => first);
  const choices = candidates
    .flatMap((index) => lines[index] ?? [])
    .filter(({ line }) => line === lines[found.index]?.line || !tables.includes(line));
  const questions = choices.length > 1 ? [askHeadingRow(name, choices)] : [];
  return { index: found.index, heading_chosen: false, questions };
}

/** Cells of a line that are shown. */
const SHOWN = 6;

/** Asks which line has the headings, the likely one first. */
function askHeadingRow(file: string, lines: readonly CsvLine[]): ImportQuestion {
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
