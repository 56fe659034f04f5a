import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import type { Allowance } from './allowance.ts';

/** One file inside a zip, as its central directory describes it. */
export type ZipEntry = { name: string; method: number; packed_size: number; size: number; offset: number };

const MAXIMUM_ENTRIES = 2000;

const find = (buffer: Buffer, signature: number): number => {
  for (let at = buffer.length - 4; at >= 0; at--) if (buffer.readUInt32LE(at) === signature) return at;
  return -1;
};

type Directory = { offset: number; size: number; count: number };

const zip64Directory = async (file: FileHandle, tail: Buffer): Promise<Directory | null> => {
  const locator = find(tail, 0x07064b50);
  if (locator < 0) return null;
  const record = Buffer.alloc(56);
  await file.read(record, 0, 56, Number(tail.readBigUInt64LE(locator + 8)));
  if (record.readUInt32LE(0) !== 0x06064b50) return null;
  return {
    count: Number(record.readBigUInt64LE(32)),
    size: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
};

const readDirectory = async (file: FileHandle, fileSize: number): Promise<Directory> => {
  const tail = Buffer.alloc(Math.min(fileSize, 66_000));
  await file.read(tail, 0, tail.length, fileSize - tail.length);
  const end = find(tail, 0x06054b50);
  if (end < 0) throw new Error('archive zip illisible');
  const large = await zip64Directory(file, tail);
  if (large) return large;
  return {
    count: tail.readUInt16LE(end + 10),
    size: tail.readUInt32LE(end + 12),
    offset: tail.readUInt32LE(end + 16),
  };
};

/** Values that a 32-bit field says are in the zip64 extra field. */
const largeValues = (extra: Buffer): bigint[] => {
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1)
      return Array.from({ length: Math.floor(size / 8) }, (_, index) =>
        extra.readBigUInt64LE(at + 4 + index * 8),
      );
    at += 4 + size;
  }
  return [];
};

const parseEntry = (directory: Buffer, at: number): { entry: ZipEntry; next: number } => {
  if (directory.readUInt32LE(at) !== 0x02014b50) throw new Error('archive zip illisible');
  const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) =>
    directory.readUInt16LE(at + offset),
  ) as [number, number, number];
  const flags = directory.readUInt16LE(at + 8);
  if (flags & 1) throw new Error('archive zip protégée par un mot de passe');
  const nameBytes = directory.subarray(at + 46, at + 46 + nameSize);
  const large = largeValues(directory.subarray(at + 46 + nameSize, at + 46 + nameSize + extraSize));
  const value = (offset: number): number => {
    const small = directory.readUInt32LE(at + offset);
    return small === 0xffffffff ? Number(large.shift() ?? small) : small;
  };
  const size = value(24);
  const packed_size = value(20);
  const offset = value(42);
  return {
    entry: {
      name: new TextDecoder(flags & 0x800 ? 'utf-8' : 'windows-1252').decode(nameBytes),
      method: directory.readUInt16LE(at + 10),
      packed_size,
      size,
      offset,
    },
    next: at + 46 + nameSize + extraSize + commentSize,
  };
};

/** Lists a zip's files (folders and metadata of systems left out). Throws a French message for a bad archive. */
export const listZip = async (path: string): Promise<ZipEntry[]> => {
  const file = await open(path);
  try {
    const { size: fileSize } = await file.stat();
    const { offset, size, count } = await readDirectory(file, fileSize);
    if (count > MAXIMUM_ENTRIES) throw new Error('archive zip avec trop de fichiers');
    const directory = Buffer.alloc(size);
    await file.read(directory, 0, size, offset);
    const entries: ZipEntry[] = [];
    for (let index = 0, at = 0; index < count; index++) {
      const { entry, next } = parseEntry(directory, at);
      at = next;
      if (!/\/$|(^|\/)(__MACOSX\/|\.)/.test(entry.name)) entries.push(entry);
    }
    return entries;
  } finally {
    await file.close();
  }
};

/** Unpacks one file of a zip to `target`; refuses one that is larger than it said, or than the allowance. */
export const extractZipEntry = async (
  path: string,
  entry: ZipEntry,
  target: string,
  allowance?: Allowance,
): Promise<void> => {
  allowance?.take(entry.size);
  if (entry.method !== 0 && entry.method !== 8) throw new Error('archive zip à compression inconnue');
  const file = await open(path);
  try {
    const header = Buffer.alloc(30);
    await file.read(header, 0, 30, entry.offset);
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed =
      entry.packed_size === 0
        ? Readable.from([])
        : file.createReadStream({ start, end: start + entry.packed_size - 1, autoClose: false });
    let written = 0;
    const bounded = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        written += chunk.length;
        done(written > entry.size ? new Error('archive zip illisible') : null, chunk);
      },
    });
    if (entry.method === 0) await pipeline(packed, bounded, createWriteStream(target));
    else await pipeline(packed, createInflateRaw(), bounded, createWriteStream(target));
  } finally {
    await file.close();
  }
};

type FileHandle = Awaited<ReturnType<typeof open>>;
