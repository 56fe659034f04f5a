import { FileProblem } from '../../errors.ts';
import type { Allowance } from '../allowance.ts';
import { LIMITS } from '../limits.ts';
import type { ZipEntry } from '../zip.ts';
import { readPart } from './xml.ts';

/** Letters that XML cannot hold are written `_x000D_`. */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** The texts that sheets name by their number. @throws FileProblem beyond what memory should hold */
export async function readStrings(entry: ZipEntry | undefined, allowance: Allowance): Promise<string[]> {
  const strings: string[] = [];
  if (!entry) return strings;
  let letters = 0;
  let text = '';
  let listening = false;
  let phonetic = false;
  await readPart(entry, allowance, {
    open: (name) => {
      if (name === 'rPh') phonetic = true;
      else if (name === 't') listening = !phonetic;
    },
    text: (piece) => {
      if (listening) text += piece;
    },
    close: (name) => {
      if (name === 't') listening = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        letters += text.length;
        if (strings.length >= LIMITS.shared_strings || letters > LIMITS.shared_letters)
          throw new FileProblem('classeur aux textes trop nombreux : enregistrez la feuille en CSV');
        strings.push(unescapeText(text));
        text = '';
      }
    },
  });
  return strings;
}
