import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { discardFolder, temporaryFolder } from '../database/folders.ts';
import { columnSpec, kindSpec } from './columns.ts';
import { guessKinds, missingColumns, recognizeColumns } from './headings.ts';
import { unknownReason } from './missing.ts';
import { parquetHeadOf } from './parquet-head.ts';
import { type Feed, planImport } from './plan.ts';
import { openSources, ownColumns, type Source } from './source.ts';
import type { ColumnGuess, FileInspection, ImportMapping, RememberedMappings, SourceFile } from './types.ts';

const columnsOf = (feeds: readonly Feed[]): Map<number, string> => {
  const found = new Map<number, string>();
  for (const feed of feeds.filter(({ kind }) => kind === feeds[0]?.kind))
    for (const [column, position] of feed.positions) found.set(position, column);
  return found;
};

const guessType = (values: readonly string[]): ColumnGuess['type'] => {
  const filled = values.filter((value) => value.trim() !== '');
  const all = (pattern: RegExp): boolean =>
    filled.length > 0 && filled.every((value) => pattern.test(value.trim()));
  if (all(/^(\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})/)) return 'date';
  return all(/^-?[\d\s\u00a0\u202f]+([.,]\d+)?\s*[€%]?$/) ? 'number' : 'string';
};

const inspect = (source: Source, { mapping, remembered: known }: InspectOptions): FileInspection => {
  const { feeds, remembered } = planImport([source], mapping, known);
  const kinds = [...new Set(feeds.map(({ kind }) => kind))];
  const columns = columnsOf(feeds);
  const named = ownColumns(source.headings);
  const headings = named.map((index): ColumnGuess => {
    const heading = source.headings[index] ?? '';
    const column = columns.get(index) ?? null;
    const values = source.preview.map((row) => row[index] ?? '');
    const known = column && kinds[0] ? columnSpec(kinds[0], column)?.type : undefined;
    const type = known === undefined ? guessType(values) : known === 'week' ? 'number' : known;
    return {
      heading,
      column,
      type,
      examples: [...new Set(values.filter((value) => value !== ''))].slice(0, 3),
    };
  });
  const unfit = kinds.length > 0 ? [] : guessKinds(source.headings, source.name);
  return {
    name: source.name,
    format: source.format,
    encoding: source.dialect?.encoding ?? null,
    delimiter: source.dialect?.delimiter ?? null,
    decimal: source.dialect?.decimal ?? null,
    size_bytes: source.size_bytes,
    kinds,
    remembered: remembered.length > 0,
    headings,
    preview: source.preview.map((row) => named.map((index) => row[index] ?? '')),
    missing: unfit.map((kind) => ({
      kind,
      columns: missingColumns(kindSpec(kind), recognizeColumns(source.headings, kindSpec(kind)).values()),
    })),
    problem: kinds.length > 0 ? null : unknownReason(source.headings, source.name),
  };
};

type InspectOptions = { mapping?: ImportMapping; remembered?: RememberedMappings };

/** Reads headings and the first rows of files, guesses kinds and columns. A bad file is told by its `problem`. */
export const inspectFiles = async (
  files: readonly SourceFile[],
  options: InspectOptions & { temp_folder: string; onFile?: (name: string) => void },
): Promise<FileInspection[]> => {
  await mkdir(options.temp_folder, { recursive: true });
  const scratch = await temporaryFolder(join(options.temp_folder, 'inspect'));
  const database = await openDatabase({
    temp_folder: scratch,
    memory_limit: '200MB',
    connections: 1,
  });
  try {
    const { sources, unreadable } = await database.session((session) =>
      openSources(files, {
        folder: scratch,
        parquetHead: parquetHeadOf(session),
        decimal: options.mapping?.settings?.decimal,
        head_only: true,
        onFile: options.onFile,
      }),
    );
    const bad = unreadable.map(
      ({ name, size_bytes, problem }): FileInspection => ({
        ...{ name, size_bytes, problem, format: 'csv', encoding: null, delimiter: null, decimal: null },
        ...{ kinds: [], remembered: false, headings: [], preview: [], missing: [] },
      }),
    );
    return [...sources.map((source) => inspect(source, options)), ...bad];
  } finally {
    database.close();
    await discardFolder(scratch);
  }
};
