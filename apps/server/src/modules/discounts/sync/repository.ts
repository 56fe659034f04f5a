import { sql } from 'kysely';
import type { DbOrTx } from '../../../db/database.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { DiscountRow } from '../repository.ts';

/** What decides the discount of a line, for comparisons between projects. */
export type ComparedLine = Pick<
  DiscountRow,
  | 'discount_id'
  | 'item_group_id'
  | 'included'
  | 'discount_pct_user'
  | 'discount_pct_auto'
  | 'discount_pct_min'
  | 'discount_pct_max'
  | 'discount_pct_is_optimal'
>;

/** Lines of one project: of some products, of some lines, or all. */
export async function comparedLines(
  db: DbOrTx,
  project: ProjectScope,
  only: { item_group_id?: string; ids?: readonly string[] } = {},
): Promise<ComparedLine[]> {
  let query = db
    .selectFrom('discount')
    .select([
      'discount_id',
      'item_group_id',
      'included',
      'discount_pct_user',
      'discount_pct_auto',
      'discount_pct_min',
      'discount_pct_max',
      'discount_pct_is_optimal',
    ])
    .where('project_id', '=', project.project_id);
  if (only.item_group_id !== undefined) query = query.where('item_group_id', '=', only.item_group_id);
  if (only.ids) query = query.where('discount_id', '=', sql<string>`any(${[...only.ids]}::uuid[])`);
  return query.execute();
}
