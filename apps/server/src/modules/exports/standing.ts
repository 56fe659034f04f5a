import { type Line, type StandingDiscount, standingDiscount } from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { refused } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { type SignedDiscount, signedDiscounts } from '../discounts/index.ts';
import type { PricePhase } from './price-phase.ts';
import { discountsOf, type PricingContext } from './priced-lines.ts';

/**
 * How a phase, and the one before, give their discount to a line: as it was signed, or as it is now in the worked one.
 * @throws 422 where nothing was validated
 */
export async function standingIn(
  db: Db,
  project: ProjectScope,
  { index, label, validated }: PricePhase,
): Promise<Pick<PricingContext, 'standing' | 'former'>> {
  const before =
    index > 0 ? await signedDiscounts(db, project, index - 1) : new Map<string, SignedDiscount>();
  const former = (line: Line) => before.get(line._id) ?? null;
  if (!validated) return { standing: (line) => workedDiscount(line, index), former };
  const signed = await signedDiscounts(db, project, index);
  if (signed.size === 0) throw refused(`Aucun prix n’a été validé pour « ${label} ».`);
  return { standing: (line) => signed.get(line._id) ?? null, former };
}

function workedDiscount(line: Line, phase: number): StandingDiscount | null {
  return standingDiscount({
    included: line.included === true,
    discount_pct: typeof line.discount_pct === 'number' ? line.discount_pct : null,
    previous_discount_pct: discountsOf(line, phase).at(-1) ?? null,
  });
}
