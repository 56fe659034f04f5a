/** Narrow no-break space: before ; : ! ? % € and inside « ». */
const narrow = '\u202f';

/**
 * French typography for a sentence written with ordinary spaces: narrow no-break spaces before
 * high punctuation, units and inside quotation marks, so that sources stay readable.
 */
export function french(text: string): string {
  return text
    .replace(/ ([;:!?»%€])/g, `${narrow}$1`)
    .replace(/« /g, `«${narrow}`)
    .replace(/ (k€|M€)/g, `${narrow}$1`);
}

const rules = new Intl.PluralRules('fr-FR');
const integers = new Intl.NumberFormat('fr-FR');

/** Which of two wordings a count asks for: the French plural starts at 2. */
export function plural(count: number, one: string, many: string): string {
  return rules.select(count) === 'one' ? one : many;
}

/** « 1 produit », « 0 produit », « 1 312 produits ». */
export function countOf(count: number, one: string, many: string): string {
  return `${integers.format(count)} ${plural(count, one, many)}`;
}
