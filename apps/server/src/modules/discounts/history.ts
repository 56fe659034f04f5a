import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { allLines } from './repository.ts';

/** Discounts of the validated phases, in points and the oldest first, by line. */
export interface DiscountHistory {
  of: (discount_id: string) => readonly number[];
}

/**
 * The discounts that a project's lines had in the phases before the worked one. Lines that are not added yet, those of
 * a first snapshot, have what the project's definition says of their product.
 */
export async function discountHistory(
  db: Db,
  project: ProjectScope,
  lines: { ids: readonly string[]; item_group_ids: readonly string[] },
  initial: Readonly<Record<string, readonly number[]>> | null,
): Promise<DiscountHistory> {
  const rows = await allLines(db, project);
  const history = new Map<string, readonly number[]>(
    lines.ids.map((id, index) => [id, initial?.[lines.item_group_ids[index] ?? ''] ?? []]),
  );
  for (const row of rows) history.set(row.discount_id, row.previous_discount_pcts);
  return { of: (id) => history.get(id) ?? [] };
}

/** The validated phases that lines took no part in, of the lines that there is one for. */
export async function leftOutPhases(
  db: Db,
  project: ProjectScope,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await db
    .selectFrom('discount')
    .select(['discount_id', 'left_out_phases'])
    .where('project_id', '=', project.project_id)
    .where('left_out_phases', '<>', sql<number[]>`'{}'`)
    .execute();
  return new Map(rows.map((row) => [row.discount_id, row.left_out_phases]));
}
