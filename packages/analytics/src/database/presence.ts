import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { takeFile } from './file-lock.ts';

/** How often a process says that it lives. */
const BEAT_MS = 10_000;
/** A process that has not renewed its file for this long, and whose lock is free, is dead. */
const SILENCE_MS = 60_000;

/**
 * Names this process among all that share a disk. Not by its number: in a container that is always 1.
 * The host is for who reads the folder, the rest makes it unique.
 */
export const PROCESS_NAME = `${hostname()
  .replaceAll(/[^\w-]/g, '_')
  .slice(0, 40)}-${randomBytes(8).toString('hex')}`;

export interface Presence {
  close(): Promise<void>;
}

interface Kept {
  users: number;
  unlock: () => void;
  beat: NodeJS.Timeout;
}

const kept = new Map<string, Kept>();

const lockPath = (folder: string, name: string): string => join(folder, `${name}.lock`);
const beatPath = (folder: string, name: string): string => join(folder, `${name}.beat`);
const writeBeat = (folder: string): Promise<void> => writeFile(beatPath(folder, PROCESS_NAME), 'here');

/**
 * Says in a folder that this process lives, for as long as it does: by a lock, which another process on this machine
 * or a file system that shares locks sees, and by a file written again and again, which any other sees.
 */
export async function announcePresence(folder: string): Promise<Presence> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = kept.get(folder);
  if (known) known.users += 1;
  else {
    const unlock = takeFile(lockPath(folder, PROCESS_NAME));
    await writeBeat(folder);
    // A folder that is gone is for the readiness check to say.
    const beat = setInterval(() => void writeBeat(folder).catch(() => {}), BEAT_MS).unref();
    kept.set(folder, { users: 1, unlock, beat });
  }
  return {
    close: async () => {
      const own = kept.get(folder);
      if (!own) return;
      own.users -= 1;
      if (own.users > 0) return;
      kept.delete(folder);
      clearInterval(own.beat);
      own.unlock();
      await forgetProcess(folder, PROCESS_NAME);
    },
  };
}

async function modifiedAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}

async function isLocked(path: string): Promise<boolean> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  try {
    takeFile(path)();
    return false;
  } catch {
    return true; // taken, or not to be judged: either way not to be cleaned
  }
}

/**
 * Whether a process that announced itself in a folder is surely dead: silent by the disk's own clock, and its lock
 * free. Null when it never announced itself there. To be asked by a process that is present in the folder.
 */
export async function isDead(folder: string, name: string): Promise<boolean | null> {
  if (name === PROCESS_NAME) return false;
  const last = await modifiedAt(beatPath(folder, name));
  if (last === null) return null;
  await writeBeat(folder);
  const now = await modifiedAt(beatPath(folder, PROCESS_NAME));
  if (now === null || now - last < SILENCE_MS) return false;
  return !(await isLocked(lockPath(folder, name)));
}

/** Names of the processes that announced themselves in a folder and are surely dead. */
export async function deadProcesses(folder: string): Promise<string[]> {
  const dead: string[] = [];
  for (const file of await readdir(folder).catch(() => [])) {
    const name = /^(.+)\.beat$/.exec(file)?.[1];
    if (name && (await isDead(folder, name))) dead.push(name);
  }
  return dead;
}

/** Removes the files by which a process announced itself in a folder. */
export async function forgetProcess(folder: string, name: string): Promise<void> {
  for (const path of [lockPath(folder, name), `${lockPath(folder, name)}.wal`, beatPath(folder, name)])
    await rm(path, { force: true });
}
