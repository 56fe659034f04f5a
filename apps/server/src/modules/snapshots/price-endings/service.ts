import { type PriceEnding, priceEndingsFault } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { refused } from '../../../http/errors.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings } from '../../organizations/index.ts';
import { listProjects, proveListed } from '../../projects/index.ts';
import { addSnapshotJob } from '../service.ts';

/**
 * Says how prices end, and has the figures of the projects that are worked on computed again: their forecasts are of
 * real prices. Projects whose phases are all validated keep theirs.
 * @throws 422 for rules that overlap or give no price
 */
export async function setOrganizationEndings(
  { database: { db }, queue }: Pick<Deps, 'database' | 'queue'>,
  scope: Scope,
  rules: readonly PriceEnding[],
): Promise<readonly PriceEnding[]> {
  const fault = priceEndingsFault(rules);
  if (fault !== null) throw refused(fault);
  await inTransaction(db, async (tx) => {
    await changeOrganizationSettings(tx, scope, { price_endings: rules });
    for (const row of await listProjects(tx, scope))
      if (row.working_phase !== null) await addSnapshotJob(tx, queue, proveListed(scope, row));
  });
  await queue.wake('snapshot');
  return rules;
}
