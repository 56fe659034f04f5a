import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { discardFolder, temporaryFolder } from '../database/folders.ts';
import { readPrevious } from '../warehouse/previous.ts';
import { columnSpec } from './columns.ts';
import { fileCurrency } from './file-currency.ts';
import { headingLines } from './heading-lines.ts';
import { nearKinds, unknownReason } from './missing.ts';
import { parquetHeadOf } from './parquet-head.ts';
import { type Feed, planImport } from './plan.ts';
import type { PlanContext } from './plan-types.ts';
import { knownCodes } from './recognition/known-codes.ts';
import { meaningOf } from './recognition/meaning.ts';
import { openSources, ownColumns, type Source } from './source.ts';
import type { ColumnGuess, FileInspection, ImportMapping, RememberedMappings, SourceFile } from './types.ts';

function columnsOf(feeds: readonly Feed[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const feed of feeds.filter(({ kind }) => kind === feeds[0]?.kind))
    for (const [column, position] of feed.positions) found.set(position, column);
  return found;
}

function guessType(values: readonly string[]): ColumnGuess['type'] {
  const filled = values.filter((value) => value.trim() !== '');
  const all = (pattern: RegExp): boolean =>
    filled.length > 0 && filled.every((value) => pattern.test(value.trim()));
  if (all(/^(\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})/)) return 'date';
  return all(/^-?[\d\s\u00a0\u202f]+([.,]\d+)?\s*[€%]?$/) ? 'number' : 'string';
}

/** Of a cell, in the lines shown. */
const SHOWN_LETTERS = 100;

const shortened = (text: string): string =>
  text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;

function inspect(source: Source, context: PlanContext): FileInspection {
  const { feeds, remembered, questions, presets } = planImport([source], context);
  const kinds = [...new Set(feeds.map(({ kind }) => kind))];
  const columns = columnsOf(feeds);
  const named = ownColumns(source.headings);
  const headings = named.map((index): ColumnGuess => {
    const heading = source.headings[index] ?? '';
    const column = columns.get(index) ?? null;
    const values = source.preview.map((row) => row[index] ?? '');
    const known = column && kinds[0] ? columnSpec(kinds[0], column)?.type : undefined;
    const type =
      known === undefined ? guessType(values) : known === 'week' || known === 'month' ? 'number' : known;
    return {
      heading,
      column,
      type,
      tax: meaningOf(heading).tax,
      examples: [...new Set(values.filter((value) => value !== ''))].slice(0, 3),
    };
  });
  return {
    name: source.name,
    format: source.format,
    encoding: source.dialect?.encoding ?? null,
    delimiter: source.dialect?.delimiter ?? null,
    decimal: source.dialect?.decimal ?? null,
    size_bytes: source.size_bytes,
    kinds,
    remembered: remembered.length > 0,
    preset: presets.get(source.name) ?? null,
    currency: fileCurrency(source, context),
    headings,
    preview: source.preview.map((row) => named.map((index) => row[index] ?? '')),
    heading_row: source.heading_row,
    head: (source.head ?? []).map(({ line, cells }) => ({ line, cells: cells.map(shortened) })),
    missing: kinds.length > 0 ? [] : nearKinds(source),
    // What was read can be looked at once it is.
    questions: questions.filter(({ code }) => code !== 'reading'),
    problem: kinds.length > 0 ? null : unknownReason(source),
  };
}

interface InspectOptions {
  mapping?: ImportMapping;
  remembered?: RememberedMappings;
  /** The organisation's data so far, whose codes tell what files speak of. */
  previous_folder?: string | null;
}

/** What is said of a file that could not be read. */
export function uninspected(file: Pick<FileInspection, 'name' | 'size_bytes' | 'problem'>): FileInspection {
  return {
    ...{ ...file, format: 'csv', encoding: null, delimiter: null, decimal: null },
    ...{
      kinds: [],
      remembered: false,
      preset: null,
      currency: null,
      headings: [],
      heading_row: 1,
      head: [],
      preview: [],
    },
    ...{ missing: [], questions: [] },
  };
}

/** Reads headings and the first rows of files, guesses kinds and columns. A bad file has a `problem`. */
export async function inspectFiles(
  files: readonly SourceFile[],
  options: InspectOptions & { temp_folder: string; onFile?: (name: string) => void },
): Promise<FileInspection[]> {
  await mkdir(options.temp_folder, { recursive: true });
  const scratch = await temporaryFolder(join(options.temp_folder, 'inspect'));
  const database = await openDatabase({
    temp_folder: scratch,
    memory_limit: '200MB',
    connections: 1,
  });
  try {
    const { sources, unreadable, codes, vat_rate, currency } = await database.session(async (session) => {
      const opened = await openSources(files, {
        folder: scratch,
        parquetHead: parquetHeadOf(session),
        decimal: options.mapping?.settings?.decimal,
        heading_lines: headingLines(options),
        head_only: true,
        onFile: options.onFile,
      });
      const samples = opened.sources.map(({ sample }) => sample);
      const previous = await readPrevious(options.previous_folder ?? null);
      const { vat_rate, currency } = previous.manifest?.settings ?? {};
      const codes = await knownCodes(session, previous.folder, samples);
      return { ...opened, codes, vat_rate, currency };
    });
    const bad = unreadable.map(({ name, size_bytes, problem }) => uninspected({ name, size_bytes, problem }));
    return [...sources.map((source) => inspect(source, { ...options, codes, vat_rate, currency })), ...bad];
  } finally {
    database.close();
    await discardFolder(scratch);
  }
}
