import { countOf } from '../format/count.ts';
import { formatNumber } from '../format/number.ts';
import type { PriceEnding, PriceRounding } from './ending.ts';

/** How a rounding is chosen on screen. */
export const PRICE_ROUNDING_LABELS: Readonly<Record<PriceRounding, string>> = {
  nearest: 'Au plus proche',
  down: 'Vers le bas',
  never_above: 'Au plus proche, sans dépasser',
};

/** « ,99 »: cents as the end of a price. */
export const endingText = (cents: number): string => `,${String(cents).padStart(2, '0')}`;

/** « Terminaisons ,99 vers le bas »: what makes the prices of a list; `rules` are those of one price list. */
export function endingsText(rules: readonly PriceEnding[]): string {
  const [rule, ...others] = rules;
  if (!rule) return 'Prix au centime';
  if (others.length > 0) return `Terminaisons par tranche\u202f: ${formatNumber(rules.length)} règles`;
  const { points, rounding } = rule;
  const made =
    points.kind === 'endings'
      ? `Terminaisons ${points.cents.map(endingText).join(' ')}`
      : `Échelle de ${countOf(points.prices.length, 'prix', 'prix')},`;
  return `${made} ${PRICE_ROUNDING_LABELS[rounding].toLowerCase()}`;
}
