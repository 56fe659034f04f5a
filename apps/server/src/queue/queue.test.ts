import { afterEach, expect, it } from 'vitest';
import { faultsWith } from '../../../../packages/analytics/test/duckdb-faults.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { systemScope } from '../scope.ts';
import { eachDatabase } from '../test/stores.ts';
import type { JobKind } from './job-rows.ts';
import { PACES } from './paces.ts';
import { openQueue } from './queue.ts';
import { JobFailure, type JobRun, type Queue } from './types.ts';

const scope = systemScope('org_test');
async function ended(database: Database, job_id: string) {
  const read = () =>
    database.db.selectFrom('job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).status).not.toMatch(/^(requested|running)$/);
  return read();
}

eachDatabase('jobs', ({ untouched }) => {
  const queues: Queue[] = [];

  async function start() {
    const database = await untouched();
    await database.db
      .insertInto('organization')
      .values({ organization_id: 'org_test', name: 'Test', settings: '{}' })
      .execute();
    const queue = await openQueue(database, () => {});
    queues.push(queue);
    return { database, queue };
  }

  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
  });

  it('a job that was committed runs and ends, one that was rolled back never runs', async () => {
    const { database, queue } = await start();
    const seen: string[] = [];
    await queue.work('import', async (run) => {
      seen.push(run.job_id);
      run.progress('Lecture', 0.5);
    });
    await expect(
      inTransaction(database.db, async (tx) => {
        await queue.add(tx, scope, { kind: 'import' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    await queue.wake('import');
    const row = await ended(database, job_id);
    expect(row).toMatchObject({ status: 'completed', progress: 1, attempt: 1 });
    expect(seen).toEqual([job_id]);
  });

  it('jobs of a kind run one at a time, or as many at once as the process takes', async () => {
    const { database, queue } = await start();
    const most = async (kind: JobKind, at_once: number) => {
      const full = Promise.withResolvers<void>();
      const seen = { begun: 0, most: 0, ended: 0 };
      const handler = async () => {
        if (++seen.begun === at_once) full.resolve();
        await full.promise;
        // A worker that is free takes what waits.
        await queue.wake(kind);
        const running = database.db
          .selectFrom('job')
          .where('kind', '=', kind)
          .where('status', '=', 'running');
        seen.most = Math.max(seen.most, (await running.select('job_id').execute()).length);
        seen.ended += 1;
      };
      await inTransaction(database.db, async (tx) => {
        for (let n = 0; n < 4; n += 1) await queue.add(tx, scope, { kind });
      });
      await queue.work(kind, handler, at_once);
      await queue.wake(kind);
      await expect.poll(() => seen.ended, { timeout: 20_000 }).toBe(4);
      return seen.most;
    };
    expect(await most('rules', 1)).toBe(1);
    expect(await most('snapshot', 2)).toBe(2);
  }, 60_000);

  it('what takes jobs beside the rest takes no more once it is given back', async () => {
    const { database, queue } = await start();
    const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const handler = () => (++begun > 2 ? rest : first).promise;
    const jobs = database.db.selectFrom('job').select('job_id');
    const running = async () => (await jobs.where('status', '=', 'running').execute()).length;
    await queue.work('snapshot', handler);
    const giveBack = await queue.work('snapshot', handler);
    await inTransaction(database.db, async (tx) => {
      for (let n = 0; n < 4; n += 1) await queue.add(tx, scope, { kind: 'snapshot' });
    });
    await queue.wake('snapshot');
    await expect.poll(running, { timeout: 20_000 }).toBe(2);
    const given = giveBack();
    first.resolve();
    await given;
    await expect.poll(() => begun, { timeout: 20_000 }).toBe(3);
    await queue.wake('snapshot');
    expect(await running()).toBe(1);
    rest.resolve();
    await expect
      .poll(async () => (await jobs.where('finished_at', 'is', null).execute()).length, { timeout: 20_000 })
      .toBe(0);
  }, 60_000);

  it('what stopped a job is for the log alone: no table keeps the cells that it quotes', async () => {
    const { database, queue } = await start();
    const [fault] = await faultsWith('très personnel');
    await queue.work('import', async () => {
      throw fault;
    });
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    await queue.wake('import');
    await expect
      .poll(async () => (await database.executeSql('select output from pgboss.job')).rows[0])
      .toMatchObject({ output: { message: expect.any(String) } });
    const kept = await database.executeSql('select * from pgboss.job, job');
    expect(JSON.stringify(kept.rows)).not.toContain('personnel');
    const row = await ended(database, job_id);
    expect(row.error).toMatch(/^Une erreur inattendue/);
  });

  it('a job that a full disk stopped says so', async () => {
    const { database, queue } = await start();
    await queue.work('snapshot', async () => {
      throw new Error('IO Error: Could not write file "v3.parquet": No space left on device');
    });
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'snapshot' }));
    await queue.wake('snapshot');
    const row = await ended(database, job_id);
    expect(row.error).toMatch(/^Le disque du serveur est plein/);
  }, 60_000);

  it('a running job that is cancelled stops and never completes', async () => {
    const { database, queue } = await start();
    await queue.work('import', async (run) => {
      await new Promise<void>((_, reject) => {
        run.signal.addEventListener('abort', () => reject(new Error('stopped')));
        void queue.cancel(scope, run.job_id);
      });
    });
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    await queue.wake('import');
    expect((await ended(database, job_id)).status).toBe('cancelled');
    expect(await queue.cancel(scope, job_id)).toBe(false);
  });

  it('a failure that says why is shown, and not tried again', async () => {
    const { database, queue } = await start();
    await queue.work('import', async () => {
      throw new JobFailure('Le fichier est vide.');
    });
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    await queue.wake('import');
    expect(await ended(database, job_id)).toMatchObject({
      status: 'failed',
      error: 'Le fichier est vide.',
      attempt: 1,
    });
  });

  it('a job that stops unexpectedly is tried again without waiting for a look at the queue', async () => {
    const { database, queue } = await start();
    await queue.work('import', async (run) => {
      if (run.attempt < 3) throw new Error('broken');
    });
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    await queue.wake('import');
    expect(await ended(database, job_id)).toMatchObject({ status: 'completed', attempt: 3 });
  });

  it('jobs that wait behind another follow it without waiting for a look at the queue', async () => {
    const { database, queue } = await start();
    const starts: number[] = [];
    await queue.work('import', async () => {
      starts.push(performance.now());
    });
    const ids = await inTransaction(database.db, async (tx) => {
      const added: string[] = [];
      for (let count = 0; count < 4; count += 1) added.push(await queue.add(tx, scope, { kind: 'import' }));
      return added;
    });
    await queue.wake('import');
    for (const job_id of ids) expect((await ended(database, job_id)).status).toBe('completed');
    const [first = 0, , , last = Number.POSITIVE_INFINITY] = starts;
    // Each would wait for a look of its own: three of them.
    expect((last - first) / 1000).toBeLessThan(2 * PACES[database.kind].poll);
  }, 60_000);

  it('a job whose lease was lost goes on where it is now when its former process stops', async () => {
    const { database, queue } = await start();
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    const first = Promise.withResolvers<void>();
    await queue.work('import', async ({ signal }) => {
      first.resolve();
      await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await first.promise;
    const other = await openQueue(database, () => {});
    queues.push(other);
    // As pg-boss does of a job whose worker has not been heard for too long.
    await database.executeSql(
      `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`,
    );
    const second = Promise.withResolvers<JobRun>();
    const goOn = Promise.withResolvers<void>();
    await other.work('import', async (run) => {
      second.resolve(run);
      await goOn.promise;
      run.signal.throwIfAborted();
    });
    const run = await second.promise;
    await queue.pause(5000);
    run.progress('Lecture', 0.5);
    const read = () => database.db.selectFrom('job').select('stage').executeTakeFirst();
    await expect.poll(async () => run.signal.aborted || (await read())?.stage === 'Lecture').toBe(true);
    goOn.resolve();
    expect(await ended(database, job_id)).toMatchObject({ status: 'completed', attempt: 2 });
  });

  it('a job is added in a transaction right after the first start, before any worker', async () => {
    const { database, queue } = await start();
    const job_id = await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    const row = await database.db.selectFrom('job').select('status').where('job_id', '=', job_id).execute();
    expect(row).toEqual([{ status: 'requested' }]);
  });
});
