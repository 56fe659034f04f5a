import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { dropPostgres, newPostgres } from '../../../test/copies.ts';
import { importShop, ORGANIZATION } from '../../../test/small-shop.ts';
import { seenWaiting } from '../../../test/waiting.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { saveControls } from '../controls/repository.ts';

// On a server of sessions of their own: the embedded one has but one, which takes turns by itself.

let address: string;
let test: TestApp;
beforeAll(async () => {
  address = await newPostgres();
  test = await startTestApp({ database_url: address, jobs: true });
}, 120_000);
afterAll(async () => {
  await test?.close();
  await dropPostgres(address);
});

it('going back to a version waits for the totals of the till that an import is keeping', async () => {
  await importShop(test, [{ code: 'A' }]);
  await importShop(test, [{ code: 'A' }, { code: 'B' }]);
  const { db } = test.deps.database;
  const scope = systemScope(ORGANIZATION);
  const total = { month: '2026-06', place: null, revenue: null, quantity: 7, stock: null };
  const replaced_controls = [{ month: total.month, place: null, before: null }];
  await inTransaction(db, (tx) => saveControls(tx, scope, [total]));
  await db
    .updateTable('warehouse_version')
    .set({ details: JSON.stringify({ currency: 'EUR', replaced_controls }) })
    .where('version', '=', 2)
    .execute();
  const [held, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const keeping = inTransaction(db, async (tx) => {
    await lockOrganization(tx, scope);
    held.resolve();
    await waited.promise;
    await saveControls(tx, scope, [{ ...total, quantity: 8 }]);
  });
  await held.promise;
  const back = test.ask('claire', { method: 'POST', url: '/api/warehouse-versions/1/restore' });
  await seenWaiting(test.deps.database);
  waited.resolve();
  await keeping;
  expect((await back).status).toBe(200);
  const { body } = await test.ask('claire', { url: '/api/controls' });
  expect((body as { data: object[] }).data).toEqual([]);
});
