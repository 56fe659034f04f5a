import { expect } from 'vitest';
import type { Database } from '../db/database.ts';

const HERE = `select count(*)::int as count from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;
/** Spread over machines, a transaction waits where the project is. */
const SPREAD = 'select count(*)::int as count from citus_lock_waits';

/** Until a transaction waits for what another holds; the embedded database has one connection, and queues them itself. */
export async function seenWaiting(database: Database): Promise<void> {
  if (database.kind === 'pglite') return;
  const { rows } = await database.executeSql(`select 1 from pg_extension where extname = 'citus'`);
  const count = async () =>
    (await database.executeSql(rows.length > 0 ? `select (${SPREAD}) + (${HERE}) as count` : HERE)).rows[0];
  await expect
    .poll(count, { timeout: 20_000 })
    .toEqual({ count: expect.toSatisfy((waiting: number) => waiting > 0) });
}
