import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Import, RouteOutput } from '@palier/contract';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { publishCheck } from '../check.ts';
import { findImport, type ImportRow } from '../repository.ts';
import { requestImport } from '../service.ts';

type Controls = RouteOutput<'controls.get'>;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'A1', family: 'Robes', weekly_sales: 3, stock: 60, price: 50, cost: 20 },
    { code: 'A2', family: 'Robes', weekly_sales: 2, stock: 40, price: 50, cost: 20 },
  ]);
});
afterAll(() => test?.close());

function ask<T>(method: 'GET' | 'PUT', url: string, payload?: object): Promise<{ status: number; body: T }> {
  const request = { method, url: `/api${url}`, ...(payload && { payload }) };
  return test.ask('claire', request);
}

/** A folder for the files of a test, gone after it. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-controls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function stagedRow(import_id: string): Promise<ImportRow> {
  const row = await findImport(test.deps.database.db, systemScope('org_maison_brume'), import_id);
  if (!row) throw new Error('no import');
  return row;
}

it('totals are typed or dropped, gaps follow the data, and a phase is validated on gaps with a reason only', async () => {
  const none = await ask<Controls>('GET', '/controls');
  expect(none.body).toMatchObject({ data: [], gaps: [], tolerance: 0.001, currency: 'EUR' });

  const month = '2026-06';
  const totals = [{ month, place: null, revenue: null, quantity: 1_000_000, stock: null }];
  const typed = await ask<Controls>('PUT', '/controls', { totals });
  expect(typed.body.data).toEqual(totals);
  expect(typed.body.gaps).toMatchObject([{ month, place: null, measure: 'quantity', expected: 1_000_000 }]);

  // Dropped with the others: published with them, whatever the data become.
  const found = typed.body.gaps[0]?.found ?? 0;
  const folder = await newFolder();
  const text = `Mois;Magasin;Pièces\njuin 2026;Total;${found}\nmai;;12\n`;
  await writeFile(join(folder, 'caisse.csv'), text);
  const { db } = test.deps.database;
  const scope = systemScope('org_maison_brume');
  const file = { path: join(folder, 'caisse.csv'), name: 'caisse.csv', size_bytes: text.length };
  const import_id = await requestImport({ db, queue: test.deps.queue }, scope, {
    ...{ files: [file], check: true, staging_folder: null },
  });
  await waitForJobs(db, scope);
  const checked = await ask<Import>('GET', `/imports/${import_id}`);
  expect(checked.body.report).toMatchObject({
    files: [{ kind: 'control', rows_read: 2, rows_kept: 1, rows_rejected: 1, total_quantity: found }],
    ...{ questions: [], gaps: [], unchanged: true },
  });
  const still = await ask<Controls>('GET', '/controls');
  expect(still.body.data).toEqual(totals);
  await publishCheck(test.deps, scope, await stagedRow(import_id), {});
  const dropped = await ask<Controls>('GET', '/controls');
  expect(dropped.body).toMatchObject({ data: [{ month, place: null, quantity: found }], gaps: [] });

  const project = await openProject(test, 'Soldes/Femme/Robes');
  await ask('PUT', '/controls', { totals });
  const url = `/projects/${project._id}`;
  const refused = await ask<{ error: string }>('PUT', url, { working_phase: 1 });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: expect.stringMatching(/totaux de la caisse \(pièces, juin 2026, tous les lieux\)/) },
  ]);
  const control_reason = 'la caisse de Lille compte deux fois juin';
  const validated = await ask<{ working_phase: number }>('PUT', url, { working_phase: 1, control_reason });
  expect([validated.status, validated.body.working_phase]).toEqual([200, 1]);
  const activity = await ask<{ data: { kind: string; comment: string | null }[] }>('GET', `${url}/activity`);
  expect(activity.body.data.find(({ kind }) => kind === 'phase')?.comment).toBe(control_reason);
});

it('an import of totals alone is undone in one click, and that in turn', async () => {
  const scope = systemScope('org_maison_brume');
  const { db } = test.deps.database;
  const folder = await newFolder();
  const dropped = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    const import_id = await requestImport({ db, queue: test.deps.queue }, scope, {
      ...{ files: [{ path, name, size_bytes: text.length }], check: true, staging_folder: null },
    });
    await waitForJobs(db, scope);
    await publishCheck(test.deps, scope, await stagedRow(import_id), {});
    await waitForJobs(db, scope);
    return import_id;
  };
  const versions = async () =>
    (await ask<RouteOutput<'warehouse_versions.list'>>('GET', '/warehouse-versions')).body.data;
  const totals = async () => (await ask<Controls>('GET', '/controls')).body.data;
  const goBack = (version: number) =>
    test.ask('claire', { method: 'POST', url: `/api/warehouse-versions/${version}/restore` });

  const [start] = await versions();
  const before = await totals();
  const alone = await dropped('caisse.csv', 'Mois;Magasin;Pièces\n2026-06;Total;7\n2026-05;Total;8\n');
  const [made] = await versions();
  expect(made).toMatchObject({ import_id: alone, is_current: true });
  expect(await totals()).toMatchObject([
    { month: '2026-06', quantity: 7 },
    { month: '2026-05', quantity: 8 },
  ]);
  await dropped('caisse.csv', 'Mois;Magasin;Pièces\n2026-05;Total;9\n');

  const url = `/warehouse-versions/${start?.version}/difference`;
  const { body } = await ask<RouteOutput<'warehouse_versions.difference'>>('GET', url);
  expect(body.control_count).toBe(2);
  expect((await goBack(start?.version ?? 0)).status).toBe(200);
  expect(await totals()).toEqual(before);
  // Going back is undone in turn.
  const latest = (await versions()).find(({ version }) => version === (made?.version ?? 0) + 1);
  expect((await goBack(latest?.version ?? 0)).status).toBe(200);
  expect(await totals()).toMatchObject([
    { month: '2026-06', quantity: 7 },
    { month: '2026-05', quantity: 9 },
  ]);
});

it('the same totals again make no version', async () => {
  const scope = systemScope('org_maison_brume');
  const { db } = test.deps.database;
  const count = async () =>
    (await ask<RouteOutput<'warehouse_versions.list'>>('GET', '/warehouse-versions')).body.data.length;
  const had = await count();
  const folder = await newFolder();
  const path = join(folder, 'caisse.csv');
  const text = 'Mois;Magasin;Pièces\n2026-05;Total;9\n';
  await writeFile(path, text);
  await requestImport({ db, queue: test.deps.queue }, scope, {
    ...{ files: [{ path, name: 'caisse.csv', size_bytes: text.length }], staging_folder: null },
  });
  await waitForJobs(db, scope);
  expect(await count()).toBe(had);
});

it('totals of a check that other data overtook are not kept', async () => {
  const scope = systemScope('org_maison_brume');
  const { db } = test.deps.database;
  const folder = await newFolder();
  const staged = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    const import_id = await requestImport({ db, queue: test.deps.queue }, scope, {
      ...{ files: [{ path, name, size_bytes: text.length }], check: true, staging_folder: null },
    });
    await waitForJobs(db, scope);
    return import_id;
  };
  const late = await staged('caisse.csv', 'Mois;Magasin;Pièces\n2026-04;Total;11\n');
  const other = await staged('controle.csv', 'Mois;Magasin;Pièces\n2026-03;Total;12\n');
  await publishCheck(test.deps, scope, await stagedRow(other), {});
  await expect(publishCheck(test.deps, scope, await stagedRow(late), {})).rejects.toThrow(/ont changé/);
  const { body } = await ask<Controls>('GET', '/controls');
  expect(body.data.map(({ month }) => month)).not.toContain('2026-04');
  await waitForJobs(db, scope);
});
