import type { KeptLines, SeenDecisions, SeenDiscount, WriteReceipt } from '@palier/contract';
import { effectiveDiscount } from '@palier/domain';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { conflict } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { findStandings } from '../repository.ts';
import { markLines } from '../service.ts';

/**
 * Marks lines as reviewed, or takes the mark away; those that somebody wrote after the decisions `seen` are left alone.
 * @throws 409 when one does not stand at the `discount` that was seen
 */
export async function reviewLines(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  project: ProjectScope,
  ids: readonly string[],
  reviewed: boolean,
  { discount, seen }: { discount?: SeenDiscount | undefined; seen?: SeenDecisions | undefined },
): Promise<WriteReceipt & { kept?: KeptLines }> {
  const stores = { db: database.db, events };
  const changes = { discount_pct_reviewed: reviewed };
  // The journal and the news tell a review from one that is taken back.
  const details = reviewed ? {} : { taken_back: true };
  const check = discount && ((tx: Tx) => requireSeen(tx, project, ids, discount));
  const written = await markLines(stores, project, ids, changes, { details, check, seen });
  const { version, activity_id, discount_count, kept } = written;
  return { version, activity_id, discount_count, ...(kept && { kept }) };
}

/** A review is of the discount that was seen: what a colleague has just written over it is not reviewed by it. */
async function requireSeen(
  tx: Tx,
  project: ProjectScope,
  ids: readonly string[],
  seen: SeenDiscount,
): Promise<void> {
  for (const line of await findStandings(tx, project, ids))
    if (effectiveDiscount(line) !== seen.discount_pct || line.included !== seen.included)
      throw conflict(
        'La démarque de ce produit a changé depuis que vous l’avez affichée\u202f: relisez-la avant de la marquer revue.',
      );
}
