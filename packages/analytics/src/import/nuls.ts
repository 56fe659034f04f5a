import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { quoteText } from '../database/sql.ts';
import { FileProblem } from '../errors.ts';

/**
 * What stands in the place of a NUL from the opening of a file on: neither PostgreSQL nor DuckDB's SQL takes a NUL, and
 * nobody sees one. A cell with it is refused, also where a file of refused rows is sent again as it is.
 */
export const NUL_SIGN = '␀';
const NUL_SIGN_BYTES = Buffer.from(NUL_SIGN);

export const NUL_REASON = 'caractère nul dans la cellule';

export const holdsNul = (bytes: Buffer): boolean => bytes.includes(0) || bytes.includes(NUL_SIGN_BYTES);

/** A text with the sign in the place of each NUL. */
export const withNulSigns = (text: string): string => text.replaceAll('\u0000', NUL_SIGN);

/** SQL that is true of a cell that had a NUL. */
export const hadNulSql = (cell: string): string => `contains(${cell}, ${quoteText(NUL_SIGN)})`;

/** SQL of a text with the sign in the place of each NUL. */
export const nulSignSql = (text: string): string => `replace(${text}, chr(0), ${quoteText(NUL_SIGN)})`;

/** @throws FileProblem for a heading that had a NUL: no column has such a name */
export function refuseNuls(headings: readonly string[]): void {
  if (headings.some((heading) => heading.includes('\u0000') || heading.includes(NUL_SIGN)))
    throw new FileProblem('caractère nul dans un titre de colonne');
}

/** One sign in so many that no text has: the file is an image, or of an encoding without its mark. */
const MOST_SHARE = 1 / 20;

/** Whether the first characters of a file that holds a NUL are of no text. */
export function isNoText(head: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  const odd = head.match(/[\u0000-\u0008\u000b\u000e-\u001f]/g)?.length ?? 0;
  return head.includes('\u0000') && odd > head.length * MOST_SHARE;
}

/** Bytes as one letter each, so that none but the NULs is touched. */
const SIGN_LETTERS = NUL_SIGN_BYTES.toString('latin1');

/** Writes a file of UTF-8 again with a sign in the place of each NUL. */
export async function writeNulSigns(from: string, to: string): Promise<void> {
  const rewrite = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!chunk.includes(0)) return done(null, chunk);
      done(null, Buffer.from(chunk.toString('latin1').replaceAll('\u0000', SIGN_LETTERS), 'latin1'));
    },
  });
  await pipeline(createReadStream(from), rewrite, createWriteStream(to));
}
