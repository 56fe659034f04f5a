import type { ControlGap, ControlTotal } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { Scope } from '../../../scope.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { changeSeen } from '../../seen/index.ts';
import { readImportSettings } from '../settings/service.ts';
import { readVersions } from '../versions/service.ts';
import { deleteControls, listControls, saveControls } from './repository.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type AllNeeds = Needs & Pick<Deps, 'folders'>;

/** The till's totals that the data in place do not have. @throws 503 facts_missing */
export async function openGaps(needs: Needs, scope: Scope): Promise<ControlGap[]> {
  return (await tillGaps(needs, scope)) ?? [];
}

/** The same; null where the till said nothing. @throws 503 facts_missing */
export async function tillGaps({ database, facts }: Needs, scope: Scope): Promise<ControlGap[] | null> {
  const totals = await listControls(database.db, scope);
  if (totals.length === 0) return null;
  const { control_tolerance } = await readImportSettings(database.db, scope);
  return (
    (await facts.useWarehouse(scope, (warehouse) => warehouse.controlGaps(totals, control_tolerance))) ?? []
  );
}

/** The totals and their gaps, as the API answers them. */
export async function readAllControls(needs: AllNeeds, scope: Scope) {
  const { db } = needs.database;
  const { control_tolerance } = await readImportSettings(db, scope);
  const data = await listControls(db, scope);
  const current = (await readVersions(needs, scope)).find(({ is_current }) => is_current);
  return {
    ...{ data, gaps: await openGaps(needs, scope), tolerance: control_tolerance },
    currency: current?.currency ?? 'EUR',
  };
}

/** Replaces all the totals. @throws 409 when they are no longer those that were seen */
export async function setControls(
  { database }: Pick<Deps, 'database'>,
  scope: Scope,
  totals: readonly ControlTotal[],
  seen?: object,
): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    // Two people at once would each leave the other's totals, which are not there yet when theirs are deleted.
    await lockOrganization(tx, scope);
    await changeSeen(tx, scope, {
      ...{ what: 'les totaux de la caisse', subject: 'controls', changes: { totals }, seen },
      read: async () => ({ totals: await listControls(tx, scope) }),
      write: async () => {
        await deleteControls(tx, scope);
        await saveControls(tx, scope, totals);
      },
    });
  });
}
