import { DEFAULT_LOSS_THRESHOLD_PCT } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';
import { changeSetting } from '../seen-setting.ts';

/** From which fall of merit, in points, a plan is said to lose: the organisation's, else the usual one. */
export async function lossThreshold(db: DbOrTx, scope: Scope): Promise<number> {
  const { loss_threshold_pct: own } = await organizationSettings(db, scope);
  return typeof own === 'number' ? own : DEFAULT_LOSS_THRESHOLD_PCT;
}

/** Says from which fall on a plan is said to lose. @throws 409 when it is no longer the one that was seen */
export async function setLossThreshold(
  db: Db,
  scope: Scope,
  threshold_pct: number,
  seen?: object,
): Promise<number> {
  await inTransaction(db, (tx) =>
    changeSetting(tx, scope, {
      ...{ subject: 'loss_threshold', changes: { threshold_pct }, seen },
      read: async () => ({ threshold_pct: await lossThreshold(tx, scope) }),
      write: () => changeOrganizationSettings(tx, scope, { loss_threshold_pct: threshold_pct }),
    }),
  );
  return threshold_pct;
}
