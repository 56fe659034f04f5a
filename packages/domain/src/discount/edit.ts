import type { DiscountDecision } from './resolution.ts';
import { type DiscountPath, previousDiscount } from './steps.ts';

export type EditFault = 'not_a_level' | 'below_shield' | 'above_shield' | 'below_previous';

export const EDIT_FAULT_MESSAGES: Record<EditFault, string> = {
  not_a_level: 'Cette démarque n’est pas proposée par le projet.',
  below_shield: 'Cette démarque est inférieure au minimum fixé par les règles.',
  above_shield: 'Cette démarque dépasse le maximum fixé par les règles.',
  below_previous: 'Cette démarque est inférieure à la précédente : un prix démarqué ne remonte pas.',
};

/**
 * Why a discount may not be chosen for a line, or null when it may.
 *
 * A choice must be a level of the project, inside the line's shields, and not below the previous phase's
 * discount. null (give back the automatic value) is always allowed.
 */
export function discountFault(
  discountPct: number | null,
  line: DiscountDecision & DiscountPath,
  levels: readonly number[],
): EditFault | null {
  if (discountPct === null) return null;
  if (!levels.includes(discountPct)) return 'not_a_level';
  if (discountPct < (previousDiscount(line) ?? 0)) return 'below_previous';
  if (discountPct < (line.discount_pct_min ?? 0)) return 'below_shield';
  if (discountPct > (line.discount_pct_max ?? 100)) return 'above_shield';
  return null;
}

/** The levels that a user may choose for a line, in increasing order. */
export function allowedLevels(line: DiscountDecision & DiscountPath, levels: readonly number[]): number[] {
  return levels.filter((level) => discountFault(level, line, levels) === null);
}
