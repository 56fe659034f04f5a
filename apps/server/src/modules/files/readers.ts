import { stat } from 'node:fs/promises';
import {
  type FileInspection,
  type ImportResult,
  removeLeftoversOf,
  type SourceFile,
  uninspected,
} from '@palier/analytics';
import type { Log } from '../../log.ts';
import type { Definitions } from './definitions.ts';
import { Reader, type ReaderLimits, type TaskRun } from './reader.ts';
import { ReadingStopped } from './stopped.ts';
import type { NamedTable, Table } from './tables.ts';
import type {
  DefinitionsInput,
  ImportInput,
  InspectInput,
  TableHead,
  TableInput,
  TaskName,
} from './tasks.ts';
import { OrganizationTurns } from './turns.ts';

export type ReadDefinitions = Definitions & {
  /** Positions of the files that define no project. */
  without: number[];
};

/** The processes that open customers' files, so that no file can block or take down the server. */
export interface Readers {
  /** What the mapping screen shows; a file that ends its reader has its problem reported, the others are read. */
  inspect(organization_id: string, input: InspectInput): Promise<FileInspection[]>;
  /** @throws ReadingStopped, CancelledError */
  import(input: ImportInput, run: Pick<TaskRun, 'signal' | 'onProgress'>): Promise<ImportResult>;
  /** Small tables, with the cells of the columns asked for. @throws ReadingStopped, 422 invalid_file */
  tables(organization_id: string, input: TableInput): Promise<NamedTable[]>;
  /** @throws ReadingStopped, 422 invalid_file */
  definitions(organization_id: string, input: DefinitionsInput): Promise<ReadDefinitions>;
  close(): void;
}

/** With less, JavaScript would spend its time looking for memory. */
const LEAST_HEAP = 256e6;
/** Organisations whose files are looked at at once. */
const PLACES = 3;
/** A reader waits that long for the next question of a person, or for the import that follows it. */
const WARM_MS = 60_000;
/** One that holds more after its work is not kept. */
const KEPT_BYTES = 350e6;
/** Files that may end their reader before the others of the same question are left aside. */
const MOST_STOPS = 3;

/** Limits of time only end what would never end: a busy machine must not refuse a file that would have been read. */
const QUESTION_MS = 180_000;
const FILE_MS = 5000;
const OPENING_MS = 10 * 60_000;
const IMPORT_MS = 30 * 60_000;

export interface ReadersOptions {
  log: Log;
  memory_bytes: number;
}

export function openReaders({ log, memory_bytes }: ReadersOptions): Readers {
  const questions = new Kind({ memory_bytes: memory_bytes / 2, heap_bytes: LEAST_HEAP }, log);
  const imports = new Kind({ memory_bytes, heap_bytes: Math.max(LEAST_HEAP, memory_bytes / 3) }, log);
  const turns = new OrganizationTurns(PLACES);
  /** Asks a person's question in its organisation's turn. */
  const ask = async <O>(
    organization_id: string,
    name: TaskName,
    input: object,
    files: readonly SourceFile[],
    onPart?: TaskRun['onPart'],
  ) => {
    const bytes = await sizeOf(files);
    // Beside the time to open it, a large file is read through once: 10 MB a second, on a busy machine.
    const time_ms = () => QUESTION_MS + files.length * FILE_MS + bytes / 10_000;
    return turns.take(organization_id, () => questions.run<O>({ name, input }, { time_ms, onPart }));
  };
  return {
    inspect: (organization_id, input) =>
      inspectEach(input, (files) => ask(organization_id, 'inspect', { ...input, files }, files)),
    import: async (input, run) => {
      const bytes = await sizeOf(input.files);
      const time_ms = (stage: string | null) =>
        stage === null || stage === 'open' ? OPENING_MS + bytes / 2000 : IMPORT_MS + bytes / 1000;
      const writes = [input.warehouse_folder, input.temp_folder];
      return imports.run({ name: 'import', input }, { ...run, time_ms }, writes);
    },
    tables: async (organization_id, input) => {
      const rows: Table['rows'] = [];
      const onPart = (part: unknown) => rows.push(...(part as Table['rows']));
      const heads = await ask<TableHead[]>(organization_id, 'tables', input, [input.file], onPart);
      return heads.map(({ name, headings, row_count }) => ({
        name,
        table: { headings, rows: rows.splice(0, row_count) },
      }));
    },
    definitions: async (organization_id, input) => {
      const found: Definitions = { definitions: [], errors: [] };
      const onPart = (part: unknown) => {
        const { definitions, errors } = part as Definitions;
        found.definitions.push(...definitions);
        found.errors.push(...errors);
      };
      const { without } = await ask<{ without: number[] }>(
        organization_id,
        'definitions',
        input,
        input.files,
        onPart,
      );
      return { ...found, without };
    },
    close: () => {
      questions.close();
      imports.close();
    },
  };
}

async function sizeOf(files: readonly SourceFile[]): Promise<number> {
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Looks at all files; again at the others when one ended its reader. */
async function inspectEach(
  { files }: InspectInput,
  inspect: (files: readonly SourceFile[]) => Promise<FileInspection[]>,
): Promise<FileInspection[]> {
  const stopped: FileInspection[] = [];
  let left = files;
  while (left.length > 0) {
    try {
      return [...(await inspect(left)), ...stopped];
    } catch (error) {
      if (!(error instanceof ReadingStopped)) throw error;
      const at = Math.max(
        0,
        left.findIndex(({ name }) => name === error.file),
      );
      const [culprit] = left.slice(at, at + 1);
      if (culprit) stopped.push(await unread(culprit, error.problem));
      left = left.toSpliced(at, 1);
      if (stopped.length < MOST_STOPS) continue;
      const aside = await Promise.all(
        left.map((file) => unread(file, 'pas lu, à cause des autres fichiers')),
      );
      return [...stopped, ...aside];
    }
  }
  return stopped;
}

async function unread({ name, path }: SourceFile, problem: string): Promise<FileInspection> {
  const { size: size_bytes } = await stat(path);
  return uninspected({ name, size_bytes, problem });
}

/** Readers with the same limits: one that has done its work waits for the next. */
class Kind {
  readonly #limits: ReaderLimits;
  readonly #log: Log;
  readonly #busy = new Set<Reader>();
  readonly #idle = new Map<Reader, NodeJS.Timeout>();

  constructor(limits: ReaderLimits, log: Log) {
    this.#limits = limits;
    this.#log = log;
  }

  /** `writes`: folders where a reader that dies leaves what it had begun. */
  async run<O>(
    ask: { name: TaskName; input: object },
    run: TaskRun,
    writes: readonly string[] = [],
  ): Promise<O> {
    const reader = this.#take();
    this.#busy.add(reader);
    try {
      return await reader.run<O>(ask, run);
    } catch (error) {
      if (error instanceof ReadingStopped)
        this.#log.warn({ file: error.file, said: reader.lastWords }, error.message);
      if (!reader.alive && reader.process_name) await removeLeftoversOf(reader.process_name, writes);
      throw error;
    } finally {
      this.#busy.delete(reader);
      this.#keep(reader);
    }
  }

  #take(): Reader {
    for (const [reader, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(reader);
      if (reader.alive) return reader;
    }
    return new Reader(this.#limits);
  }

  #keep(reader: Reader): void {
    if (!reader.alive || reader.memory_bytes > KEPT_BYTES || this.#idle.size > 0) {
      reader.end();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.delete(reader);
      reader.end();
    }, WARM_MS);
    this.#idle.set(reader, timer.unref());
  }

  close(): void {
    for (const reader of [...this.#busy, ...this.#idle.keys()]) reader.end();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
  }
}
