import type { Session } from '../database/session.ts';

/** Table of earlier sales that give way to what a delivery says otherwise, by day, variant and place. */
export const OUTDATED_SALE = 'outdated_sale';

/** Whether some earlier sales give way. @param findOutdated makes the table, if some may */
export async function hasOutdated(session: Session, findOutdated: () => Promise<void>): Promise<boolean> {
  await session.run(`DROP TABLE IF EXISTS ${OUTDATED_SALE}`);
  await findOutdated();
  const made = await session.rows(`SELECT 1 FROM duckdb_tables() WHERE table_name = '${OUTDATED_SALE}'`);
  return made.length > 0 && (await session.rows(`SELECT 1 FROM ${OUTDATED_SALE} LIMIT 1`)).length > 0;
}

/** SQL condition on earlier sales: those that do not give way. */
export function notOutdated(sales: string): string {
  return `NOT EXISTS (FROM ${OUTDATED_SALE} o WHERE o.date = ${sales}.date AND o.item_group_id = ${sales}.item_group_id
    AND o.item_id IS NOT DISTINCT FROM ${sales}.item_id AND o.location_code IS NOT DISTINCT FROM ${sales}.location_code)`;
}
