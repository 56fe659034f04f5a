import { formatQuantity } from './number.ts';

const rules = new Intl.PluralRules('fr-FR');

/** Which of two wordings a count asks for: the French plural starts at 2. */
export function plural(count: number, one: string, many: string): string {
  return rules.select(count) === 'one' ? one : many;
}

/** « 1 produit », « 0 produit », « 1 312 produits ». The plural is the word with an s unless said. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatQuantity(count)} ${plural(count, one, many)}`;
}
