import { formatPercent } from '@palier/domain';

/** A level of discount by its name: « Pas de démarque », « 20 % ». */
export function discountName(discount: number): string {
  return discount === 0 ? 'Pas de démarque' : formatPercent(discount);
}
