import { expect, it } from 'vitest';
import { playAt } from '../../clock.ts';
import { openQueue } from '../../queue/queue.ts';
import { systemScope } from '../../scope.ts';
import { eachDatabase } from '../../test/stores.ts';
import { requestImport } from './service.ts';

const MINUTE = 60_000;

eachDatabase('imports of several organisations', ({ untouched }) => {
  /** The organisations, by letter, in the order in which their imports are taken; asked so many minutes ago. */
  async function taken(asked: readonly (readonly [letter: string, minutes_ago: number])[]): Promise<string> {
    const database = await untouched();
    const { db } = database;
    for (const letter of new Set(asked.map(([letter]) => letter)))
      await db
        .insertInto('organization')
        .values({ organization_id: letter, name: letter, settings: '{}' })
        .execute();
    const queue = await openQueue(database, () => {});
    for (const [letter, minutes_ago] of asked)
      await playAt(new Date(Date.now() - minutes_ago * MINUTE), () =>
        requestImport({ db, queue }, systemScope(letter), { files: [], staging_folder: null }),
      );
    const order: string[] = [];
    await queue.work('import', async ({ organization_id }) => {
      order.push(organization_id);
    });
    await queue.wake('import');
    await expect.poll(() => order.length, { timeout: 20_000 }).toBe(asked.length);
    await queue.stop();
    return order.join('');
  }

  it('a small one waits for one of another’s five, not for all of them', async () => {
    expect(
      await taken([
        ['A', 0],
        ['A', 0],
        ['A', 0],
        ['A', 0],
        ['A', 0],
        ['B', 0],
        ['B', 0],
      ]),
    ).toMatch(/^ABABAAA$/);
  }, 60_000);

  it('one that has waited long comes before those that others ask now', async () => {
    expect(
      await taken([
        ['A', 45],
        ['A', 45],
        ['B', 0],
        ['C', 0],
      ]),
    ).toBe('AABC');
  }, 60_000);
});
