import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import type { Facts } from '../facts/index.ts';

/** The products that a project has now; none before its first snapshot. */
export async function productsOf(facts: Facts, project: ProjectScope): Promise<Set<string>> {
  const found = await facts.use(project, async (own) => {
    const products = new Set<string>();
    for await (const lines of own.rows({ fields: ['item_group_id'], excludes: ['curve'] }))
      for (const { item_group_id } of lines) products.add(item_group_id);
    return products;
  });
  return found ?? new Set();
}

/** Every product that a project ever had, with whether its discount was chosen by hand: lines that leave are kept. */
export async function chosenByProduct(db: DbOrTx, project: ProjectScope): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('discount')
    .select(['item_group_id', 'discount_pct_user'])
    .where('project_id', '=', project.project_id)
    .execute();
  return new Map(rows.map((row) => [row.item_group_id, row.discount_pct_user !== null]));
}
