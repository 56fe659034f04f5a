import { effectiveDiscount } from '@palier/domain';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { allLines } from './repository.ts';

/**
 * Discounts that somebody or an optimisation has chosen for the worked phase, in points, in the order of `ids`; NaN where
 * a line only goes on with the one before.
 */
export async function chosenDiscounts(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
): Promise<Float64Array> {
  const chosen = new Map<string, number>();
  for (const line of await allLines(db, project)) {
    const decided = line.discount_pct_user !== null || line.discount_pct_opti !== null;
    const discount = decided ? effectiveDiscount(line) : null;
    if (discount !== null) chosen.set(line.discount_id, discount);
  }
  return Float64Array.from(ids, (id) => chosen.get(id) ?? Number.NaN);
}
