import { CURRENCY_WRITINGS } from '@palier/domain';
import { COUNT_UNITS } from '../count-units.ts';
import { fiscalForm } from '../dates/fiscal-sql.ts';
import { monthNamed } from '../dates/named-period.ts';
import { isCancelled, isEnded, isMovement, isYesOrNo } from '../movements.ts';

/** What the first values of a column look like. Shares are of the values that are filled, 0 to 1. */
export interface ValueProfile {
  filled: number;
  /** Of all rows. */
  filled_share: number;
  distinct: number;
  dates: number;
  numbers: number;
  whole: number;
  negative: number;
  /** Numbers with one or two decimals, or a currency. */
  money: number;
  /** Article numbers of 8 to 14 digits whose check digit is right. */
  eans: number;
  sizes: number;
  /** Whole numbers from -20 to 20 but 0: what one line of a ticket sells. */
  few: number;
  /** Largest absolute value among the numbers. */
  largest: number;
  /** Earliest and latest day, when the column has dates whose order of day and month is plain or French. */
  first_day: string | null;
  last_day: string | null;
  percents: number;
  /** Names of months without their year. */
  months: number;
  /** Dates with an hour of their own. */
  times: number;
  /** Numbers that are 1 or 2, or -1. */
  ones: number;
  /** Letters and figures in one word, as codes have. */
  coded: number;
  /** Several words, as names and descriptions have. */
  phrases: number;
  /** Kinds of stock movements: sales, receptions, transfers. */
  movements: number;
  /** Cancelled or refunded orders. */
  cancelled: number;
  /** States by which nothing more of an order will come. */
  ended: number;
  /** Yes or no, in any language. */
  answers: number;
  /** Values that are codes of products, or of places, of the organisation; 0 where none is known. */
  known_products: number;
  known_places: number;
}

const DATE =
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|((19|20)\d{2}|1?(2[1-9]|3\d))(0[1-9]|1[0-2])([0-2]\d|3[01]))([ T].*)?$/;
/** `04-Jun-26`, « 4 juin 2026 ». */
const WRITTEN_DATE = /^\d{1,2}(er)?[-/. ]\p{L}{3,9}\.?[-/., ]+(20\d{2}|\d{2})([ T].*)?$/u;
const WEEK = /^((19|20)\d{2}[-/ ]?[WS]\d{1,2}|[WS]\d{1,2}[-/ ]?(19|20)\d{2})$/i;
/** `2026-05`, `05/2026`, `11.2025`, « juin 2026 ». */
const MONTH =
  /^((19|20)\d{2}[-/](0?[1-9]|1[0-2])|(0?[1-9]|1[0-2])[-/.](19|20)\d{2}|(jan|f[eé][bv]|m[aä]r|a[pv]r|ma[iy]|jui?n|jui?l|a[ou][ugû]|sep|o[ck]t|nov|d[eé][cz])\p{L}*\.?[-/. ](20\d{2}|\d{2}))$/iu;
const NUMBER = /^[-+(]?\s?[\d\s\u00a0\u202f.,'’]*\d\s?[)-]?$/;
const WHOLE = /^-?(\d+|\d{1,3}([\s'’]\d{3})+)([.,]0+)?$/;
const MONEY = /^[-+(]?\d[\d\s\u00a0\u202f.,'’]*[.,]\d{1,2}[)-]?$/;
const CURRENCY = new RegExp(`[€$£¥]|\\b(${[...new Set(CURRENCY_WRITINGS.values())].join('|')})\\b`, 'i');
const COUNTED = new RegExp(String.raw`(?<=^[-+]?\d[\d.,]*\s?)(${COUNT_UNITS})\.?$`, 'i');
const LETTER_SIZE =
  /^(\d?X{0,4}[SL]|M|XXS|TU|T\.?U\.?|U|UNIQUE|TAILLE UNIQUE|OS|ONE SIZE|[SML]\/[SML]|[X2345]{1,3}[SL]|\d{1,2}X?[LS])$/i;
const NUMBER_SIZE = /^(T|FR|EU|UK|US)?\s?(\d{2}([.,]5)?(\/\d{2})?|\d{1,2}[.,]5)$/i;
const YOUNG_SIZE = /^\d{1,2}(\/\d{1,2})?\s?(ANS?|MOIS|M|A|Y|YEARS?|MONTHS?|CM)$/i;
const BRA_SIZE = /^\d{2,3}[A-H]$/i;

/** Whether a text is a size as labels write it: `M`, `38`, `42,5`, `6 ANS`, `90B`, `TU`. */
export function isSize(value: string): boolean {
  const text = value.trim();
  return (
    LETTER_SIZE.test(text) ||
    BRA_SIZE.test(text) ||
    YOUNG_SIZE.test(text) ||
    (NUMBER_SIZE.test(text) && plainSize(text))
  );
}

/** 32 to 60, shoes 15 to 50, collars: what stands on labels, not any number of two digits. */
function plainSize(text: string): boolean {
  const number = Number(/\d+/.exec(text)?.[0]);
  return number >= 15 && number <= 68;
}

function isEan(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = [...text].map(Number);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** The day of a date in its plain or French writing, as ISO; null where it cannot be recognised. */
function dayOf(text: string): string | null {
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`;
  const written = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/.exec(text);
  if (!written) return null;
  const [, first = '', second = '', year = ''] = written;
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function numberOf(text: string): number {
  const bare = text.replace(/[^\d.,-]/g, '');
  const point = bare.replace(/[.,](?=.*[.,])/g, '').replace(',', '.');
  return Math.abs(Number(point));
}

/** Codes of the organisation among the values that a delivery shows. */
export interface KnownCodes {
  products: ReadonlySet<string>;
  places: ReadonlySet<string>;
}

export const NO_CODES: KnownCodes = { products: new Set(), places: new Set() };

/** Looks at the values of one column. */
export function profileOf(values: readonly string[], codes: KnownCodes = NO_CODES): ValueProfile {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  // Dates, places, sizes and quantities come again and again: each writing is looked at once.
  const times = new Map<string, number>();
  for (const value of filled) times.set(value, (times.get(value) ?? 0) + 1);
  const distinct = [...times.keys()];
  const share = (test: (value: string) => boolean): number => {
    let rows = 0;
    for (const [value, count] of times) if (test(value)) rows += count;
    return filled.length === 0 ? 0 : rows / filled.length;
  };
  const isDate = (value: string): boolean =>
    DATE.test(value) ||
    WRITTEN_DATE.test(value) ||
    WEEK.test(value) ||
    MONTH.test(value) ||
    fiscalForm(value) !== null;
  const counted = (value: string): string => value.replace(COUNTED, '').trim();
  const bare = (value: string): string => counted(value.replace(CURRENCY, '').replace('%', '').trim());
  const isNumber = (value: string): boolean =>
    NUMBER.test(bare(value)) && !/^\d+[./-]\d+[./-]\d+$/.test(value);
  const numbers = distinct.filter(isNumber);
  const days = distinct.flatMap((value) => (DATE.test(value) ? (dayOf(value) ?? []) : [])).sort();
  return {
    filled: filled.length,
    filled_share: values.length === 0 ? 0 : filled.length / values.length,
    distinct: distinct.length,
    dates: share(isDate),
    numbers: share(isNumber),
    whole: share((value) => WHOLE.test(counted(value))),
    negative: share((value) => isNumber(value) && /^[-(]|-$/.test(value)),
    money: share((value) => isNumber(value) && (CURRENCY.test(value) || MONEY.test(value))),
    eans: share(isEan),
    sizes: share(isSize),
    few: share((value) => /^-?\d{1,2}([.,]0+)?$/.test(value) && numberOf(value) > 0 && numberOf(value) <= 20),
    largest: numbers.reduce((largest, value) => Math.max(largest, numberOf(bare(value)) || 0), 0),
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    phrases: share((value) => /\p{L}{2}[\s,].*\p{L}{2}/u.test(value)),
    coded: share((value) => /^(?=.*\d)(?=.*\p{L})[\p{L}\d][\p{L}\d._/-]+$/u.test(value)),
    movements: share(isMovement),
    cancelled: share(isCancelled),
    ended: share(isEnded),
    answers: share(isYesOrNo),
    times: share(
      (value) => isDate(value) && /\d[T ]\d{1,2}[:h]\d{2}/.test(value) && !/[T ]00?:00(:00)?/.test(value),
    ),
    ones: share((value) => /^-?[12]([.,]0+)?$/.test(value)),
    percents: share((value) => value.endsWith('%')),
    months: share((value) => monthNamed(value) !== null),
    known_products: codes.products.size === 0 ? 0 : share((value) => codes.products.has(value)),
    known_places: codes.places.size === 0 ? 0 : share((value) => codes.places.has(value)),
  };
}
