import { beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { insertJob } from '../../queue/job-rows.ts';
import { systemScope } from '../../scope.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { seenWaiting } from '../../test/waiting.ts';
import { insertImport, lockImport, restartCheck } from './repository.ts';

const SCOPE = systemScope('org_maison_brume');

async function addJob(tx: Tx): Promise<string> {
  const job_id = newId();
  await insertJob(tx, SCOPE, { job_id, kind: 'import', project_id: null });
  return job_id;
}

eachDatabase('an import that somebody holds', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  it('is found under its new job by whoever waited while it was given one', async () => {
    const { db } = database();
    const import_id = newId();
    await inTransaction(db, async (tx) => {
      await insertImport(tx, SCOPE, { import_id, job_id: await addJob(tx), files: [], options: {} });
    });
    const [held, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const again = inTransaction(db, async (tx) => {
      await lockImport(tx, SCOPE, import_id);
      held.resolve();
      await waited.promise;
      const job_id = await addJob(tx);
      await restartCheck(tx, SCOPE, import_id, { job_id, options: {} });
      return job_id;
    });
    await held.promise;
    const found = inTransaction(db, (tx) => lockImport(tx, SCOPE, import_id));
    await seenWaiting(database());
    waited.resolve();
    expect((await found)?.job_id).toBe(await again);
  });
});
