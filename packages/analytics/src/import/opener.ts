import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FileProblem, isSystemError } from '../errors.ts';
import { type Allowance, within } from './allowance.ts';
import { LIMITS } from './limits.ts';
import { type NextPath, signature } from './open-text.ts';
import type { SourceFile } from './types.ts';
import { openZip, unpack, type Zip } from './zip.ts';

export interface UnreadableSource {
  name: string;
  size_bytes: number;
  problem: string;
}

/** A file that is out of its archives. */
export interface Found {
  file: SourceFile;
  size_bytes: number;
  /** What it may still unpack. */
  allowance: Allowance;
}

/** What is made of each file that is found. */
export interface Finds {
  text(found: Found): Promise<void>;
  workbook(found: Found, zip: Zip): Promise<void>;
  parquet(found: Found): Promise<void>;
  unreadable(source: UnreadableSource): void;
  /** Whether a file is read later, from where it was unpacked. */
  keeps(path: string): boolean;
}

const TEXT_NAME = /\.(csv|tsv|txt|tab)$/i;
/** What systems add to an archive: hidden files, and the marks of a Mac. */
const OF_A_SYSTEM = /(^|\/)(__MACOSX\/|\.[^./])/;
const NOT_DATA = /\.(json|md|pdf|png|jpe?g|svg|webp|docx?)$/i;

/** Letters of a name that reach the disk or the screen. */
const NAME_LETTERS = 150;

/** New paths in a folder; of a name that others chose, only plain letters are left. */
export function pathsIn(folder: string): NextPath {
  let count = 0;
  return (name) =>
    join(
      folder,
      `${count++}-${basename(name)
        .slice(-NAME_LETTERS)
        .replace(/[^\w.-]/g, '_')}`,
    );
}

/** The name of a file of an archive, as it is shown and kept: no database takes a NUL. */
const nameInside = (name: string): string =>
  basename(name)
    .slice(-NAME_LETTERS)
    .replace(/\p{Cc}/gu, '_');

/** Opens a customer's files, one after the other: archives are unpacked, and what is in them is told by its content. */
export class Opener {
  readonly #finds: Finds;
  readonly #nextPath: NextPath;
  readonly #onFile: ((name: string) => void) | undefined;

  /** `onFile` is called before a file is looked at. */
  constructor(finds: Finds, nextPath: NextPath, onFile?: (name: string) => void) {
    this.#finds = finds;
    this.#nextPath = nextPath;
    this.#onFile = onFile;
  }

  async open(file: SourceFile, allowance: Allowance, depth = 0): Promise<void> {
    this.#onFile?.(file.name);
    try {
      if (depth > LIMITS.nesting) throw new FileProblem('archives emboîtées trop profondément');
      if (NOT_DATA.test(file.name)) throw new FileProblem('ce n’est pas un fichier de données');
      await this.#openByContent(file, allowance, depth);
    } catch (error) {
      if (isSystemError(error)) throw error;
      const size_bytes = await stat(file.path).then(
        (found) => found.size,
        () => 0,
      );
      this.#finds.unreadable({ name: file.name, size_bytes, problem: problemOf(error, file.name) });
    }
  }

  async #openByContent(file: SourceFile, allowance: Allowance, depth: number): Promise<void> {
    const { size } = await stat(file.path);
    const start = await signature(file.path);
    if (size === 0) throw new FileProblem('fichier vide');
    if (start.startsWith('\u001f\u008b')) return this.#openGzip(file, allowance.ofArchive(size), depth);
    if (start === 'PAR1') return this.#finds.parquet({ file, size_bytes: size, allowance });
    if (start === '\u00d0\u00cf\u0011\u00e0')
      throw new FileProblem(
        'classeur protégé par un mot de passe ou d’un ancien format : enregistrez-le en .xlsx, sans mot de passe',
      );
    if (start !== 'PK\u0003\u0004' && start !== 'PK\u0005\u0006')
      return this.#finds.text({ file, size_bytes: size, allowance });
    const zip = await openZip(file.path);
    try {
      const found = { file, size_bytes: size, allowance: allowance.ofArchive(size) };
      if (zip.entries.some(({ name }) => name === '[Content_Types].xml'))
        await this.#finds.workbook(found, zip);
      else await this.#openZip(zip, found.allowance, depth);
    } finally {
      zip.close();
    }
  }

  async #openGzip(file: SourceFile, allowance: Allowance, depth: number): Promise<void> {
    const name = file.name.replace(/\.gz$/i, '');
    const path = this.#nextPath(name);
    try {
      await pipeline(createReadStream(file.path), createGunzip(), within(allowance), createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error instanceof FileProblem || isSystemError(error)
        ? error
        : new FileProblem('archive gzip illisible ou abîmée');
    }
    return this.open({ path, name }, allowance, depth + 1);
  }

  async #openZip(zip: Zip, allowance: Allowance, depth: number): Promise<void> {
    for (const entry of zip.entries.filter(({ name }) => !OF_A_SYSTEM.test(name))) {
      const path = this.#nextPath(entry.name);
      await unpack(entry, path, allowance);
      await this.open({ path, name: nameInside(entry.name) }, allowance, depth + 1);
      // What was unpacked to be unpacked again, or to be refused, is not kept on the disk.
      if (!this.#finds.keeps(path)) await rm(path, { force: true });
    }
  }
}

/** French: why a file cannot be read. */
export function problemOf(error: unknown, name: string): string {
  if (error instanceof FileProblem) return error.message;
  return TEXT_NAME.test(name) ? 'fichier illisible' : 'fichier illisible ou de format inconnu';
}
