import { countOf, plural } from '../format/count.ts';
import { formatDate } from '../format/date.ts';
import { formatMoney } from '../format/money.ts';
import { formatQuantity } from '../format/number.ts';
import { formatPercent } from '../format/percent.ts';

// What an import changes in list prices, in the words that the screen and the command share.

/** A product whose list price changes. */
export interface PriceExample {
  item_group_id: string;
  title: string | null;
  before: number;
  after: number;
  /** When it is not the organisation's. */
  currency: string | null;
  /** The day from which it changes, where that is after the data date; null: at once. */
  from: string | null;
}

/** Products whose list price moves one way; the largest moves first. */
export interface PriceMoves {
  count: number;
  /** The mean of what each changes by, in percent of what it was. */
  mean_pct: number;
  examples: PriceExample[];
}

/** What a new version changes in the prices of a list; `list` is empty for the one without a name. */
export interface PriceListEffect {
  list: string;
  /** The list of projects that choose none. */
  is_usual: boolean;
  up: PriceMoves | null;
  down: PriceMoves | null;
  /** Products that have a price no more. */
  lost_count: number;
}

/** Products signed in projects that are not over, whose list price is no longer the one signed. */
export interface SignedEffect {
  product_count: number;
  /** Those whose label would be dearer than the new list price. */
  dearer_count: number;
  project_count: number;
}

interface PriceSentence {
  text: string;
  /** « Robe (A) : 50,00 € → 52,00 € » */
  examples: string[];
}

export const priceListTitle = ({ list }: Pick<PriceListEffect, 'list'>): string =>
  list === '' ? 'Prix de vente' : `Prix de vente, tarif «\u202f${list}\u202f»`;

function exampleText(
  { item_group_id, title, before, after, currency, from }: PriceExample,
  own: string,
): string {
  const money = (price: number): string => formatMoney(price, currency ?? own);
  const name = title === null ? item_group_id : `${title} (${item_group_id})`;
  const since = from === null ? '' : ` le ${formatDate(from)}`;
  return `${name}\u202f: ${money(before)} → ${money(after)}${since}`;
}

function movesText({ count, mean_pct }: PriceMoves, one: string, many: string): string {
  const share = formatPercent(Math.abs(mean_pct));
  return `${countOf(count, one, many)} de ${share}${plural(count, '', ' en moyenne')}`;
}

/** What changes in the prices of a list, a sentence each way. */
export function priceSentences({ up, down, lost_count }: PriceListEffect, currency: string): PriceSentence[] {
  const of = (moves: PriceMoves | null, one: string, many: string): PriceSentence[] =>
    moves === null
      ? []
      : [
          {
            text: movesText(moves, one, many),
            examples: moves.examples.map((example) => exampleText(example, currency)),
          },
        ];
  return [
    ...of(up, 'prix augmente', 'prix augmentent'),
    ...of(down, 'prix baisse', 'prix baissent'),
    ...(lost_count > 0
      ? [
          {
            text: countOf(lost_count, 'produit n’a plus de prix', 'produits n’ont plus de prix'),
            examples: [],
          },
        ]
      : []),
  ];
}

/** « 12 produits sont signés à un autre prix de vente, dans 2 projets ; l’étiquette de 3 dépasserait le nouveau ». */
export function signedSentence({ product_count, dearer_count, project_count }: SignedEffect): string {
  const signed = countOf(product_count, 'produit est signé', 'produits sont signés');
  const dearer =
    dearer_count === 0
      ? ''
      : `\u202f; ${plural(dearer_count, 'l’étiquette de 1 dépasserait', `les étiquettes de ${formatQuantity(dearer_count)} dépasseraient`)} le nouveau prix`;
  return `${signed} à un autre prix de vente, dans ${countOf(project_count, 'projet')}${dearer}`;
}
