import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { announcePresence, deadProcesses, forgetProcess, PROCESS_NAME, type Presence } from './presence.ts';

/** `.tmp-<what it becomes>.<process>.<random>`: what a process is writing beside its final place. */
const LEFTOVER = /^\.tmp-/;
const OWNER = /\.([\w-]+-[0-9a-f]{16})\.[0-9a-f]{8}$/;
/** What was left by a process that never announced itself is removed after a day untouched. */
const FORGOTTEN_MS = 86_400_000;

/** Temporary folders and files that this process is filling right now. */
const inUse = new Set<string>();

/** A path beside the final one, of this process alone, on the same file system so that it can be renamed into place. */
export function temporaryPath(finalPath: string): string {
  const path = join(
    dirname(finalPath),
    `.tmp-${basename(finalPath)}.${PROCESS_NAME}.${randomBytes(4).toString('hex')}`,
  );
  inUse.add(path);
  return path;
}

/** A new empty folder at such a path. */
export async function temporaryFolder(finalFolder: string): Promise<string> {
  const folder = temporaryPath(finalFolder);
  await mkdir(folder, { recursive: true });
  return folder;
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes every file of a folder durable, then gives the folder its final name: all of it or nothing. */
export async function publishFolder(temporary: string, finalFolder: string): Promise<void> {
  for (const name of await readdir(temporary)) await syncPath(join(temporary, name));
  await syncPath(temporary);
  await rm(finalFolder, { recursive: true, force: true });
  await rename(temporary, finalFolder);
  await syncPath(dirname(finalFolder));
  inUse.delete(temporary);
}

/** Gives up a temporary folder. */
export async function discardFolder(temporary: string): Promise<void> {
  await rm(temporary, { recursive: true, force: true });
  inUse.delete(temporary);
}

/** Shares an immutable file between two versions, by hard link where the file system can. */
export async function shareFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/** When anything in a folder was last written; files alone say when they were. */
async function readTouched(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const inside = await readdir(path).catch(() => []);
  const times = await Promise.all(inside.map((name) => stat(join(path, name)).then((one) => one.mtimeMs)));
  return Math.max(mtimeMs, ...times);
}

async function isForgotten(path: string): Promise<boolean> {
  return readTouched(path).then(
    (time) => Date.now() - time > FORGOTTEN_MS,
    () => false, // changing as we look
  );
}

/** Those whose folders are to be cleaned: `known` announced themselves, `dead` are surely gone. */
interface Processes {
  known: ReadonlySet<string>;
  dead: ReadonlySet<string>;
}

async function isAbandoned(path: string, { known, dead }: Processes): Promise<boolean> {
  const owner = OWNER.exec(path)?.[1];
  if (owner === PROCESS_NAME) return !inUse.has(path);
  if (owner !== undefined && known.has(owner)) return dead.has(owner);
  return isForgotten(path);
}

async function cleanUnder(folder: string, processes: Processes): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (LEFTOVER.test(entry.name)) {
      if (await isAbandoned(path, processes)) await rm(path, { recursive: true, force: true });
    } else if (entry.isDirectory()) await cleanUnder(path, processes);
  }
}

async function readAnnounced(folder: string): Promise<Set<string>> {
  return new Set(
    (await readdir(folder).catch(() => [])).flatMap((file) => /^(.+)\.beat$/.exec(file)?.[1] ?? []),
  );
}

/**
 * Removes what dead processes were still writing under `folders`. Never what a living process writes, also when it is
 * on another machine or in another container: `presence` is the folder where all that share the disk announce themselves.
 */
export async function cleanLeftovers(folders: readonly string[], presence: string): Promise<void> {
  const dead = new Set(await deadProcesses(presence));
  const known = await readAnnounced(presence);
  for (const folder of folders) await cleanUnder(folder, { known, dead });
  for (const name of dead) await forgetProcess(presence, name);
}

/** Removes what one process, known to be gone, was still writing under `folders`. */
export async function removeLeftoversOf(process_name: string, folders: readonly string[]): Promise<void> {
  const gone = new Set([process_name]);
  for (const folder of folders) await cleanUnder(folder, { known: gone, dead: gone });
}

/** A process's own folder for what does not fit in memory, under a root that others share. */
export interface Scratch {
  folder: string;
  /** Removes the folders of processes that died. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** Folders of an older kind, named by the number of their process. */
const OLDER = /^(listing|import|snapshot)-/;

async function cleanScratch(root: string): Promise<void> {
  for (const name of await deadProcesses(root)) {
    await rm(join(root, name), { recursive: true, force: true });
    await forgetProcess(root, name);
  }
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name);
    if (OLDER.test(name) && (await isForgotten(path))) await rm(path, { recursive: true, force: true });
  }
}

/** Makes this process's scratch folder under `root`, and removes those of dead processes. */
export async function openScratch(root: string): Promise<Scratch> {
  const presence: Presence = await announcePresence(root);
  await cleanScratch(root);
  const folder = join(root, PROCESS_NAME, randomBytes(4).toString('hex'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    folder,
    clean: () => cleanScratch(root),
    close: async () => {
      await rm(folder, { recursive: true, force: true });
      await rmdir(dirname(folder)).catch(() => {}); // another part of this process has its own beside
      await presence.close();
    },
  };
}
