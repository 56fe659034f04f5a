import type { PricedProduct } from '@palier/contract';
import {
  addDays,
  endingsText,
  formatDateRange,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShortDate,
  isShown,
  markedDownPrice,
  PRIOR_PRICE_STATE_LABELS,
  type PriceEnding,
  priceRise,
} from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import { lowestDays } from '../../../lib/prices/price-days.ts';
import { announcedText } from './price-view.ts';

/** A step of what makes an announcement: what it is, why, and what it gives. */
export interface WhyStep {
  title: string;
  why: string;
  gives: string;
}

/** The question that the panel answers. */
export function whyQuestion({ discount_pct, announced_pct, announcement }: PricedProduct): string {
  if (discount_pct === null) return 'Pourquoi aucun prix ?';
  if (announcement === null) return 'Un prix sans réduction';
  if (announcement === 'none' || announcement === 'unknown' || announced_pct === null)
    return 'Pourquoi aucune annonce ?';
  if (announced_pct === discount_pct) return `Pourquoi ${announcedText(announced_pct)} ?`;
  return `Pourquoi ${formatPercent(announced_pct, 0)} et non ${formatPercent(discount_pct, 0)} ?`;
}

/** What leads from the discount decided to the percentage announced; `endings`: what the prices of the phase follow. */
export function whySteps(
  product: PricedProduct,
  currency: string,
  endings: readonly PriceEnding[],
): WhyStep[] {
  const { discount_pct, price, prior_price, selling_price } = product;
  const money = (amount: number | null): string => (isShown(amount) ? formatMoney(amount, currency) : '-');
  if (discount_pct === null) return [];
  const raw = isShown(selling_price) ? selling_price * (1 - discount_pct / 100) : null;
  // Nothing is reduced: nothing may be announced, and nothing leads there.
  const isReduced = product.announcement !== null;
  const rounded = isShown(raw) && isShown(price) && Math.abs(raw - price) > 0.0004;
  return [
    {
      title: french(`Prix décidé : ${formatPercent(discount_pct, 0)} sur ${money(selling_price)}`),
      why: rounded
        ? french(`${formatNumber(raw, 3)} €, ${labelWhy(product, endings)}`).replace(
            '€',
            currencyMark(currency),
          )
        : 'le prix du tarif moins la démarque',
      gives: money(price),
    },
    {
      title: french(
        `Prix antérieur : le plus bas du ${formatShortDate(product.counted_from)} au ${formatShortDate(addDays(product.reduced_from, -1))}`,
      ),
      why: priorWhy(product),
      gives: money(prior_price),
    },
    ...(isReduced ? [chainStep(product, money(prior_price))] : []),
    ...(isReduced ? [announceStep(product, money)] : []),
  ];
}

function labelWhy(
  { selling_price, discount_pct, price }: PricedProduct,
  endings: readonly PriceEnding[],
): string {
  const isEnded = isShown(selling_price) && price !== markedDownPrice(selling_price, discount_pct ?? 0);
  return isEnded && endings.length > 0
    ? endingsText(endings).replace(/^./, (letter) => letter.toLowerCase())
    : 'écrit au prix qu’une étiquette porte';
}

function chainStep(product: PricedProduct, gives: string): WhyStep {
  return { title: 'Démarques successives', why: chainWhy(product, product.phases.length), gives };
}

function announceStep(product: PricedProduct, money: (amount: number | null) => string): WhyStep {
  const { price, prior_price, announced_pct } = product;
  return {
    title:
      isShown(price) && isShown(prior_price) && prior_price > 0
        ? french(
            `Annonce : 1 − ${money(price)} ÷ ${money(prior_price)} = ${formatPercent(100 * (1 - price / prior_price))}`,
          )
        : 'Annonce',
    why: announceWhy(product),
    gives: announced_pct === null ? 'aucune' : announcedText(announced_pct),
  };
}

const currencyMark = (currency: string): string =>
  formatMoney(0, currency).replace(/[\d,\s\u202f\u00a0]/g, '');

function priorWhy(product: PricedProduct): string {
  const { prior_price_state: state, prior_price_source: source, sales_count } = product;
  if (product.prior_price === null)
    return 'l’historique des prix ne couvre pas ces jours : importez les tarifs datés';
  const where =
    source === 'till'
      ? `${countOf(sales_count ?? 0, 'vente')} en caisse à ce prix`
      : source === 'paid'
        ? 'tarif des prix payés'
        : 'tarif daté';
  const lowest = lowestDays(product);
  const days =
    source === 'till' && lowest
      ? `, la première le ${formatShortDate(lowest.from)}`
      : lowest
        ? `, ${formatDateRange(lowest.from, addDays(lowest.until, -1))}`
        : ', tous ces jours';
  return french(`${where}${days} · ${PRIOR_PRICE_STATE_LABELS[state].toLowerCase()}`);
}

function chainWhy({ reduced_from, phases }: PricedProduct, count: number): string {
  const current = phases[count - 1];
  if (!current || current.first_day === reduced_from)
    return 'c’est la première réduction du produit dans ce projet';
  return french(
    `le prix n’est pas remonté depuis le ${formatShortDate(reduced_from)} : le prix antérieur reste celui d’avant ce jour`,
  );
}

function announceWhy({ announcement }: PricedProduct): string {
  if (announcement === 'none')
    return 'le prix n’est pas sous le prix antérieur : il se vend, sans réduction annoncée';
  if (announcement === 'unknown') return 'sans prix antérieur établi, aucun pourcentage';
  return announcement === null ? 'rien n’est réduit' : 'arrondie au point inférieur';
}

/**
 * Why a price is to be looked at before it is sent: it is dearer than what the product sells at since its signature, or
 * than its label of the phase before; null where it is not.
 */
export function dearerText(product: PricedProduct, currency: string): string | null {
  const { rise, above_selling, price, selling_price_now, former_price } = product;
  const isAbove = (other: number | null): boolean =>
    isShown(price) && isShown(other) && priceRise(price, other) !== null;
  const money = (amount: number | null): string => formatMoney(amount, currency);
  if (above_selling !== null)
    return french(
      isAbove(selling_price_now)
        ? `Signé à ${money(price)}, plus cher que le prix de vente actuel : ${money(selling_price_now)}`
        : 'Une taille est signée plus cher que son prix de vente actuel',
    );
  if (rise === null) return null;
  return french(
    isAbove(former_price)
      ? `Plus cher que l’étiquette de la démarque précédente : ${money(former_price)}, puis ${money(price)}`
      : 'Une taille est plus chère que son étiquette de la démarque précédente',
  );
}
