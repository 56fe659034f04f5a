import type { ControlTotal } from '@palier/domain';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { ReplacedControl } from '../../../db/tables/warehouse-tables.ts';
import type { Scope } from '../../../scope.ts';
import { deleteControl, listControls, saveControls } from './repository.ts';

type Key = Pick<ControlTotal, 'month' | 'place'>;

const keyOf = ({ month, place }: Key): string => `${month}\n${place ?? ''}`;

async function knownControls(db: DbOrTx, scope: Scope): Promise<(key: Key) => ControlTotal | null> {
  const known = new Map((await listControls(db, scope)).map((total) => [keyOf(total), total]));
  return (key) => known.get(keyOf(key)) ?? null;
}

/** The totals that would be others with these, as they are now. */
export async function controlsToReplace(
  db: DbOrTx,
  scope: Scope,
  totals: readonly ControlTotal[],
): Promise<ReplacedControl[]> {
  if (totals.length === 0) return [];
  const known = await knownControls(db, scope);
  return totals.flatMap(({ month, place, ...said }) => {
    const before = known({ month, place });
    const isSame =
      before !== null &&
      before.revenue === said.revenue &&
      before.quantity === said.quantity &&
      before.stock === said.stock;
    return isSame ? [] : [{ month, place, before }];
  });
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
  const known = await knownControls(tx, scope);
  for (const { before, ...key } of replaced)
    if (before) await saveControls(tx, scope, [before]);
    else await deleteControl(tx, scope, key);
  return replaced.map(({ month, place }) => ({
    month,
    place,
    before: known({ month, place }),
  }));
}
