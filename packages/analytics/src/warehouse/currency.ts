import { COUNTRY_CURRENCIES, CURRENCY_WRITINGS } from '@palier/domain';
import { quoteText } from '../database/sql.ts';

/** The text is written once, and found in a list: `IN` would be a join for each currency of many writings. */
function lookupSql(text: string, known: ReadonlyMap<string, string>): string {
  const list = (texts: Iterable<string>): string => `[${[...texts].map(quoteText).join(', ')}]`;
  return `(${list(known.values())})[list_position(${list(known.keys())}, ${text})]`;
}

/** `readCurrency` of the domain, but for `$`: the code of the currency that a text names, NULL when it is none. */
export const currencyCodeSql = (text: string, dollar?: string): string =>
  lookupSql(`upper(trim(${text}))`, withDollar(CURRENCY_WRITINGS, dollar));

/** The writings of currencies where `$` is another dollar than that of the United States. */
const withDollar = (known: ReadonlyMap<string, string>, dollar: string | undefined) =>
  dollar === undefined ? known : new Map([...known, ['$', dollar]]);

/** The currency of a country as files name it, NULL when it is none that we know. */
export const countryCurrencySql = (country: string): string =>
  lookupSql(`strip_accents(lower(trim(${country})))`, COUNTRY_CURRENCIES);

/** Letters and signs of a cell of money: what is left without its figures. */
const FIGURES = `[-+\\d\\s\u00a0\u202f.,()%'’]`;

const withoutFigures = (text: string): string => text.replace(/[\d\s.,'’()-]/g, '');

const UNITS: ReadonlyMap<string, string> = new Map(
  [...CURRENCY_WRITINGS].map(([writing, code]) => [withoutFigures(writing), code]),
);

/** The currency that a cell of money says beside its figures: `110,00 CHF`, `€110.00`; NULL when it says none. */
export const unitSql = (cell: string, dollar?: string): string =>
  lookupSql(`upper(regexp_replace(${cell}, ${quoteText(FIGURES)}, '', 'g'))`, withDollar(UNITS, dollar));

/** Every way of writing a currency, as an alternation of RE2, the longest first. */
export const CURRENCY_PATTERN: string = [...CURRENCY_WRITINGS.keys()]
  .sort((left, right) => right.length - left.length)
  .map((writing) => writing.replace(/[.$]/g, String.raw`\$&`))
  .join('|');
