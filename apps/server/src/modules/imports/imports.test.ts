import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Import, Optimization, Project, Scenario } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { openProject } from '../../test/small-shop.ts';
import { warehouseVersion } from '../facts/index.ts';
import { warehousePath } from '../folders/index.ts';
import { waitForJobs } from '../jobs/index.ts';

const DATA = new URL('../../../../../../shared/data/dmc2018', import.meta.url).pathname;
const there = existsSync(DATA);
if (!there) console.log('dmc2018 skipped: ../shared/data is not on this machine');

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

interface Answer<T> {
  status: number;
  body: T;
}
const get = <T>(url: string): Promise<Answer<T>> => test.ask('claire', { url: `/api${url}` });

async function upload(
  files: Record<string, string | Buffer>,
  fields: Record<string, string> = {},
  url = '/api/imports',
): Promise<Answer<Import>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files))
    form.append('uploadedFiles', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const response = new Response(form);
  return test.ask('claire', {
    method: 'POST',
    url,
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  });
}

async function finished(id: string): Promise<Import> {
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  return (await get<Import>(`/imports/${id}`)).body;
}

const ITEMS =
  'code produit;libellé;marque;prix TTC;prix de revient;stock\nA1;Robe été;Lune;49,90;20,00;12\nA2;Jupe;Lune;39,90;15,00;8\n';
const SALES = 'date;code produit;quantité\n21/06/2026;A1;3\n22/06/2026;A2;1\n32/06/2026;A1;1\n';

it('a mapping sent as a file is followed, and the kind of a file is asked when two are possible', async () => {
  const form = new FormData();
  const list = new Blob(['Code;Prix\nA1;49,90\nA2;39,90\n']);
  const mapping = {
    files: [{ match: 'liste.csv', kind: 'prices', columns: { Code: 'item_group_id', Prix: 'price' } }],
  };
  form.append('uploadedFiles', list, 'liste.csv');
  form.append('mapping', new Blob([JSON.stringify(mapping)]), 'correspondance.json');
  const inspect = async (sent: FormData) => {
    const response = new Response(sent);
    const answer = await test.ask('claire', {
      method: 'POST',
      url: '/api/imports/inspect',
      payload: Buffer.from(await response.arrayBuffer()),
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
    });
    return (answer.body as { data: { kinds: string[]; questions: { code: string }[] }[] }).data;
  };
  expect(await inspect(form)).toMatchObject([{ kinds: ['prices'], questions: [] }]);
  const alone = new FormData();
  alone.append('uploadedFiles', list, 'liste.csv');
  expect(await inspect(alone)).toMatchObject([{ questions: [{ code: 'kind' }] }]);
});

it('[IMPEX-03] several files are imported at once, French headings and decimals, bad rows reported with their place', async () => {
  const { status, body } = await upload({ 'produits.csv': ITEMS, 'ventes.csv': SALES });
  expect(status).toBe(202);
  expect(['requested', 'running', 'completed']).toContain(body.status);
  const done = await finished(body._id);
  expect(done).toMatchObject({ status: 'completed', progress: 1 });
  expect(done.report).toMatchObject({
    error_count: 1,
    errors: [
      {
        file: 'ventes.csv',
        line: 4,
        column: expect.any(String),
        value: '32/06/2026',
        reason: expect.any(String),
      },
    ],
    totals: { item_group_count: 2, stock_quantity: 20 },
  });
  const rejected = await test.ask('claire', { url: `/api/imports/${body._id}/rejected-rows` });
  expect(rejected.status).toBe(200);
  expect(rejected.body).toContain('32/06/2026');
});

it('the same files again change nothing', async () => {
  const { body } = await upload({ 'produits.csv': ITEMS, 'ventes.csv': SALES });
  expect((await finished(body._id)).report).toMatchObject({ unchanged: true });
});

it('files that say nothing are refused with the reason, and the data before them stays', async () => {
  const { body } = await upload({ 'notes.csv': 'bonjour;monde\n1;2\n' });
  const done = await finished(body._id);
  expect(done.status).toBe('failed');
  expect(done.error).toMatch(/^Import refusé : /);
  expect((await get<{ item_group_count: number }>('/items')).body.item_group_count).toBe(2);
});

it('a form without a file, or with a wrong mapping, is refused at once', async () => {
  expect((await upload({})).status).toBe(400);
  expect((await upload({ 'a.csv': ITEMS }, { mapping: '{' })).status).toBe(400);
});

it('files are looked at before they are imported', async () => {
  const { status, body } = await upload({ 'produits.csv': ITEMS }, {}, '/api/imports/inspect');
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: [{ name: 'produits.csv', kinds: ['items', 'stock'] }] });
});

it('a mapping is remembered for the next file with the same headings, whatever its name', async () => {
  const mapping = {
    files: [
      { match: 'vt_0601.txt', kind: 'sales', columns: { Z1: 'date', Z2: 'item_group_id', Z3: 'quantity' } },
    ],
  };
  const first = await upload(
    { 'vt_0601.txt': 'Z1;Z2;Z3\n23/06/2026;A1;1\n' },
    { mapping: JSON.stringify(mapping) },
  );
  expect((await finished(first.body._id)).status).toBe('completed');
  const next = { 'vt_0602.txt': 'Z3;Z1;Z2\n5;24/06/2026;A1\n' };
  const inspected = await upload(next, {}, '/api/imports/inspect');
  expect(inspected.body).toMatchObject({
    data: [
      { remembered: true, kinds: ['sales'], headings: [{ column: 'quantity' }, { column: 'date' }, {}] },
    ],
  });
  const { body } = await upload(next);
  expect((await finished(body._id)).report?.totals).toMatchObject({ sale_quantity: 4 + 1 + 5 });
});

it('what a check found is excluded from the projects in one click, taken back in another, and remembered', async () => {
  const project = await openProject(test, 'Qualité', { data_date: '2026-06-30', end_date: '2026-08-01' });
  const count = async () =>
    (await get<LinePage>(`/projects/${project._id}/discounts?size=5`)).body.discount_count;
  const before = await count();
  /** What the form of a new project says it would take. */
  const preview = async () =>
    (await get<{ item_group_count: number; excluded_count?: number }>('/items')).body;
  const { item_group_count: taken } = await preview();
  const files = { 'articles.csv': 'code_produit;libellé;prix_ttc;stock\nA9;Sans coût;30;7\n' };
  const done = await finished((await upload(files)).body._id);
  expect(await count()).toBe(before + 1);
  const issue = done.report?.quality.find(({ code }) => code === 'missing_cost');
  expect(issue).toMatchObject({ count: 1, decision: null, actions: ['exclude', 'accept'] });
  const decide = (action: string | null, code = 'missing_cost'): Promise<Answer<Import>> =>
    test.ask('claire', {
      method: 'PUT',
      url: `/api/imports/${done._id}/quality/${code}`,
      payload: { action },
    });
  const excluded = await decide('exclude');
  expect(excluded.body.report?.quality.find(({ code }) => code === 'missing_cost')?.decision).toMatchObject({
    action: 'exclude',
    case_count: 1,
    user_name: expect.stringContaining('Claire'),
  });
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  expect(await count()).toBe(before);
  expect(await preview()).toMatchObject({ item_group_count: taken, excluded_count: 1 });

  const more = await upload({ 'articles2.csv': 'code_produit;libellé;prix_ttc;stock\nA10;Autre;30;7\n' });
  const next = await finished(more.body._id);
  expect(next.report?.quality.find(({ code }) => code === 'missing_cost')).toMatchObject({
    count: 2,
    decision: { action: 'exclude', case_count: 1 },
  });
  expect(await count()).toBe(before);

  expect((await decide(null)).body.report?.quality[0]?.decision ?? null).toBeNull();
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  expect(await count()).toBe(before + 2);
  expect(await preview()).toMatchObject({ item_group_count: taken + 2 });
  expect((await decide('exclude', 'unknown')).status).toBe(404);
});

it('refused rows are downloaded, corrected and sent again, and nothing counts twice', async () => {
  const sales = 'date;code produit;quantité;montant\n25/06/2026;A1;2;99,80\n26/06/2026;A2;un;39,90\n';
  const items = 'code produit;libellé;prix TTC\nA8;Cape;cher\n';
  const first = await finished((await upload({ 'ventes juin.csv': sales, 'capes.csv': items })).body._id);
  const total = Number(first.report?.totals.sale_quantity);
  const names = first.report?.error_files.map(({ name }) => name) ?? [];
  expect(names.sort()).toEqual(['capes-items-lignes-refusees.csv', 'ventes juin-sales-lignes-refusees.csv']);
  const rejected = async (name: string) => {
    const file = first.report?.error_files.findIndex((one) => one.name === name);
    const url = `/api/imports/${first._id}/rejected-rows?file=${file}`;
    const { body, headers } = await test.ask('claire', { url });
    expect(headers['content-disposition']).toContain(`filename="${name}"`);
    return String(body);
  };
  const capes = (await rejected('capes-items-lignes-refusees.csv')).replace('cher', '80');
  expect((await finished((await upload({ 'capes.csv': capes })).body._id)).report?.error_count).toBe(0);
  const fields = (await get<{ field: string }[]>('/items/fields')).body;
  expect(JSON.stringify(fields)).not.toMatch(/attributes\.(ligne|erreur)/);
  const corrected = (await rejected('ventes juin-sales-lignes-refusees.csv')).replace(';un;', ';1;');
  const second = await finished((await upload({ 'ventes juin corrigées.csv': corrected })).body._id);
  expect(second.report).toMatchObject({ error_count: 0, files: [{ kind: 'sales', rows_kept: 1 }] });
  expect(second.report?.totals.sale_quantity).toBe(total + 1);
});

it('an import completes the last whole version when the published one is lost from the disk', async () => {
  const { db } = test.deps.database;
  const scope = systemScope('org_maison_brume');
  const lost = await warehouseVersion(db, scope);
  const folder = join(test.deps.folders.root, warehousePath(scope.organization_id));
  await rm(join(folder, `v${lost}`), { recursive: true });
  const done = await finished((await upload({ 'produits.csv': ITEMS })).body._id);
  expect(done).toMatchObject({ status: 'completed', error: null });
  expect(done.report?.note).toMatch(/manquent sur le disque/);
  expect(await warehouseVersion(db, scope)).toBeGreaterThan(lost);
  expect((await get<{ item_group_count: number }>('/items')).body.item_group_count).toBeGreaterThanOrEqual(3);
});

describe.skipIf(!there)("a real shop's files, in their own words", () => {
  const mapping = readFileSync(
    new URL('../../../../../packages/analytics/test/mappings/dmc2018.json', import.meta.url),
    'utf8',
  );

  it('come in through the same door, make a project, are discounted and optimised', async () => {
    const files = Object.fromEntries(
      ['items.csv', 'prices.csv', 'sales_daily.csv'].map((name) => [name, readFileSync(join(DATA, name))]),
    );
    const { body } = await upload(files, {
      mapping: JSON.stringify({ ...JSON.parse(mapping), accept_likely: true }),
      mode: 'full',
    });
    const done = await finished(body._id);
    expect(done).toMatchObject({ status: 'completed', error: null });
    expect(done.report?.error_count).toBe(0);
    const project = await openProject(test, 'Sport/Tout', {
      data_date: '2018-01-31',
      phases: [{ start_date: '2018-02-01' }, { start_date: '2018-02-15' }],
      end_date: '2018-03-01',
    });
    const listing = await get<LinePage>(
      `/projects/${project._id}/discounts?size=5&sort=stock_qty&order=desc`,
    );
    expect(listing.body.discount_count).toBe(done.report?.totals.item_group_count);
    const scenario = await test.ask('claire', {
      method: 'POST',
      url: '/api/scenarios',
      payload: { name: 'Vider', goal: 'cogs' },
    });
    const run = await test.ask('claire', {
      method: 'POST',
      url: `/api/scenarios/${(scenario.body as Scenario)._id}/optimizations`,
      payload: { projects: [project._id] },
    });
    await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
    const optimised = await get<Optimization>(`/optimizations/${(run.body as Optimization)._id}`);
    expect(optimised.body.status).toBe('completed');
    const { body: projects } = await get<{ data: Project[] }>('/projects');
    expect(projects.data.find((one) => one._id === project._id)?.overview?.stock_qty).toBeGreaterThan(0);
  });
});
