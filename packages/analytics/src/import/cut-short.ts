import { open } from 'node:fs/promises';
import { formatQuantity, type ImportQuestion, questionKey } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { parseCsvLines, usualWidth } from './dialect.ts';
import { LEFT_ASIDE } from './left-aside.ts';
import type { Source } from './source.ts';
import type { Staged } from './staged.ts';

/** Lines where spreadsheet programs stop, the headings counted. */
const SHEET_LINES = [65_536, 1_048_576];
/** Rows where screens and databases stop an export, with or without the headings. */
const EXPORT_ROWS = [10_000, 30_000, 50_000, 100_000, 150_000, 200_000, 500_000, 1_000_000];

/** Bytes from the end of a file where its last line is looked for. */
const TAIL_BYTES = 65_536;
/** Rows that tell how many cells each has, and the share of them that has as many. */
const TELLING = 5;
const STEADY_SHARE = 0.99;
const SHOWN_LETTERS = 60;

/** The last line of a text that no line feed ends; null: it is ended, or longer than what is looked at. */
async function unendedLine(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const at = buffer.lastIndexOf(0x0a);
    return at < 0 || at === length - 1 ? null : buffer.subarray(at + 1).toString('utf8');
  } finally {
    await file.close();
  }
}

/** The last line of a text, where it ends in the middle of a row: it has fewer cells than any other looked at. */
async function brokenLine({ path, format, dialect, sample, row_lines }: Source): Promise<string | null> {
  if (format !== 'csv' || dialect === null || row_lines !== undefined || sample.length < TELLING) return null;
  const { width, count } = usualWidth(sample);
  // The last row of a short file is among them.
  if (count < STEADY_SHARE * (sample.length - 1)) return null;
  const line = await unendedLine(path);
  if (line === null || line.trim() === '') return null;
  const [last] = parseCsvLines(line, dialect.delimiter, dialect.quote);
  return last && last.row.length < width ? line.slice(0, SHOWN_LETTERS) : null;
}

/** How many lines a file has where programs stop; null where it has another count. */
async function stoppedAt(session: Session, { table, feed }: Staged): Promise<number | null> {
  const { heading_row, row_lines } = feed.source;
  if (row_lines !== undefined) return null;
  const [found] = await session.rows<{ rows: number }>(
    `SELECT coalesce(max(position) + 1, 0)::DOUBLE AS rows FROM ${quoteIdentifier(table)}`,
  );
  const rows = found?.rows ?? 0;
  if (SHEET_LINES.includes(rows + heading_row)) return rows + heading_row;
  return EXPORT_ROWS.find((limit) => rows === limit || rows + heading_row === limit) ?? null;
}

function ask(file: string, text: string): ImportQuestion {
  return {
    ...{ key: questionKey('cut_short', file), code: 'cut_short', file, column: null },
    text: `${text} Est-il complet\u202f?`,
    choices: [
      { value: 'keep', label: 'Oui\u202f: l’importer tel quel', detail: null },
      {
        value: LEFT_ASIDE,
        label: 'Non\u202f: ne pas l’importer',
        detail: 'pour l’exporter de nouveau, en entier',
      },
    ],
  };
}

/**
 * Asks of each file that seems to lack its end whether it is whole: one that has as many lines as a program writes at
 * most, or whose last line is a part of one. What is missing would be missing from every figure in silence.
 */
export async function askCutShort(session: Session, staged: readonly Staged[]): Promise<ImportQuestion[]> {
  const questions = new Map<string, ImportQuestion>();
  for (const own of staged) {
    const { source } = own.feed;
    if (questions.has(source.name)) continue;
    const lines = await stoppedAt(session, own);
    const broken = lines === null ? await brokenLine(source) : null;
    const { name } = source;
    if (lines !== null)
      questions.set(
        name,
        ask(
          name,
          `« ${name} » compte exactement ${formatQuantity(lines)} lignes, une limite d’export fréquente.`,
        ),
      );
    else if (broken !== null)
      questions.set(name, ask(name, `« ${name} » s’arrête au milieu d’une ligne (« ${broken} »).`));
  }
  return [...questions.values()];
}
