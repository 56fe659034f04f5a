import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Import, WarehouseVersion } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { openProject } from '../../test/small-shop.ts';
import { sweepFolders, warehousePath } from '../folders/index.ts';
import { waitForJobs } from '../jobs/index.ts';
import { discardCheck, requestRecheck } from './check.ts';
import { findImport } from './repository.ts';

const ORGANIZATION = 'org_maison_brume';
const ITEMS =
  'code produit;libellé;marque;prix TTC;prix de revient;stock\nA1;Robe été;Lune;49,90;20,00;12\nA2;Jupe;Lune;39,90;15,00;8\n';
const SALES =
  'date;code produit;quantité;montant\n2026-06-01;A1;3;149,70\n2026-06-02;A2;1;39,90\n2026-06-13;A2;1;39,90\n';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

interface Answer<T> {
  status: number;
  body: T;
}

function ask<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answer<T>> {
  const request = { method, url: `/api${url}`, ...(payload && { payload }) };
  return test.ask('claire', request);
}

/** Sends files, checked only unless said otherwise, and waits for what comes of it. */
async function send(files: Record<string, string>, fields: Record<string, string> = { check: 'true' }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files))
    form.append('uploadedFiles', new Blob([content]), name);
  const response = new Response(form);
  const { body }: Answer<Import> = await test.ask('claire', {
    method: 'POST',
    url: '/api/imports',
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  });
  return ended(body._id);
}

async function ended(id: string): Promise<Import> {
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return (await ask<Import>('GET', `/imports/${id}`)).body;
}

const publish = (id: string, answers: Record<string, string> = {}) =>
  ask<Import & { error: string; code: string }>('POST', `/imports/${id}/publish`, { answers });

const productCount = async () =>
  (await ask<{ item_group_count: number }>('GET', '/items')).body.item_group_count;
const versions = async () =>
  (await ask<{ data: WarehouseVersion[] }>('GET', '/warehouse-versions')).body.data;
const folders = async () =>
  (await readdir(join(test.deps.folders.root, warehousePath(ORGANIZATION))))
    .filter((name) => /^v\d+$/.test(name))
    .sort();
const uploads = () => readdir(join(test.deps.config.data_folder, 'staging')).catch(() => []);

describe('a check', () => {
  it('reads the files and changes nothing until it is published, then publishes what it read', async () => {
    const check = await send({ 'produits.csv': ITEMS, 'ventes.csv': SALES });
    expect(check).toMatchObject({
      status: 'completed',
      ...{ check: 'staged', stale: null },
      report: { questions: [], totals: { item_group_count: 2, sale_quantity: 5 }, totals_before: null },
    });
    expect(check.report?.effect?.months[0]?.cells.at(-1)?.quantity).toEqual([0, 5]);
    expect(await productCount()).toBe(0);
    expect(await versions()).toEqual([]);
    const { status, body } = await publish(check._id);
    expect([status, body.check]).toEqual([200, 'published']);
    expect(await productCount()).toBe(2);
    expect(await folders()).toEqual(['v1']);
    expect((await uploads()).filter((name) => name.startsWith(check._id))).toEqual([]);
    expect((await publish(check._id)).status).toBe(409);
  });

  it('waits for every answer, and is read again when an answer is not the likely one', async () => {
    const fewer = { 'ventes.csv': 'date;code produit;quantité;montant\n2026-06-01;A1;3;149,70\n' };
    const check = await send(fewer, { check: 'true', mode: 'full' });
    const key = 'removal:ventes.csv';
    expect(check.report?.questions).toMatchObject([{ key }]);
    const open = await publish(check._id);
    expect([open.status, open.body]).toMatchObject([422, { error: expect.stringContaining('retire') }]);
    const other = await publish(check._id, { [key]: 'complete' });
    expect([other.status, other.body.error]).toEqual([409, expect.stringContaining('contrôle est refait')]);
    const again = await ended(check._id);
    expect(again).toMatchObject({
      ...{ check: 'staged', stale: null },
      answers: { [key]: 'complete' },
      report: { unchanged: true, questions: [] },
    });
    expect((await publish(check._id)).body).toMatchObject({ check: 'published' });
    expect((await versions()).map(({ version }) => version)).toEqual([1]);
  });

  it('remembers the likely reading that was chosen as it does any other: the next file is not asked about', async () => {
    const rates = (day: string) => ({ 'taux.csv': `Date;Devise;Taux\n2026-06-${day};CHF;1,05\n` });
    const sales = (day: string) => ({
      'soldes.csv': `Date;Code produit;Magasin;Quantité;Montant\n0${day}/06/2026;A1;Essai;0;0,00\n`,
    });
    const files = (day: string) => ({ ...rates(`0${day}`), ...sales(day) });
    const check = await send(files('1'));
    const questions = check.report?.questions ?? [];
    expect(questions.map(({ code }) => code).sort()).toEqual(['currency', 'date_order']);
    const answers = Object.fromEntries(questions.map(({ key, choices }) => [key, choices[0]?.value ?? '']));
    expect((await publish(check._id, answers)).status).toBe(200);
    const next = await send(files('2'));
    expect(next.report?.questions).toEqual([]);
    await ask('DELETE', `/imports/${next._id}`);
  });

  it('is done again when the data moved since, and nothing is published until then', async () => {
    const check = await send({
      'juillet.csv': 'date;code produit;quantité;montant\n2026-07-13;A1;1;49,90\n',
    });
    const direct = await send(
      { 'aout.csv': 'date;code produit;quantité;montant\n2026-08-13;A1;2;99,80\n' },
      {},
    );
    expect(direct).toMatchObject({ status: 'completed', check: null });
    const moved = await publish(check._id);
    expect([moved.status, moved.body.error]).toEqual([409, expect.stringContaining('ont changé')]);
    const again = await ended(check._id);
    expect(again.report?.totals_before).toMatchObject({ sale_quantity: 7 });
    expect((await publish(check._id)).status).toBe(200);
    expect((await versions())[0]).toMatchObject({ is_current: true, figures: { sale_quantity: 8 } });
  });

  it('is given up with what it wrote and the files sent', async () => {
    const before = await folders();
    const check = await send({ 'x.csv': 'date;code produit;quantité;montant\n2026-08-20;A1;2;99,80\n' });
    expect((await folders()).length).toBe(before.length + 1);
    const { body } = await ask<Import>('DELETE', `/imports/${check._id}`);
    expect(body.check).toBe('discarded');
    expect(await folders()).toEqual(before);
    expect((await uploads()).filter((name) => name.startsWith(check._id))).toEqual([]);
    expect((await publish(check._id)).status).toBe(409);
  });

  it('has nothing to import when no row can be kept, and says why', async () => {
    const check = await send({ 'ventes.csv': 'date;code produit;quantité\n2026-06-01;A1;deux\n' });
    expect(check).toMatchObject({ status: 'completed', check: 'staged', report: { status: 'refused' } });
    const { status, body } = await publish(check._id);
    expect([status, body.error]).toEqual([409, expect.stringContaining('Rien à importer')]);
  });
});

describe('versions of the data', () => {
  it('can be gone back to: the difference is shown, the version is published again, projects follow', async () => {
    const project = await openProject(test, 'Soldes/Femme/Tout');
    const [current] = await versions();
    await send({ 'produits.csv': `${ITEMS}A3;Pull;Lune;59,90;20,00;5\n` }, {});
    expect(await productCount()).toBe(3);
    const url = `/warehouse-versions/${current?.version}`;
    const difference = await ask<object>('GET', `${url}/difference`);
    expect(difference.body).toMatchObject({
      version: { figures: { item_group_count: 2, stock_quantity: 20 } },
      current: { is_current: true, figures: { item_group_count: 3, stock_quantity: 25 } },
      projects: [{ _id: project._id, name: 'Soldes/Femme/Tout' }],
    });
    const { status, body } = await ask<WarehouseVersion>('POST', `${url}/restore`);
    expect([status, body]).toMatchObject([
      200,
      { is_current: true, restored_from: current?.version, published_by: 'Claire Vasseur' },
    ]);
    expect(await productCount()).toBe(2);
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    const lines = await ask<LinePage>('GET', `/projects/${project._id}/discounts`);
    expect(lines.body.discount_count).toBe(2);
    expect((await ask('POST', `/warehouse-versions/${body.version}/restore`)).status).toBe(409);
    expect((await ask('POST', '/warehouse-versions/999/restore')).status).toBe(404);
  });

  it('stay 30 days once they were served, a day when they never were', async () => {
    const served = await versions();
    await send({ 'x.csv': 'date;code produit;quantité;montant\n2026-08-20;A1;2;99,80\n' });
    const { database } = test.deps;
    const age = (days: number) =>
      database.executeSql(`update unused_folder set unused_since = now() - interval '${days} days'`);
    await age(29);
    await sweepFolders(test.deps);
    expect((await versions()).map(({ version }) => version)).toEqual(served.map(({ version }) => version));
    expect(await folders()).toHaveLength(served.length);
    await age(31);
    await sweepFolders(test.deps);
    expect(await versions()).toMatchObject([{ is_current: true }]);
    const [only] = await folders();
    expect(
      existsSync(join(test.deps.folders.root, warehousePath(ORGANIZATION, Number(only?.slice(1))))),
    ).toBe(true);
  });
});

it('the share that is asked and the order of dates are the organisation’s, set by who may validate', async () => {
  expect((await ask('GET', '/import-settings')).body).toEqual({
    ...{ max_removed_share: 0.1, control_tolerance: 0.001, time_zone: null, date_order: null },
    fiscal_calendar: null,
  });
  const settings = {
    ...{ max_removed_share: 0.9, control_tolerance: 0.01, time_zone: 'America/Toronto' },
    date_order: 'month',
    fiscal_calendar: null,
  };
  const refused = await test.ask('marion', { method: 'PUT', url: '/api/import-settings', payload: settings });
  expect(refused.status).toBe(403);
  expect((await ask('PUT', '/import-settings', settings)).body).toEqual(settings);
  const fewer = { 'ventes.csv': 'date;code produit;quantité;montant\n2026-06-01;A1;3;149,70\n' };
  const check = await send(fewer, { check: 'true', mode: 'full' });
  expect(check.report?.questions).toEqual([]);
  // And dates that prove nothing are read as it says, without a question.
  const ambiguous = { 'ventes.csv': 'date;code produit;quantité;montant\n02/03/2026;A1;3;149,70\n' };
  const dated = await send(ambiguous, { check: 'true' });
  expect(dated.report).toMatchObject({ questions: [], files: [{ first_date: '2026-02-03' }] });
});

it('a check whose files are there waits to be imported, wherever the data folder is', async () => {
  expect(await send({ 'articles.csv': ITEMS })).toMatchObject({ check: 'staged', stale: null });
});

it('a check that a colleague has just published is neither given up nor read again, and keeps its report', async () => {
  const { _id } = await send({ 'articles.csv': `${ITEMS}Z9;Cape;Lune;59,90;20,00;4\n` });
  const { db } = test.deps.database;
  const scope = systemScope(ORGANIZATION);
  // As each of three people has it on screen.
  const seen = await findImport(db, scope, _id);
  if (!seen) throw new Error('no check');
  expect((await publish(_id)).status).toBe(200);
  const told = { code: 'conflict', message: 'Ces fichiers sont déjà importés.' };
  await expect(discardCheck(test.deps, scope, seen)).rejects.toMatchObject(told);
  await expect(requestRecheck(test.deps, scope, seen, {})).rejects.toMatchObject(told);
  expect(await ended(_id)).toMatchObject({ check: 'published', report: { status: expect.any(String) } });
});

it('a check that two people have read again at once is read once', async () => {
  const { _id } = await send({ 'articles.csv': `${ITEMS}Z8;Cape;Lune;59,90;20,00;4\n` });
  const again = () => ask('PUT', `/imports/${_id}/check`, { mode: 'incremental' });
  const statuses = (await Promise.all([again(), again(), again()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409, 409]);
  expect(await ended(_id)).toMatchObject({ check: 'staged', status: 'completed' });
});

describe('what imports leave on the disk', () => {
  const BAD = 'date;code produit;quantité;montant\n2026-08-21;A1;deux;99,80\n2026-08-22;A1;2;99,80\n';
  const rowOf = async (id: string) => {
    const row = await findImport(test.deps.database.db, systemScope(ORGANIZATION), id);
    if (!row) throw new Error(`no import ${id}`);
    return row;
  };
  const reports = (id: string) => readdir(join(test.deps.folders.root, 'imports', id)).catch(() => []);

  it('goes when it was cancelled, though no server was there for days; what waits for a decision stays', async () => {
    const { database, folders: kept, data_owner } = test.deps;
    const [gone, waiting] = [await send({ 'x.csv': BAD }), await send({ 'y.csv': BAD })];
    const [row, other] = [await rowOf(gone._id), await rowOf(waiting._id)];
    const [upload = '', used = ''] = [row, other].map(({ options }) => options.staging_folder ?? '');
    // Killed as it was cancelled, before it could remove anything.
    await database.executeSql(
      `update job set status = 'cancelled', finished_at = now() - interval '5 days' where job_id = $1`,
      [row.job_id],
    );
    await database.executeSql('update import set report = null, staged = null where import_id = $1', [
      gone._id,
    ]);
    await database.executeSql('delete from unused_folder', []);
    expect(await kept.ownerOf(upload)).toBe(data_owner);
    expect(await reports(gone._id)).toEqual([row.job_id]);
    for (const _ of ['counted as unused', 'removed']) {
      await sweepFolders(test.deps);
      await database.executeSql(`update unused_folder set unused_since = now() - interval '2 days'`, []);
    }
    await sweepFolders(test.deps);
    expect([upload, used].map((path) => existsSync(join(kept.root, path)))).toEqual([false, true]);
    expect([await reports(gone._id), await reports(waiting._id)]).toEqual([[], [other.job_id]]);
    expect((await database.executeSql('select path from unused_folder', [])).rows).toEqual([]);
  });

  it('is the rows that the last reading of a check refused, not those of the readings before', async () => {
    const check = await send({ 'x.csv': BAD });
    await requestRecheck(test.deps, systemScope(ORGANIZATION), await rowOf(check._id), {});
    await ended(check._id);
    expect(await reports(check._id)).toEqual([(await rowOf(check._id)).job_id]);
  });
});
