import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { FileProblem, isSystemError } from '../errors.ts';
import { type Allowance, within } from './allowance.ts';
import { LIMITS } from './limits.ts';

/** One file inside a zip, as its central directory describes it: checked against the archive's own size. */
export interface ZipEntry {
  name: string;
  size: number;
  /** Its bytes unpacked; they are refused beyond the size it says, or the allowance. */
  read(): Promise<Readable>;
}

export interface Zip {
  /** Folders left out. */
  entries: readonly ZipEntry[];
  close(): void;
}

const UNREADABLE = 'archive zip illisible';
/** Bytes of a local header without its name. */
const LOCAL_HEADER = 30;
const STORED = 0;
const DEFLATED = 8;

/** A fault of the archive; one of the machine (a full disk) stays itself. */
function unreadable(error: unknown): never {
  throw error instanceof FileProblem || isSystemError(error) ? error : new FileProblem(UNREADABLE);
}

/** @throws FileProblem for what would be read outside the archive, twice, or not at all. */
function checkEntries(entries: readonly Entry[], archive_bytes: number): void {
  let end = 0;
  const inOrder = entries.toSorted(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  for (const entry of inOrder) {
    if (entry.isEncrypted()) throw new FileProblem('archive zip protégée par un mot de passe');
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
      throw new FileProblem('archive zip à compression inconnue');
    // Files that share their bytes are how a small archive unpacks into a huge one.
    if (entry.relativeOffsetOfLocalHeader < end) throw new FileProblem(UNREADABLE);
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize;
    if (!(end <= archive_bytes)) throw new FileProblem(UNREADABLE);
  }
}

function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  if (zip.entryCount > LIMITS.entries)
    throw new FileProblem(`archive zip de plus de ${LIMITS.entries} fichiers`);
  for await (const entry of zip.eachEntry()) entries.push(entry);
  checkEntries(entries, zip.fileSize);
  return entries;
}

/**
 * Opens a zip or zip64 archive; close it after use. Names are as the archive says them and must never become paths.
 * @throws FileProblem for an archive that is damaged, protected or out of measure.
 */
export async function openZip(path: string): Promise<Zip> {
  // Names are checked by those who use them: an archive with an absolute path in it is still read.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(unreadable);
  try {
    const entries = await listEntries(zip).catch(unreadable);
    const own = entries.map(
      (entry): ZipEntry => ({
        name: nameOf(entry),
        size: entry.uncompressedSize,
        read: () => zip.openReadStreamPromise(entry).catch(unreadable),
      }),
    );
    return {
      entries: own.filter(({ name }) => !name.endsWith('/')),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Unpacks one file of a zip to `target`. @throws FileProblem when it is larger than it said, or than the allowance. */
export async function unpack(entry: ZipEntry, target: string, allowance: Allowance): Promise<void> {
  try {
    await pipeline(await entry.read(), within(allowance), createWriteStream(target));
  } catch (error) {
    await rm(target, { force: true });
    unreadable(error);
  }
}
