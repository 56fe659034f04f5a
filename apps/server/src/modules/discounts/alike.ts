import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { batchesOf, idList } from './batches.ts';
import type { DiscountRow } from './repository.ts';

/** What decides whether a line may take a discount, and what follows when it does. */
export const DECIDING_COLUMNS = [
  'included',
  'discount_pct_user',
  'discount_pct_auto',
  'discount_pct_opti',
  'discount_pct_min',
  'discount_pct_max',
  'discount_pct_reviewed',
  'previous_discount_pcts',
  'next_discount_pcts',
] as const;
export type DecidingColumns = Pick<DiscountRow, (typeof DECIDING_COLUMNS)[number]>;

const ALIKE_COLUMNS = [...DECIDING_COLUMNS, 'optimization_goal'] as const;

/** Lines that nothing tells apart for an act. */
export interface AlikeLines {
  line: Pick<DiscountRow, (typeof ALIKE_COLUMNS)[number]>;
  ids: string[];
}

/**
 * The lines named, those alike together: a whole section has a few dozen states, and reading each line's row took more
 * of a large act than planning it. The caller holds the project's row by `takeVersion`, or keeps others away
 * (`writeLong`), so that batches are of one moment.
 */
export async function findAlike(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
): Promise<AlikeLines[]> {
  const found: AlikeLines[] = [];
  for await (const batch of batchesOf(ids)) {
    const rows = await db
      .selectFrom('discount')
      .select([...ALIKE_COLUMNS, sql<string>`string_agg(discount_id::text, ',')`.as('ids')])
      .where('project_id', '=', project.project_id)
      .where('discount_id', '=', sql<string>`any(${idList(batch)}::uuid[])`)
      .groupBy(ALIKE_COLUMNS)
      .execute();
    for (const { ids: named, ...line } of rows) found.push({ line, ids: named.split(',') });
  }
  return found;
}
