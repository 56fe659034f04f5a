import { type PriceEnding, priceEndingsFault } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { refused } from '../../../http/errors.ts';
import type { Scope } from '../../../scope.ts';
import { changeOrganizationSettings, changeSetting, organizationEndings } from '../../organizations/index.ts';
import { listProjects, proveListed } from '../../projects/index.ts';
import { addSnapshotJob } from '../service.ts';

/**
 * Says how prices end, and has the figures of the projects that are worked on computed again: their forecasts are of
 * real prices. Projects whose phases are all validated keep theirs.
 * @throws 422 for rules that overlap or give no price, 409 when they are no longer as they were seen
 */
export async function setOrganizationEndings(
  { database: { db }, events, queue }: Pick<Deps, 'database' | 'events' | 'queue'>,
  scope: Scope,
  rules: readonly PriceEnding[],
  seen?: object,
): Promise<readonly PriceEnding[]> {
  const fault = priceEndingsFault(rules);
  if (fault !== null) throw refused(fault);
  const worked = await inTransaction(db, async (tx) => {
    await changeSetting(tx, scope, {
      ...{ subject: 'price_endings', changes: { rules }, seen },
      read: async () => ({ rules: await organizationEndings(tx, scope) }),
      write: () => changeOrganizationSettings(tx, scope, { price_endings: rules }),
    });
    const rows = (await listProjects(tx, scope)).filter(({ working_phase }) => working_phase !== null);
    for (const row of rows) await addSnapshotJob(tx, queue, proveListed(scope, row));
    return rows;
  });
  await queue.wake('snapshot');
  // Who is about to sign one hears that its prices are on their way.
  const { organization_id } = scope;
  for (const { project_id } of worked)
    await events.publish({
      ...{ type: 'project', organization_id, project_id },
      data: { project_id, change: 'updated' },
    });
  return rules;
}
