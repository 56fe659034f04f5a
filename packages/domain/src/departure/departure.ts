import type { Decision } from '../decision/decision.ts';

/** Why a product is not among a project's lines: the first condition of its selection that it does not meet. */
export const ABSENCE_REASONS = ['stock', 'criteria', 'excluded', 'unknown'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

export const ABSENCE_TEXTS: Readonly<Record<AbsenceReason, string>> = {
  stock: 'Ni stock, ni commande, ni vente récente dans les lieux du projet',
  criteria: 'Hors des critères du projet',
  excluded: 'Exclu par un contrôle des données',
  unknown: 'Absent des données',
};

/** What of a line's decision tells whether somebody decided of it. */
export type DecidedPart = Pick<
  Decision,
  'discount_pct_user' | 'included' | 'optimization_goal' | 'discount_pct_reviewed' | 'discount_pct_opti'
>;

/**
 * Whether somebody decided of a line in the worked phase: a discount, an exclusion, a goal, a review, or a run sent to
 * the listing. What rules alone gave is not: they give it again when the product comes back.
 */
export function isDecided(line: DecidedPart): boolean {
  return (
    line.discount_pct_user !== null ||
    !line.included ||
    line.optimization_goal !== null ||
    line.discount_pct_reviewed ||
    line.discount_pct_opti !== null
  );
}
