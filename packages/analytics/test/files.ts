import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readField } from '@palier/domain';
import type { ImportRequest } from '../src/import/types.ts';
import { type ImportMapping, type ImportResult, importFiles, type SourceFile } from '../src/index.ts';

export interface Desk {
  folder: string;
  put(name: string, content: string | Uint8Array): Promise<SourceFile>;
  send(files: SourceFile[], more?: SendOptions): Promise<ImportResult>;
}
export interface SendOptions {
  mapping?: ImportMapping;
  mode?: 'incremental' | 'full';
  stop_on_error?: boolean;
  check?: boolean;
  max_removed_share?: number;
  controls?: ImportRequest['controls'];
  control_tolerance?: number;
  today?: string;
  remembered?: ImportRequest['remembered'];
  signal?: AbortSignal;
  onProgress?: (progress: { stage: string }) => void;
  /** Whether what is read of new layouts is to be looked at, as it is of customers; left out: each is confirmed. */
  looks?: boolean;
}

/** A folder of its own, with a warehouse that grows from one delivery to the next. */
export async function newDesk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-import-'));
  let version = 0;
  let previous: string | null = null;
  return {
    folder,
    put: async (name, content) => {
      const path = join(folder, `${version}-${name}`);
      await writeFile(path, content);
      return { path, name };
    },
    send: async (files, { looks = false, ...more } = {}) => {
      version += 1;
      const result = await importFiles({
        ...{ files, version, previous_folder: previous, mode: 'incremental' as const },
        ...{
          warehouse_folder: join(folder, 'warehouse'),
          temp_folder: join(folder, 'temp'),
          report_folder: join(folder, 'report'),
        },
        ...more,
        // Most tests are not of what Palier asks: their dates are those that it takes as likely.
        mapping: {
          ...{ accept_likely: true, ...more.mapping },
          ...(!looks && { answers: { 'reading:*': 'confirm', ...more.mapping?.answers } }),
        },
      });
      previous = result.folder ?? previous;
      return looks ? result : withoutLooks(result);
    },
  };
}

/** Most tests are not of the first look at a layout, which would be asked of nearly every file of theirs. */
function withoutLooks({ report, ...result }: ImportResult): ImportResult {
  const questions = report.questions.filter(({ code }) => code !== 'reading');
  return { ...result, report: { ...report, questions } };
}

/** Names of what a folder holds, temporary folders included. */
export const listing = async (folder: string): Promise<string[]> => (await readdir(folder)).sort();

/** Two products in three sizes, in a file as customers send it. */
export const ITEMS =
  'code_produit;libellé;taille;prix_ttc;prix_revient\nR1;Robe;36;80;20\nR1;Robe;38;80;20\nP2;Pull;M;50;10\n';

/** Desks made one by one, and what removes their folders at the end. */
export function deskKeeper(): { desk: () => Promise<Desk>; clear: () => Promise<void> } {
  const desks: Desk[] = [];
  return {
    desk: async () => {
      const made = await newDesk();
      desks.push(made);
      return made;
    },
    clear: async () => {
      for (const { folder } of desks) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the processes that announced themselves in a folder look as if they had said nothing for ten minutes. */
export async function fallSilent(presence: string): Promise<void> {
  const then = new Date(Date.now() - 600_000);
  for (const name of await readdir(presence))
    if (name.endsWith('.beat')) await utimes(join(presence, name), then, then);
}

/** Numbers of a line by the ids of their fields; what the line does not have is missing here too. */
export function numbersOf(line: object, fields: readonly string[]): Record<string, number | null> {
  const found = fields.map((field) => [field, readField(line, field)] as const);
  return Object.fromEntries(
    found.flatMap(([field, value]) => (value === null || typeof value === 'number' ? [[field, value]] : [])),
  );
}
