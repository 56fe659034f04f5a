import { isDeepStrictEqual } from 'node:util';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { addEntry } from '../../activities/index.ts';
import { findRepriced, markRepriced } from '../../discounts/index.ts';
import { takeVersion } from '../repository.ts';
import { readProject } from '../service.ts';
import { readPrices, type ScreenPrices } from '../validating.ts';
import { type ApprovalRow, findApproval } from './repository.ts';

export const PRICES_ON_THEIR_WAY =
  'Les prix de la démarque se recalculent : signez-la quand ils sont à jour.';

/** Whether the figures have not come yet to the endings of prices that were submitted. */
export function areOnTheirWay(
  { price_endings: submitted }: Pick<ApprovalRow, 'price_endings'>,
  { price_endings: own }: Pick<ScreenPrices, 'price_endings'>,
): boolean {
  return submitted !== null && own !== null && !isDeepStrictEqual(submitted, own);
}

/**
 * After figures are new: which lines of the submission that waits have another price than the one submitted. What comes
 * so is said in the journal. Signing compares again.
 */
export async function settleSubmittedPrices(
  deps: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
): Promise<void> {
  const { db } = deps.database;
  const { submission_id, ...row } = await readProject(db, project, project.project_id);
  const approval = submission_id === null ? undefined : await findApproval(db, project, submission_id);
  if (!approval) return;
  const prices = await readPrices(deps, project, { ...row, submission_id });
  // With other endings all prices are others: that is said once, and not of each.
  if (areOnTheirWay(approval, prices)) return;
  const { come, gone } = await findRepriced(db, project, prices.priceOf);
  if (come.length + gone.length === 0) return;
  await inTransaction(db, async (tx) => {
    const { version } = await takeVersion(tx, project, 'refresh');
    const now = await readProject(tx, project, project.project_id);
    if (now.submission_id !== submission_id) return;
    const found = await findRepriced(tx, project, prices.priceOf);
    await markRepriced(tx, project, found);
    if (found.come.length === 0) return;
    await addEntry(tx, project, {
      ...{ kind: 'lapsed', comment: null, version, ids: found.come },
      details: { approval_id: approval.approval_id, label: approval.label },
    });
  });
}
