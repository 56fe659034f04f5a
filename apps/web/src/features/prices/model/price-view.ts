import type { PricedProduct, PricePage } from '@palier/contract';
import { countOf, formatMoney, formatNumber, formatShortDate, isShown, NARROW_SPACE } from '@palier/domain';
import { USUAL_TEMPLATE } from '../../../lib/prices/make-price-file.ts';

const SHOWS = [
  ...(['all', 'changes', 'since', 'risen', 'above_selling'] as const),
  ...(['full', 'less', 'none', 'unknown', 'excluded'] as const),
] as const;
/** Which products the screen shows. */
export type PriceShow = (typeof SHOWS)[number];

/** What the address says of the screen. */
export interface PriceView {
  /** Counted from 0; null: the one that shops are given. */
  phase: number | null;
  show: PriceShow;
  template_id: string;
  q: string;
  /** The product that is explained. */
  line: string | null;
}

export function readView(search: URLSearchParams): PriceView {
  const phase = Number(search.get('demarque') ?? Number.NaN);
  return {
    phase: Number.isInteger(phase) && phase > 0 ? phase - 1 : null,
    show: SHOWS.find((show) => show === search.get('voir')) ?? 'all',
    template_id: search.get('modele') ?? USUAL_TEMPLATE,
    q: search.get('q') ?? '',
    line: search.get('produit'),
  };
}

/** The address of a view: what is usual is left out. */
export function writeView({ phase, show, template_id, q, line }: PriceView): URLSearchParams {
  const search = new URLSearchParams();
  if (phase !== null) search.set('demarque', String(phase + 1));
  if (show !== 'all') search.set('voir', show);
  if (template_id !== USUAL_TEMPLATE) search.set('modele', template_id);
  if (q) search.set('q', q);
  if (line) search.set('produit', line);
  return search;
}

/** « 34,99 », without its currency, for columns whose title says it. */
export function priceNumber(price: number | null): string {
  return isShown(price) ? formatMoney(price, 'EUR').replace(/[\s\u202f\u00a0]€$/, '') : '-';
}

/** « −12 % ». */
export const announcedText = (pct: number): string => `−${pct}${NARROW_SPACE}%`;

/** The rate that a price is of its selling price, in points to the tenth; null where it is the decided one. */
export function trueRate({
  selling_price,
  price,
  discount_pct,
}: Pick<PricedProduct, 'selling_price' | 'price' | 'discount_pct'>): number | null {
  if (!isShown(selling_price) || !isShown(price) || discount_pct === null || selling_price <= 0) return null;
  const rate = Math.round((1000 * (selling_price - price)) / selling_price) / 10;
  return Math.abs(rate - discount_pct) < 0.1 ? null : rate;
}

/** « soit 30,4 % », under the rate decided; null where the price stands at it. */
export function underDecided(product: PricedProduct): string | null {
  const rate = trueRate(product);
  return rate === null ? null : `soit ${formatNumber(rate, 1)}${NARROW_SPACE}%`;
}

/**
 * What stands under a price: « était 39,99 » where it changes from one phase to the next, and where it is signed above
 * what the product sells at today, that price; null for the others.
 */
export function underPrice(
  product: PricedProduct,
): { text: string; tone: 'attention' | 'negative' | 'computed' } | null {
  const { former_price, selling_price, selling_price_now, label_count, rise, above_selling } = product;
  if (above_selling !== null)
    return { text: `prix de vente ${priceNumber(selling_price_now)}`, tone: 'negative' };
  if (rise === null && (label_count === null || former_price === null || former_price === selling_price))
    return null;
  return { text: `était ${priceNumber(former_price)}`, tone: rise === null ? 'computed' : 'attention' };
}

/** What of a phase is to be looked at before its prices are sent, in a sentence, with what shows its products. */
export function dearerNotes({
  risen_count,
  above_selling_count,
}: Pick<PricePage['summary'], 'risen_count' | 'above_selling_count'>): {
  show: 'risen' | 'above_selling';
  text: string;
}[] {
  const of = (count: number): string => countOf(count, 'produit', 'produits');
  const notes = [
    {
      ...{ show: 'above_selling' as const, count: above_selling_count },
      text: `${of(above_selling_count)} signés plus cher que leur prix de vente actuel : une livraison l’a baissé depuis la signature`,
      one: '1 produit signé plus cher que son prix de vente actuel : une livraison l’a baissé depuis la signature',
    },
    {
      ...{ show: 'risen' as const, count: risen_count },
      text: `${of(risen_count)} plus chers que sur l’étiquette de la démarque précédente`,
      one: '1 produit plus cher que sur l’étiquette de la démarque précédente',
    },
  ];
  return notes
    .filter(({ count }) => count > 0)
    .map(({ show, count, text, one }) => ({ show, text: count === 1 ? one : text }));
}

/** What stands under a prior price: its day where it is under the selling price, how sure it is where it is not. */
export function underPrior(product: PricedProduct): { text: string; tone: 'attention' | 'muted' } {
  const { prior_price_state: state, prior_price, selling_price, prior_price_date } = product;
  if (state === 'unknown' || prior_price === null) return { text: 'historique incomplet', tone: 'attention' };
  if (state === 'till') return { text: 'à confirmer', tone: 'attention' };
  if (isShown(selling_price) && prior_price < selling_price - 0.004)
    return { text: formatShortDate(prior_price_date), tone: 'attention' };
  return { text: state === 'recent' ? 'moins de 30 jours' : 'prix de vente', tone: 'muted' };
}

/** « Une ligne par lieu : 74 lieux »: what a file has a row for, when not for the price list. */
export function placesText({ by, count }: NonNullable<PricePage['places']>): string {
  return by === 'country'
    ? `Une ligne par pays\u202f: ${formatNumber(count)} pays`
    : `Une ligne par lieu\u202f: ${countOf(count, 'lieu', 'lieux')}`;
}

/** How many products no price stands for, said with why when there is one reason. */
export function excludedText({ excluded }: PricePage['summary']): string {
  const count = excluded.reduce((total, { product_count }) => total + product_count, 0);
  if (count === 0) return 'produits, aucun sans prix';
  const [only] = excluded;
  const why = excluded.length === 1 && only ? `\u202f: ${only.reason.toLowerCase()}` : '';
  return `produits, ${formatNumber(count)} sans prix${why}`;
}

/** « écart moyen 0,6 pt, 9 prix à plus de 1 pt »: how far the prices are from the rates decided. */
export function distanceText({ mean_distance_pct, far_count }: PricePage['summary']['endings']): string {
  if (mean_distance_pct === null) return 'aucun prix démarqué';
  const far = far_count === 0 ? 'aucun' : countOf(far_count, 'prix', 'prix');
  return `écart moyen ${formatNumber(mean_distance_pct, 1)}\u202fpt, ${far} à plus de 1\u202fpt`;
}
