import type { WarehouseVersion } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import {
  choose,
  importShop,
  importTexts,
  linesOf,
  ORGANIZATION,
  openProject,
} from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

it('[IMPEX-03] what was decided on a product follows it to its new code, and back', async () => {
  await importShop(test, [{ code: 'P1' }, { code: 'P9' }]);
  const project = await openProject(test, 'Soldes/Femme/Codes');
  const decided = async () =>
    Object.fromEntries(
      [...(await linesOf(test, project._id))].map(([code, line]) => [
        code,
        [line._id, line.discount_pct_user],
      ]),
    );
  await choose(test, project._id, { P1: 30 });
  const before = await decided();
  expect(before.P1?.[1]).toBe(30);
  await importTexts(test, { 'equivalences.csv': 'ancien_code;nouveau_code\nP1;P2\n' });
  await settled();
  expect(await decided()).toEqual({ P2: before.P1, P9: before.P9 });
  // It is there under its new code: nothing says that it left.
  const departures = await test.ask('claire', { url: `/api/projects/${project._id}/departures` });
  expect(departures.body).toEqual({ count: 0, away_count: 0, data: [] });
  const { body }: { body: { data: WarehouseVersion[] } } = await test.ask('claire', {
    method: 'GET',
    url: '/api/warehouse-versions',
  });
  const former = body.data.find(({ is_current }) => !is_current);
  await test.ask('claire', { method: 'POST', url: `/api/warehouse-versions/${former?.version}/restore` });
  await settled();
  expect(await decided()).toEqual(before);
});
