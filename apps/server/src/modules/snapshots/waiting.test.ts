import { afterEach, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { openQueue } from '../../queue/queue.ts';
import type { Queue } from '../../queue/types.ts';
import { proveProject, systemScope } from '../../scope.ts';
import { eachDatabase } from '../../test/stores.ts';
import { addSeriesJob } from '../series/index.ts';
import { addSnapshotJob } from './index.ts';

const scope = systemScope('org_test');
const NEW_END = '2026-09-01';

// A change asks for a job of its project; one that waits already is enough, if it sees the change.
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
      await db
        .insertInto('organization')
        .values({ organization_id: 'org_test', name: 'Test', settings: '{}', warehouse_version: 1 })
        .execute();
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
      let working: Promise<void> | undefined;
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
});
