import type { Readable } from 'node:stream';

/** A folder on this machine's disk, there until it is given back. */
export interface LentFolder {
  folder: string;
  release(): void;
}

/** A file as it is sent. */
export interface KeptFile {
  size: number;
  bytes: Readable;
}

/**
 * Where the facts are: folders written once, published whole, never changed afterwards. Each is named by its path from
 * the root on (paths.ts). Files beside a version that begin with its name (`v3.model`) go with it.
 */
export interface FactFolders {
  /** Where this process writes a folder before it publishes it, and reads those it was lent. */
  readonly root: string;
  /** A published folder, to be given back; null when it is not there whole. */
  open(path: string): Promise<LentFolder | null>;
  /** Whether a folder is published and whole. */
  has(path: string): Promise<boolean>;
  /** A small file of a folder, without the rest; null when it is not there. */
  read(path: string, name: string): Promise<string | null>;
  /** What was written under the root is there for every process from now on. `base`: a folder that it shares files with. */
  publish(path: string, base?: string | null): Promise<void>;
  /** The versions of a folder, whole or only announced, in no order. */
  versions(path: string): Promise<number[]>;
  remove(path: string): Promise<void>;
  /** Says beside a folder which database it belongs to, before there is anything in it. */
  mark(path: string, owner: string): Promise<void>;
  /** Null when nothing says it. */
  ownerOf(path: string): Promise<string | null>;
  /** What bears one database's mark is another's from now on. @returns how many folders changed hands */
  handOver(from: string, to: string): Promise<number>;
  /** Keeps a file by itself, in the place of one of the same path. */
  keepFile(path: string, source: string): Promise<void>;
  readFile(path: string): Promise<KeptFile | null>;
  close(): Promise<void>;
}

/** What the work makes of a folder that is lent for as long as it lasts; null when the folder is not there. */
export async function withFolder<T>(
  folders: Pick<FactFolders, 'open'>,
  path: string,
  work: (folder: string) => Promise<T>,
): Promise<T | null> {
  const lent = await folders.open(path);
  if (!lent) return null;
  try {
    return await work(lent.folder);
  } finally {
    lent.release();
  }
}

/** The same for several folders; null when one of them is not there. */
export async function withFolders<T>(
  folders: Pick<FactFolders, 'open'>,
  paths: readonly string[],
  work: (at: readonly string[]) => Promise<T>,
): Promise<T | null> {
  const lent: LentFolder[] = [];
  try {
    for (const path of paths) {
      const one = await folders.open(path);
      if (!one) return null;
      lent.push(one);
    }
    return await work(lent.map(({ folder }) => folder));
  } finally {
    for (const one of lent) one.release();
  }
}
