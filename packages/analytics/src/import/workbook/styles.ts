import { FileProblem } from '../../errors.ts';
import type { Allowance } from '../allowance.ts';
import { LIMITS } from '../limits.ts';
import type { ZipEntry } from '../zip.ts';
import { readPart } from './xml.ts';

/** Numbers of the formats that every spreadsheet program shows as dates: ECMA-376, 18.8.30. */
function isUsualDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** A format with a day, month, year or hour in it, outside its quoted texts, escapes and `[Red]`. */
function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(
    code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').replace(/general/gi, ''),
  );
}

/** Which cell formats show a number as a date, by their position. */
export async function readDateStyles(entry: ZipEntry | undefined, allowance: Allowance): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const dates: boolean[] = [];
  if (!entry) return dates;
  let inCells = false;
  await readPart(entry, allowance, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt')
        formats.set(Number(numFmtId), isDateFormat((formatCode ?? '').slice(0, 1000)));
      else if (name === 'xf' && inCells)
        dates.push(formats.get(Number(numFmtId)) ?? isUsualDate(Number(numFmtId)));
      if (dates.length > LIMITS.styles || formats.size > LIMITS.styles)
        throw new FileProblem('classeur aux formats trop nombreux');
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return dates;
}
