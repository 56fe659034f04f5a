import { afterEach, expect, it } from 'vitest';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { openQueue } from '../../queue/queue.ts';
import { FULL_DISK, type Queue } from '../../queue/types.ts';
import { proveProject, systemScope } from '../../scope.ts';
import { eachDatabase } from '../../test/stores.ts';
import { addSeriesJob } from '../series/index.ts';
import { addSnapshotJob, resumeStopped } from './index.ts';

const scope = systemScope('org_test');
const NEW_END = '2026-09-01';

// A change asks for a job of its project; one that waits already is enough, if it sees the change.
async function addOrganization(db: Db): Promise<void> {
  await db
    .insertInto('organization')
    .values({ organization_id: 'org_test', name: 'Test', settings: '{}', warehouse_version: 1 })
    .execute();
}

eachDatabase('a job of a project that waits', ({ untouched }) => {
  let queue: Queue | undefined;
  afterEach(() => queue?.stop());

  it.each([
    { kind: 'snapshot', ask: addSnapshotJob },
    { kind: 'series', ask: addSeriesJob },
  ] as const)(
    'sees a change that counts on it ($kind), though a worker looks for it meanwhile',
    async ({ kind, ask }) => {
      const database = await untouched();
      const { db } = database;
      await addOrganization(db);
      const project = proveProject(scope, newId());
      await database.executeSql(
        `insert into project (project_id, organization_id, name, end_date, discount_pct_range, working_phase, created_by)
       values ($1, 'org_test', 'Op/Test', '2026-08-01', '[20,30]', 0, 'test')`,
        [project.project_id],
      );
      const jobs = await openQueue(database, () => {});
      queue = jobs;
      await inTransaction(db, (tx) => ask(tx, jobs, project));
      const seen: string[] = [];
      const taken = Promise.withResolvers<void>();
      let working: Promise<unknown> | undefined;
      await inTransaction(db, async (tx) => {
        await tx
          .updateTable('project')
          .set({ end_date: NEW_END })
          .where('project_id', '=', project.project_id)
          .execute();
        await ask(tx, jobs, project);
        working = jobs.work(kind, async () => {
          const row = await db.selectFrom('project').select('end_date').executeTakeFirstOrThrow();
          seen.push(row.end_date);
          taken.resolve();
        });
        await Promise.race([taken.promise, new Promise((resolve) => setTimeout(resolve, 500))]);
      });
      await working;
      await jobs.wake(kind);
      const open = () => db.selectFrom('job').select('status').where('finished_at', 'is', null).execute();
      await expect.poll(async () => (await open()).length).toBe(0);
      expect(seen.at(-1)).toBe(NEW_END);
    },
  );

  it('is asked for again an hour after a full disk stopped it, another after that alone', async () => {
    const database = await untouched();
    const { db } = database;
    await addOrganization(db);
    const jobs = await openQueue(database, () => {});
    queue = jobs;
    const stopped = async (error: string, ended: string) => {
      const project_id = newId();
      await database.executeSql(
        `insert into project (project_id, organization_id, name, end_date, discount_pct_range, working_phase, created_by)
         values ($1::uuid, 'org_test', 'Op/' || $1::text, '2026-08-01', '[20,30]', 0, 'test')`,
        [project_id],
      );
      await database.executeSql(
        `insert into job (job_id, organization_id, kind, project_id, status, error, created_by, finished_at)
         values ($1, 'org_test', 'snapshot', $2, 'failed', $3, 'test', now() - $4::interval)`,
        [newId(), project_id, error, ended],
      );
      return project_id;
    };
    const full = await stopped(FULL_DISK, '2 hours');
    await stopped(FULL_DISK, '5 minutes');
    await stopped('Ce travail a échoué plusieurs fois de suite.', '2 hours');
    await resumeStopped({ database, queue: jobs });
    await resumeStopped({ database, queue: jobs });
    const waiting = await db
      .selectFrom('job')
      .select('project_id')
      .where('status', '=', 'requested')
      .execute();
    expect(waiting).toEqual([{ project_id: full }]);
  });
});
