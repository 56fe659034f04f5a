import { DEFAULT_LOSS_THRESHOLD_PCT } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';

/** From which fall of merit, in points, a plan is said to lose: the organisation's, else the usual one. */
export async function lossThreshold(db: DbOrTx, scope: Scope): Promise<number> {
  const { loss_threshold_pct: own } = await organizationSettings(db, scope);
  return typeof own === 'number' ? own : DEFAULT_LOSS_THRESHOLD_PCT;
}

/** Says from which fall on a plan is said to lose. */
export async function setLossThreshold(db: Db, scope: Scope, threshold_pct: number): Promise<number> {
  await inTransaction(db, (tx) =>
    changeOrganizationSettings(tx, scope, { loss_threshold_pct: threshold_pct }),
  );
  return threshold_pct;
}
