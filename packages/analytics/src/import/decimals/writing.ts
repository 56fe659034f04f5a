/** What a file may write before its decimals; the other one, if any, parts its thousands. */
export type DecimalSign = ',' | '.';

export const otherSign = (sign: DecimalSign): DecimalSign => (sign === ',' ? '.' : ',');

/** How the cells of a column of numbers are written: how many in each way. */
export interface NumberWriting {
  /** Cells in which a sign can but come before decimals: `12,5`, `0,125`, `1234,500`. */
  decimal: Record<DecimalSign, number>;
  /** Cells in which a sign can but part thousands: `1.234.567`. */
  thousands: Record<DecimalSign, number>;
  /** Cells that are read both ways: `1.234`. */
  either: Record<DecimalSign, number>;
  /** Of those, the ones that end in three zeros: `1.000`. */
  round: number;
  /** Whole numbers without a sign, up to 999 and beyond. */
  short: number;
  long: number;
  /** Sum of those up to 999, and of those read both ways, their thousands parted. */
  short_sum: number;
  either_sum: number;
}

export const NOTHING_WRITTEN: NumberWriting = {
  decimal: { ',': 0, '.': 0 },
  thousands: { ',': 0, '.': 0 },
  either: { ',': 0, '.': 0 },
  ...{ round: 0, short: 0, long: 0, short_sum: 0, either_sum: 0 },
};

/** What parts thousands without any doubt. */
export const BLANKS = "[\\s\u00a0\u202f'’]";

/** The patterns of a cell without its blanks, for JavaScript and DuckDB alike. What is no digit may stand around. */
function whole(core: string): string {
  return `^[^\\d.,]*(?:${core})[^\\d.,]*$`;
}

function patternsOf(sign: DecimalSign): { decimal: string; thousands: string; either: string } {
  const [own, other] = [`\\${sign}`, `\\${otherSign(sign)}`];
  const parted = `\\d{1,3}(?:${other}\\d{3})+`;
  const short = `(?:\\d+|${parted})?${own}(?:\\d{1,2}|\\d{4,})`;
  return {
    decimal: whole(`${short}|(?:0|\\d{4,}|${parted})${own}\\d{3}`),
    thousands: whole(`[1-9]\\d{0,2}(?:${own}\\d{3}){2,}`),
    either: whole(`[1-9]\\d{0,2}${own}\\d{3}`),
  };
}

export const PATTERNS = {
  ',': patternsOf(','),
  '.': patternsOf('.'),
  short: whole('\\d{1,3}'),
  long: whole('\\d{4,}'),
  round: whole('\\d+[.,]000'),
} as const;

const matcher = (pattern: string): RegExp => new RegExp(pattern);
const EXPRESSIONS = {
  ',': { decimal: matcher(PATTERNS[','].decimal), thousands: matcher(PATTERNS[','].thousands) },
  '.': { decimal: matcher(PATTERNS['.'].decimal), thousands: matcher(PATTERNS['.'].thousands) },
  either: { ',': matcher(PATTERNS[','].either), '.': matcher(PATTERNS['.'].either) },
  ...{ short: matcher(PATTERNS.short), long: matcher(PATTERNS.long), round: matcher(PATTERNS.round) },
};
const EVERY_BLANK = new RegExp(BLANKS, 'g');

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Whether a text may have a number that ends in a sign and three zeros: `2.000`. */
export function holdsRound(bytes: Buffer, sign: DecimalSign): boolean {
  const round = `${sign}000`;
  for (let at = bytes.indexOf(round); at >= 0; at = bytes.indexOf(round, at + 1))
    if (isDigit(bytes[at - 1]) && !isDigit(bytes[at + 4])) return true;
  return false;
}

/** How the cells of a column are written. */
export function writingOfCells(cells: readonly string[]): NumberWriting {
  const found = structuredClone(NOTHING_WRITTEN);
  for (const cell of cells) {
    const text = cell.replace(EVERY_BLANK, '');
    const digits = Number(text.replace(/\D/g, ''));
    const is = (expression: RegExp): boolean => expression.test(text);
    for (const sign of [',', '.'] as const) {
      if (is(EXPRESSIONS[sign].decimal)) found.decimal[sign]++;
      else if (is(EXPRESSIONS[sign].thousands)) found.thousands[sign]++;
      else if (is(EXPRESSIONS.either[sign])) {
        found.either[sign]++;
        found.either_sum += digits;
        if (is(EXPRESSIONS.round)) found.round++;
      }
    }
    if (is(EXPRESSIONS.short)) {
      found.short++;
      found.short_sum += digits;
    } else if (is(EXPRESSIONS.long)) found.long++;
  }
  return found;
}

/** A sign before decimals, and whether the cells prove it or only make it likely. */
export interface DecimalReading {
  sign: DecimalSign;
  is_sure: boolean;
}

/** What the cells of a column prove; null when they prove nothing. Pieces are whole. */
function provenSign(writing: NumberWriting, arePieces: boolean): DecimalSign | null {
  const { decimal, thousands, either, round, short, long } = writing;
  if (decimal[','] + decimal['.'] > 0) return decimal[','] > decimal['.'] ? ',' : '.';
  if (thousands[','] + thousands['.'] > 0) return thousands[','] > thousands['.'] ? '.' : ',';
  if (!arePieces || either[','] > 0 === either['.'] > 0) return null;
  const sign = either[','] > 0 ? ',' : '.';
  // Three decimals of every count, as SAP writes it: each has its sign, and nothing behind it.
  if (short + long === 0 && round === either[sign]) return sign;
  return short > 0 && long === 0 ? otherSign(sign) : null;
}

/** Numbers that, with their thousands parted, are so many times as large as the others had rather decimals. */
const FAR_LARGER = 30;

/** What is likely of cells that prove nothing; null where none has a sign. */
function likelySign(writing: NumberWriting, arePieces: boolean): DecimalSign | null {
  const { either, short, long, short_sum, either_sum } = writing;
  const count = either[','] + either['.'];
  if (count === 0) return null;
  const sign = either[','] > either['.'] ? ',' : '.';
  if (arePieces) return otherSign(sign);
  const isFar = either_sum / count > (FAR_LARGER * short_sum) / Math.max(1, short);
  return short === 0 || long > 0 || isFar ? sign : otherSign(sign);
}

/** A column of numbers, and whether it counts pieces. */
export interface WrittenColumn {
  writing: NumberWriting;
  pieces: boolean;
}

/**
 * What comes before the decimals of a file, which one tool wrote: what the most cells prove, in any of its columns of
 * numbers; null where no cell says anything.
 */
export function decimalOf(columns: readonly WrittenColumn[]): DecimalReading | null {
  const all = (proof: 'decimal' | 'thousands', sign: DecimalSign): number =>
    columns.reduce((sum, { writing }) => sum + writing[proof][sign], 0);
  for (const proof of ['decimal', 'thousands'] as const) {
    const [comma, point] = [all(proof, ','), all(proof, '.')];
    if (comma + point === 0) continue;
    const most: DecimalSign = comma > point ? ',' : '.';
    return { sign: proof === 'decimal' ? most : otherSign(most), is_sure: true };
  }
  for (const { writing, pieces } of columns) {
    const sign = provenSign(writing, pieces);
    if (sign !== null) return { sign, is_sure: true };
  }
  const [sign] = columns.flatMap(({ writing, pieces }) => likelySign(writing, pieces) ?? []);
  return sign === undefined ? null : { sign, is_sure: false };
}
