import { currencyOfHeading, readCurrency } from '@palier/domain';
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

/** What a cell format says of the number beneath it. */
export interface CellStyle {
  is_date: boolean;
  /** The currency that it shows beside the number; null: none that we know. */
  currency: string | null;
}

/** The currency that a format shows: `[$CHF] #,##0.00`, `#,##0.00 "€"`, `[$€-40C]`; a locale alone (`[$-40C]`) is none. */
function currencyOfFormat(code: string): string | null {
  // The first of its parts is that of positive numbers; the others say the same currency, or none.
  const [shown = ''] = code.split(';');
  const signs = shown.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(\S)|(\$)/g);
  const named = [...signs].flatMap(([, ...groups]) => readCurrency(groups.join('')) ?? []);
  return named[0] ?? currencyOfHeading(shown.replace(/\[[^\]]*\]|_.|\*./g, ' ').replace(/["\\]/g, ' '));
}

const PLAIN: CellStyle = { is_date: false, currency: null };

function styleOf(code: string): CellStyle {
  const is_date = isDateFormat(code);
  return { is_date, currency: is_date ? null : currencyOfFormat(code) };
}

/** What cell formats say of numbers, by their position. */
export async function readCellStyles(
  entry: ZipEntry | undefined,
  allowance: Allowance,
): Promise<CellStyle[]> {
  const formats = new Map<number, CellStyle>();
  const styles: CellStyle[] = [];
  if (!entry) return styles;
  let inCells = false;
  await readPart(entry, allowance, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') formats.set(Number(numFmtId), styleOf((formatCode ?? '').slice(0, 1000)));
      else if (name === 'xf' && inCells)
        styles.push(formats.get(Number(numFmtId)) ?? { ...PLAIN, is_date: isUsualDate(Number(numFmtId)) });
      if (styles.length > LIMITS.styles || formats.size > LIMITS.styles)
        throw new FileProblem('classeur aux formats trop nombreux');
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}
