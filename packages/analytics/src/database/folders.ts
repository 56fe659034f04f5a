import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const LEFTOVER = /^\.tmp-/;

/** Temporary folders that this process is filling right now. */
const inUse = new Set<string>();

/** A new empty folder beside the final one, on the same file system so that it can be renamed into place. */
export const temporaryFolder = async (finalFolder: string): Promise<string> => {
  const folder = join(
    dirname(finalFolder),
    `.tmp-${basename(finalFolder)}-${process.pid}-${randomBytes(4).toString('hex')}`,
  );
  await mkdir(folder, { recursive: true });
  inUse.add(folder);
  return folder;
};

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes every file of a folder durable, then gives the folder its final name: all of it or nothing. */
export const publishFolder = async (temporary: string, finalFolder: string): Promise<void> => {
  for (const name of await readdir(temporary)) await syncPath(join(temporary, name));
  await syncPath(temporary);
  await rm(finalFolder, { recursive: true, force: true });
  await rename(temporary, finalFolder);
  await syncPath(dirname(finalFolder));
  inUse.delete(temporary);
};

/** Gives up a temporary folder. */
export const discardFolder = async (temporary: string): Promise<void> => {
  await rm(temporary, { recursive: true, force: true });
  inUse.delete(temporary);
};

/** Shares an immutable file between two versions, by hard link where the file system can. */
export const shareFile = async (from: string, to: string): Promise<void> => {
  await link(from, to).catch(() => copyFile(from, to));
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes the temporary folders that processes killed in the middle of their work left under `folder`. */
export const cleanLeftovers = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) continue;
    if (!LEFTOVER.test(entry.name)) {
      await cleanLeftovers(path);
      continue;
    }
    const pid = Number(/-(\d+)-[0-9a-f]{8}$/.exec(entry.name)?.[1]);
    const abandoned = pid === process.pid ? !inUse.has(path) : !(pid > 0) || !isAlive(pid);
    if (abandoned) await rm(path, { recursive: true, force: true });
  }
};
