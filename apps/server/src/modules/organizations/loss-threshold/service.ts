import { DEFAULT_LOSS_THRESHOLD_PCT } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/errors.ts';
import { isAllowed, type Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';

/** From which fall of merit, in points, a plan is said to lose: the organisation's, else the usual one. */
export async function lossThreshold(db: DbOrTx, scope: Scope): Promise<number> {
  const { loss_threshold_pct: own } = await organizationSettings(db, scope);
  return typeof own === 'number' ? own : DEFAULT_LOSS_THRESHOLD_PCT;
}

/** @throws 403 for who may not validate a markdown: those who sign say what they want to be warned of */
export async function setLossThreshold(db: Db, scope: Scope, threshold_pct: number): Promise<number> {
  if (!isAllowed(scope, 'canValidatePhases'))
    throw new ApiError('forbidden', 'Changer le seuil de perte demande une permission que vous n’avez pas.');
  await inTransaction(db, (tx) =>
    changeOrganizationSettings(tx, scope, { loss_threshold_pct: threshold_pct }),
  );
  return threshold_pct;
}
