import type { CsvDialect } from '@palier/domain';

/** Bytes of windows-1252 above ASCII by character: what its decoder reads there, so that both agree. */
const WINDOWS_1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at))].map(
    (character, at) => [character, 128 + at],
  ),
);
const UNKNOWN = '?'.charCodeAt(0);

/** A text as the bytes of an encoding; a character that it does not have is « ? ». */
export function encodeText(text: string, encoding: CsvDialect['encoding']): Buffer {
  if (encoding !== 'windows-1252') return Buffer.from(text, 'utf8');
  return Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? UNKNOWN;
      return code < 128 ? code : (WINDOWS_1252.get(character) ?? UNKNOWN);
    }),
  );
}
