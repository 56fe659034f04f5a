import type { Activity, Departures, Import, NewsAnswer, PriceFile, Project, Results } from '@palier/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { type Person, startTestApp, type TestApp, userOf } from '../../test/app.ts';
import {
  choose,
  importShop,
  importTexts,
  linesOf,
  ORGANIZATION,
  openProject,
} from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// A delivery after a signature takes products out of what a project selects: their prices are in shops all the same.

let test: TestApp;
let project: Project;
/** A is sold as before; B has nothing left and never sold; C is in another family since. */
const SHOP = ['A', 'B', 'C'].map((code) => ({
  code,
  price: 40,
  cost: 10,
  ...(code === 'B' && { weekly_sales: 0 }),
}));
const of = (family: string) => ({
  combinator: 'and',
  rules: [{ field: 'family', operator: 'equals', value: family }],
});

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, SHOP);
  project = await openProject(test, 'Soldes/Femme/Robes', {
    ...{ data_date: undefined, working_phase: 0, end_date: '2026-08-22' },
    phases: [{ start_date: '2026-07-02' }, { start_date: '2026-07-08' }],
    selection: { item_query: of('Robes') },
  });
  await choose(test, project._id, { A: 30, B: 30, C: 30 });
  await put({ working_phase: 1, control_reason: 'Essai' });
  await send<PriceFile>('POST', `/price-files`, { phase: 0, template_id: 'prices-csv', scope: 'all' });
  await importTexts(test, {
    'articles.csv': [
      'item_group_id,item_id,title,family,size,price,cost',
      ...['A', 'B', 'C'].map(
        (code) => `${code},${code}-S,${code},${code === 'C' ? 'Jupes' : 'Robes'},S,40,10`,
      ),
    ].join('\n'),
    'ventes.csv': [
      'date,item_id,location_code,quantity,amount',
      ...['A', 'C'].flatMap((code) => ['2026-07-03', '2026-07-10'].map((day) => `${day},${code}-S,M01,2,56`)),
    ].join('\n'),
    'stock.csv': [
      'item_id,inventory_code,quantity,date',
      ...['A-S,M01,8', 'A-M,M01,8', 'C-S,M01,8'].map((count) => `${count},2026-07-10`),
    ].join('\n'),
  });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const path = `/api/projects/${project._id}${url}`;
  const { status, body } = await test.ask('claire', { method, url: path, ...(payload && { payload }) });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as T;
}
async function put(changes: object): Promise<void> {
  await send('PUT', '', changes);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
}

it('a product whose price was signed stays in its project, whatever a later delivery makes of it', async () => {
  expect([...(await linesOf(test, project._id)).keys()]).toEqual(['A', 'B', 'C']);
});

it('the shops are not told to give back a price that was signed', async () => {
  const changes = await send<PriceFile>('POST', '/price-files', {
    ...{ phase: 0, template_id: 'prices-csv', scope: 'changes' },
  });
  expect(changes.row_count).toBe(0);
  const text = String(await send('GET', '/export/prices-csv?phase=0'));
  expect(text.match(/^[ABC];/gm)).toHaveLength(6);
  // The next phase starts from where these prices stand.
  const next = String(await send('GET', '/export/prices-csv?phase=1'));
  expect(next.match(/^[ABC];.*;28,00;EUR/gm)).toHaveLength(6);
});

it('[IMPEX-03] the check of new list prices says which were signed at others, and whose label is above the new one', async () => {
  const form = new FormData();
  form.append('check', 'true');
  form.append('mapping', JSON.stringify({ accept_likely: true }));
  const priced = [
    ['A', 45],
    ['B', 25],
    ['C', 40],
  ] as const;
  const rows = priced.flatMap(([code, price]) =>
    ['S', 'M'].map((size) => `${code},${code}-${size},${code},Robes,${size},${price},10`),
  );
  const text = `item_group_id,item_id,title,family,size,price,cost\n${rows.join('\n')}`;
  form.append('uploadedFiles', new Blob([text]), 'articles.csv');
  const request = new Response(form);
  const { body } = await test.ask('claire', {
    ...{ method: 'POST', url: '/api/imports', payload: Buffer.from(await request.arrayBuffer()) },
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const url = `/api/imports/${(body as Import)._id}`;
  const { report } = (await test.ask('claire', { method: 'GET', url })).body as Import;
  expect(report?.effect).toMatchObject({
    prices: [{ list: '', up: { count: 1 }, down: { count: 1 } }],
    signed: { product_count: 2, dearer_count: 1, project_count: 1 },
  });
});

it('what was planned of a past phase is planned of all that was signed', async () => {
  const { phases } = await send<Results>('GET', '/results');
  expect(phases[0]).toMatchObject({ line_count: 3 });
});

it('a product that somebody takes out of the selection leaves it, signed or not', async () => {
  await put({ selection: { item_query: of('Jupes') } });
  expect([...(await linesOf(test, project._id)).keys()]).toEqual(['C']);
});

describe('decided products that a delivery has no more, and whose phase is not signed', () => {
  /** X, Y and W never sold: without stock they leave. Z sells. */
  const BAGS = { W: 'Lune', X: 'Lune', Y: 'Sol', Z: 'Lune' } as const;
  let bags: string;

  /** Counts the stock of a day: what is not among the bags counted has none. */
  const deliver = (day: string, counted: readonly string[], more: Record<string, string> = {}) =>
    importTexts(test, {
      ...more,
      'stock.csv': [
        'item_id,inventory_code,quantity,date',
        ...['A-S', ...counted.map((code) => `${code}-S`)].map((item) => `${item},M01,20,${day}`),
      ].join('\n'),
      'ventes.csv': `date,item_id,location_code,quantity,amount\n${day},Z-S,M01,1,40`,
    });
  async function ask<T>(by: Person, url: string, method: 'GET' | 'POST' | 'PUT' = 'GET', payload?: object) {
    const { status, body } = await test.ask(by, { method, url, ...(payload && { payload }) });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body as T;
  }
  const ofBags = <T>(by: Person, url: string, method: 'GET' | 'POST' | 'PUT' = 'GET', payload?: object) =>
    ask<T>(by, `/api/projects/${bags}${url}`, method, payload);
  const departures = (by: Person) => ofBags<Departures>(by, '/departures');
  const journal = async (by: Person) =>
    (await ofBags<{ data: Activity[] }>(by, '/activity')).data.filter(({ kind }) => kind === 'departed');
  const check = async () =>
    (await ofBags<{ data: { key: string }[] }>('claire', '/checks')).data.find(
      ({ key }) => key === 'departed',
    );
  async function bell(by: Person): Promise<string[]> {
    await test.deps.news.collect();
    const { data } = await ask<NewsAnswer>(by, '/api/news');
    return data
      .filter(({ kind, project_id }) => kind === 'departed' && project_id === bags)
      .map(({ sentence, path }) => `${sentence} ${path.replace(bags, '…')}`);
  }
  const limit = (brand: string | null) =>
    ask('claire', `/api/members/${userOf('marion').user_id}`, 'PUT', {
      perimeter:
        brand === null ? null : { project_groups: [], fields: [{ field: 'brand', values: [brand] }] },
    });

  beforeAll(async () => {
    await deliver('2026-07-11', Object.keys(BAGS), {
      'articles.csv': [
        'item_group_id,item_id,title,brand,family,size,price,cost',
        ...Object.entries(BAGS).map(([code, brand]) => `${code},${code}-S,Sac ${code},${brand},Sacs,S,40,10`),
      ].join('\n'),
    });
    const { _id } = await openProject(test, 'Outlet/Sacs', {
      ...{ data_date: undefined, working_phase: 0, end_date: '2026-08-22' },
      phases: [{ start_date: '2026-07-15' }, { start_date: '2026-08-01' }],
      selection: { item_query: of('Sacs') },
    });
    bags = _id;
    await choose(test, bags, { X: 30 });
    await choose(test, bags, { Y: 20 }, 'marion');
    const x = (await linesOf(test, bags)).get('X')?._id;
    await ask('ines', `/api/discounts/${x}/comments`, 'POST', { comment: 'À garder' });
    await deliver('2026-07-12', ['Z']);
  });

  it('are named in the journal with their stock and why, those that nobody decided of are not', async () => {
    expect([...(await linesOf(test, bags)).keys()]).toEqual(['Z']);
    const [entry, ...others] = await journal('claire');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ description: '2 produits décidés sortis du projet, 40 pièces', user_name: 'Palier' },
      ...{ can_undo: false, discount_count: 2 },
    });
    const { away_count, data } = await departures('claire');
    expect(away_count).toBe(2);
    const left = { reason: 'stock', stock_qty: 20, project_phase: 0, discount_kind: 'user', returned: false };
    expect(data).toMatchObject([
      { ...left, item_group_id: 'X', title: 'Sac X', discount_pct: 30, decided_by: 'Claire Vasseur' },
      { ...left, item_group_id: 'Y', title: 'Sac Y', discount_pct: 20, decided_by: 'Marion Roche' },
    ]);
    expect(data[0]?.sales).not.toBeNull();
  });

  it('are news to those who decided or commented them, and to nobody else', async () => {
    const said = ['Une de vos lignes n’est plus dans le projet /project/…/departures'];
    expect([await bell('claire'), await bell('marion'), await bell('ines')]).toEqual([said, said, said]);
    expect(await bell('nadia')).toEqual([]);
  });

  it('are a line of the check list of their phase', async () => {
    expect(await check()).toMatchObject({
      ...{ state: 'attention', text: '2 produits décidés ne sont plus dans le projet' },
      detail: 'Sac X (20 pièces), Sac Y (20 pièces)',
    });
  });

  it('are told within one’s perimeter alone', async () => {
    await limit('Lune');
    expect((await departures('marion')).data.map(({ item_group_id }) => item_group_id)).toEqual(['X']);
    expect((await journal('marion')).map(({ description }) => description)).toEqual([
      '1 produit décidé sorti du projet',
    ]);
    expect(await bell('marion')).toEqual([]);
    await limit(null);
    expect(await bell('marion')).toHaveLength(1);
  });

  it('come back with what was decided of them, and are said no more', async () => {
    await deliver('2026-07-13', Object.keys(BAGS));
    const lines = await linesOf(test, bags);
    expect([...lines].map(([code, line]) => [code, line.discount_pct_user])).toEqual([
      ...[['W', null] as const, ['X', 30] as const, ['Y', 20] as const, ['Z', null] as const],
    ]);
    expect(await check()).toBeUndefined();
    const { count, away_count, data } = await departures('claire');
    expect([count, away_count, data.map(({ returned }) => returned)]).toEqual([2, 0, [true, true]]);
    expect([await bell('claire'), await bell('marion'), await bell('ines')]).toEqual([[], [], []]);
  });

  it('leave by a change of criteria too, each time with its reason, until the phase is validated', async () => {
    await ofBags('claire', '', 'PUT', {
      selection: {
        item_query: { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Sol' }] },
      },
    });
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    expect((await departures('claire')).data[0]).toMatchObject({ item_group_id: 'X', reason: 'criteria' });
    expect((await journal('claire')).map(({ discount_count }) => discount_count)).toEqual([1, 2]);
    expect(await check()).toMatchObject({ text: '1 produit décidé n’est plus dans le projet' });
    await ofBags('claire', '', 'PUT', { working_phase: 1, control_reason: 'Essai' });
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    expect(await check()).toBeUndefined();
    expect(await journal('claire')).toHaveLength(2);
    // It was validated with the others: it comes back at the discount that was decided.
    await ofBags('claire', '', 'PUT', { selection: { item_query: of('Sacs') } });
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    expect((await linesOf(test, bags)).get('X')).toMatchObject({
      ...{ previous_discount_pcts: [30], discount_pct: 30, discount_pct_user: null },
    });
    expect((await departures('claire')).away_count).toBe(0);
  });
});
