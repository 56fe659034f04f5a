import { expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import type { AppEvent, Events } from '../../events/events.ts';
import { createLog } from '../../log.ts';
import { openQueue } from '../../queue/queue.ts';
import type { Queue } from '../../queue/types.ts';
import { systemScope } from '../../scope.ts';
import { eachDatabase } from '../../test/stores.ts';
import { announceJobs } from './service.ts';

const scope = systemScope('org_test');

eachDatabase('what browsers are told of jobs', ({ untouched }) => {
  it('the end of a job is the last that they hear of it, however long its progress takes to be said', async () => {
    const database = await untouched();
    await database.db
      .insertInto('organization')
      .values({ organization_id: 'org_test', name: 'Test', settings: '{}' })
      .execute();
    const queue: Queue = await openQueue(database, () => {});
    const heard: unknown[] = [];
    const ended = Promise.withResolvers<void>();
    const events: Events = {
      async publish({ data }: AppEvent) {
        // What says that it runs is slow on its way to the database.
        if (data.status === 'running') await Promise.race([ended.promise, soon()]);
        heard.push(data.status);
        if (data.status === 'completed') ended.resolve();
      },
      subscribe: () => () => {},
    };
    announceJobs({ database, queue, events, log: createLog('silent') });
    await queue.work('import', async () => {});
    await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'import' }));
    await queue.wake('import');
    await expect.poll(() => heard).toContain('completed');
    await ended.promise;
    await soon();
    await queue.stop();
    expect(heard.at(-1)).toBe('completed');
  });
});

const soon = () => new Promise((resolve) => setTimeout(resolve, 300));
