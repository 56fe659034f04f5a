import type { PricedProduct, Project, Results } from '@palier/contract';
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

// What a past phase was to bring is of the prices that were signed, whatever list prices a delivery brings since.

let test: TestApp;
let project: Project;
const CODES = Array.from({ length: 12 }, (_, index) => `P${index + 10}`);

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    CODES.map((code) => ({ code, price: 40, cost: 10, stock: 40 })),
  );
  project = await openProject(test, 'Soldes/Femme/Robes', {
    ...{ data_date: undefined, working_phase: 0, end_date: '2026-08-22' },
    phases: [{ start_date: '2026-07-02' }, { start_date: '2026-07-08' }],
  });
  await choose(test, project._id, Object.fromEntries(CODES.map((code) => [code, 30])));
  const payload = { working_phase: 1, control_reason: 'Essai' };
  const { status } = await test.ask('claire', {
    ...{ method: 'PUT', url: `/api/projects/${project._id}`, payload },
  });
  expect(status).toBe(200);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  await importTexts(test, {
    'ventes.csv': [
      'date,item_id,location_code,quantity,amount',
      ...CODES.flatMap((code) => ['2026-07-03', '2026-07-10'].map((day) => `${day},${code}-S,M01,2,56`)),
    ].join('\n'),
  });
});
afterAll(() => test?.close());

async function results(): Promise<Results> {
  const { status, body } = await test.ask('claire', { url: `/api/projects/${project._id}/results` });
  expect(status).toBe(200);
  return body as Results;
}

it('what was planned of a past phase does not move with the list prices that come after its signature', async () => {
  const before = (await results()).phases[0];
  expect(Number(before?.planned?.list_sales) / Number(before?.planned?.sales_qty)).toBeCloseTo(40, 6);
  await importTexts(test, {
    'articles.csv': [
      'item_group_id,item_id,title,brand,family,size,release_season,price,cost',
      ...CODES.flatMap((code) =>
        ['S', 'M'].map(
          (size) => `${code},${code}-${size},${code},Lune,Robes,${size},E26,${code === 'P10' ? 25 : 40},10`,
        ),
      ),
    ].join('\n'),
  });
  const after = (await results()).phases[0];
  expect(after?.planned).toEqual(before?.planned);
  // Sold as before, at what was paid: so is the gap.
  expect(after?.gap?.total).toBeCloseTo(Number(before?.gap?.total), 3);
  expect(after?.gap?.price).toBeCloseTo(Number(before?.gap?.price), 3);
});

it('the panel of a signed price says what each discount makes of the list price it was signed at', async () => {
  const line = (await linesOf(test, project._id)).get('P10');
  const { body } = await test.ask('claire', {
    url: `/api/projects/${project._id}/prices/${line?._id}?phase=0`,
  });
  const { selling_price, price, discount_pct, levels } = body as PricedProduct;
  expect([selling_price, price, discount_pct]).toEqual([40, 28, 30]);
  expect(levels.find((level) => level.discount_pct === 30)?.price).toBe(28);
});
