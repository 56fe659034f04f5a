import { withoutAccents } from '@palier/domain';
/** The name of an export that has none. */
export const DEFAULT_FILE_NAME = 'export';

/** Those that no system takes, and those that are not seen: one turns what follows it round, extension included. */
const NOT_IN_FILE_NAMES = /[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu;
const LONGEST_NAME = 120;
const SEPARATOR = ' - ';

/**
 * A name that every system accepts: « Soldes été - Femme - Listing.csv ». One that is too long is cut before
 * `ending`, the parts that may not be missed.
 */
export function fileName(
  parts: readonly string[],
  extension: string,
  ending: readonly string[] = [],
): string {
  const end = joinWords(ending).slice(0, LONGEST_NAME);
  const start = joinWords(parts)
    .slice(0, LONGEST_NAME - (end ? end.length + SEPARATOR.length : 0))
    .replace(/[. ]+$/, '');
  return `${[start, end].filter(Boolean).join(SEPARATOR) || DEFAULT_FILE_NAME}.${extension}`;
}

const joinWords = (parts: readonly string[]): string =>
  parts
    .map((part) => part.replaceAll(NOT_IN_FILE_NAMES, ' ').replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(SEPARATOR)
    .replace(/[. ]+$/, '');

/** The header that gives a file its name (RFC 6266): accents by RFC 5987, and without them for older clients. */
export function contentDisposition(name: string): string {
  const plain = withoutAccents(name).replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
