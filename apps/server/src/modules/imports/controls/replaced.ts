import type { ControlTotal } from '@palier/domain';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { ReplacedControl } from '../../../db/tables/warehouse-tables.ts';
import type { Scope } from '../../../scope.ts';
import { deleteControl, listControls, saveControls } from './repository.ts';

type Key = Pick<ControlTotal, 'month' | 'place'>;

const keyOf = ({ month, place }: Key): string => `${month}\n${place ?? ''}`;

/** The totals that would be others with these, as they are now. */
export async function controlsToReplace(
  db: DbOrTx,
  scope: Scope,
  totals: readonly ControlTotal[],
): Promise<ReplacedControl[]> {
  if (totals.length === 0) return [];
  const known = new Map((await listControls(db, scope)).map((total) => [keyOf(total), total]));
  return totals.flatMap(({ month, place, ...said }) => {
    const before = known.get(keyOf({ month, place })) ?? null;
    const isSame =
      before !== null &&
      before.revenue === said.revenue &&
      before.quantity === said.quantity &&
      before.stock === said.stock;
    return isSame ? [] : [{ month, place, before }];
  });
}

/** Keeps totals, in place of those of their month and place. @returns what they replaced */
export async function replaceControls(
  tx: Tx,
  scope: Scope,
  totals: readonly ControlTotal[],
): Promise<ReplacedControl[]> {
  const replaced = await controlsToReplace(tx, scope, totals);
  await saveControls(tx, scope, totals);
  return replaced;
}

/**
 * What several versions replaced, as one: of a month and place that several did, what the earliest found.
 * `versions`: the latest first.
 */
export function replacedTogether(versions: readonly (readonly ReplacedControl[])[]): ReplacedControl[] {
  return [...new Map(versions.flat().map((replaced) => [keyOf(replaced), replaced])).values()];
}

/** Puts back what was replaced. @returns what was there until now, with which this is undone in turn */
export async function putControlsBack(
  tx: Tx,
  scope: Scope,
  replaced: readonly ReplacedControl[],
): Promise<ReplacedControl[]> {
  if (replaced.length === 0) return [];
  const known = new Map((await listControls(tx, scope)).map((total) => [keyOf(total), total]));
  for (const { before, ...key } of replaced)
    if (before) await saveControls(tx, scope, [before]);
    else await deleteControl(tx, scope, key);
  return replaced.map(({ month, place }) => ({
    month,
    place,
    before: known.get(keyOf({ month, place })) ?? null,
  }));
}
