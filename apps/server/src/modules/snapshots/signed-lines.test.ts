import type { PriceFile, Project, Results } from '@palier/contract';
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

it('what was planned of a past phase is planned of all that was signed', async () => {
  const { phases } = await send<Results>('GET', '/results');
  expect(phases[0]).toMatchObject({ line_count: 3 });
});

it('a product that somebody takes out of the selection leaves it, signed or not', async () => {
  await put({ selection: { item_query: of('Jupes') } });
  expect([...(await linesOf(test, project._id)).keys()]).toEqual(['C']);
});
