import { FileProblem } from '../../errors.ts';
import type { Allowance } from '../allowance.ts';
import { LIMITS } from '../limits.ts';
import type { ZipEntry } from '../zip.ts';
import { readPart } from './xml.ts';

/** What Unicode says is no letter: no workbook may hold them. */
const NO_LETTER = /[\ufffe\uffff]/g;

/** Letters that XML cannot hold are written `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  const plain = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain.toWellFormed().replace(NO_LETTER, '\ufffd');
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
