import type { DbOrTx } from '../../db/database.ts';

/** Every project of every organisation: for the upkeep of the data folder alone. */
export async function projectIds(db: DbOrTx): Promise<string[]> {
  const rows = await db.selectFrom('project').select('project_id').execute();
  return rows.map((row) => row.project_id);
}
