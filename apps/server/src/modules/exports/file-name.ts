/** The name of an export that has none. */
export const DEFAULT_FILE_NAME = 'export';

const NOT_IN_FILE_NAMES = /[<>:"/\\|?*\p{Cc}]+/gu;
const LONGEST_NAME = 120;

/** A name that every system accepts: « Soldes été - Femme - Listing.csv ». */
export function fileName(parts: readonly string[], extension: string): string {
  const name = parts
    .map((part) => part.replaceAll(NOT_IN_FILE_NAMES, ' ').replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' - ')
    .slice(0, LONGEST_NAME)
    .replace(/[. ]+$/, '');
  return `${name || DEFAULT_FILE_NAME}.${extension}`;
}

/** The header that gives a file its name (RFC 6266): accents by RFC 5987, and without them for older clients. */
export function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
