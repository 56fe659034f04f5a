import type { ConvertedAmounts, Project } from '@palier/contract';
import { currencySymbol, formatDate, formatNumber, formatWholeMoney } from '@palier/domain';
import { countOf, french } from './french.ts';

/** What of a project is in another currency than its own, in French. */
export interface ConvertedTexts {
  /** What was converted, and at which rates. */
  converted: string[];
  /** What has no rate, and is « - » on the screen. */
  unknown: string[];
}

const RATE_DIGITS = 4;

function rateText({ currency }: ConvertedAmounts, rates: readonly (number | null)[], own: string): string {
  const known = [
    ...new Set(rates.flatMap((rate) => (rate === null ? [] : [formatNumber(rate, RATE_DIGITS)]))),
  ];
  return `1 ${currencySymbol(currency)} = ${known.join(' à ')} ${currencySymbol(own)}`;
}

function salesText(one: ConvertedAmounts, own: string): string {
  const { currency, place_count, amount, first_rate_date: first, last_rate_date: last } = one;
  const where = place_count > 0 ? `${countOf(place_count, 'lieu', 'lieux')} en ${currency}, ` : '';
  const days =
    first === null
      ? 'au cours du jour de chaque vente'
      : first === last
        ? `au cours du ${formatDate(first)}`
        : `au cours du jour de chaque vente, du ${formatDate(first)} au ${formatDate(last)}`;
  const rate = rateText(one, [one.lowest_rate, one.highest_rate], own);
  return `dont ${where}${formatWholeMoney(amount, currency)} de ventes converties ${days} (${rate})`;
}

function costsText(one: ConvertedAmounts, own: string): string {
  const products = countOf(one.cost_count, 'produit', 'produits');
  return `coûts de ${products} en ${one.currency}, convertis au cours de la date des données (${rateText(one, [one.cost_rate], own)})`;
}

/** What a project counts of other currencies than its own; null when all its amounts are in its own. */
export function convertedTexts({
  snapshot,
  catalog_currency,
  accounting_currency,
}: Pick<Project, 'snapshot' | 'catalog_currency' | 'accounting_currency'>): ConvertedTexts | null {
  const all = snapshot?.converted ?? [];
  const converted = all.flatMap((one) => [
    ...(one.converted_count > 0 ? [salesText(one, catalog_currency)] : []),
    ...(one.cost_count > 0 && one.cost_rate !== null ? [costsText(one, accounting_currency)] : []),
  ]);
  const unknown = all.flatMap((one) => [
    ...(one.unknown_count > 0
      ? [
          `${countOf(one.unknown_count, 'vente', 'ventes')} en ${one.currency} sans cours : le CA et la marge des produits vendus ainsi sont « - », leurs pièces comptent`,
        ]
      : []),
    ...(one.cost_count > 0 && one.cost_rate === null
      ? [
          `coûts de ${countOf(one.cost_count, 'produit', 'produits')} en ${one.currency} sans cours : leur marge est « - »`,
        ]
      : []),
  ]);
  if (converted.length === 0 && unknown.length === 0) return null;
  return { converted: converted.map(french), unknown: unknown.map(french) };
}
