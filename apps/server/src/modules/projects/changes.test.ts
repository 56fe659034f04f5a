import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { seenWaiting } from '../../test/waiting.ts';
import { changeProject, createProject, readProject } from './service.ts';

const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};

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
