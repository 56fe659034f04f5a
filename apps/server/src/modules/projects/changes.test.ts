import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { changeProject, createProject, readProject } from './service.ts';

const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};

/** Until a transaction waits for what another holds; the embedded database has one connection, and queues them itself. */
async function seenWaiting(database: Database): Promise<void> {
  if (database.kind === 'pglite') return;
  const { rows } = await database.executeSql(`select 1 from pg_extension where extname = 'citus'`);
  // Spread over machines, it waits where the project is.
  const waiting =
    rows.length > 0
      ? 'select count(*)::int as count from citus_lock_waits'
      : `select count(*)::int as count from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await database.executeSql(waiting)).rows).toEqual([{ count: 1 }]);
}

eachDatabase('changes of a project in the database', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  it('[PROJ-03] two at once that do not hold together: the second sees the first and is refused', async () => {
    const { db } = database();
    const project = await inTransaction(db, (tx) =>
      createProject(
        tx,
        CLAIRE,
        {
          name: 'Soldes/Femme',
          phases: [{ start_date: '2026-07-01' }],
          end_date: '2026-08-31',
        },
        '2026-06-01',
      ),
    );
    const changed = Promise.withResolvers<void>();
    const waited = Promise.withResolvers<void>();
    const shorter = inTransaction(db, async (tx) => {
      await changeProject(tx, project, { end_date: '2026-07-15' });
      changed.resolve();
      await waited.promise;
    });
    await changed.promise;
    const phases = [{ start_date: '2026-07-01' }, { start_date: '2026-08-01' }];
    const longer = inTransaction(db, (tx) => changeProject(tx, project, { phases }));
    const refused = expect(longer).rejects.toMatchObject({ code: 'refused' });
    await seenWaiting(database());
    waited.resolve();
    await refused;
    await shorter;
    const row = await readProject(db, CLAIRE, project.project_id);
    expect(row.end_date).toBe('2026-07-15');
    expect(row.phases).toHaveLength(1);
  });
});
