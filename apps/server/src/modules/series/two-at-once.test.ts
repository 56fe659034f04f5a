import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveProject, systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { startPostgres, type ThrowAwayPostgres } from '../../test/postgres.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';
import { recordSeries } from './record.ts';
import { listSeries } from './repository.ts';

// On a server of sessions of their own: the embedded one has but one, which takes turns by itself.

let postgres: ThrowAwayPostgres;
let test: TestApp;
beforeAll(async () => {
  postgres = await startPostgres();
  test = await startTestApp({ database_url: postgres.url, jobs: true });
}, 300_000);
afterAll(async () => {
  await test?.close();
  await postgres?.stop();
});

it('a project whose series are recorded twice at the same moment has each once, at the first attempt', async () => {
  await importShop(test, [{ code: 'A' }, { code: 'B', stock: 40 }, { code: 'C', weekly_sales: 1 }]);
  const { _id } = await openProject(test, 'Soldes/Femme/Robes');
  const { db } = test.deps.database;
  const scope = systemScope(ORGANIZATION);
  await waitForJobs(db, scope);
  const project = proveProject(scope, _id);
  const record = () => recordSeries(test.deps, project, AbortSignal.timeout(60_000));
  for (let round = 0; round < 4; round += 1) {
    // As if none was recorded yet: each recording finds everything to write.
    await db.deleteFrom('serie').where('project_id', '=', _id).execute();
    await db.updateTable('project').set({ series_version: null }).where('project_id', '=', _id).execute();
    await Promise.all([record(), record(), record()]);
    const keys = (await listSeries(db, project)).map(({ source, ref }) => `${source} ${ref}`);
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
  }
}, 300_000);
