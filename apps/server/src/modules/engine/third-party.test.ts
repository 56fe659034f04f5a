import type { Product, Project } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, importTexts, linesOf, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    ['T1', 'T2', 'T3'].map((code) => ({ code, stock: 500, weekly_sales: 4 })),
  );
  project = await openProject(test, 'Soldes/Prévisions');
  // Three weeks from the data date's next day to the second phase, then the rest, by discount.
  const rows = [
    'T1;02/07/2026;21/07/2026;0;40',
    'T1;02/07/2026;21/07/2026;60;160',
    'T1;22/07/2026;26/08/2026;0;10',
  ];
  await importTexts(test, {
    'previsions.csv': `code_produit;du;au;démarque;prévision\n${rows.join('\n')}\n`,
  });
});
afterAll(() => test?.close());

const product = async (code: string) =>
  (await test.ask('claire', { url: `/api/projects/${project._id}/products/${code}` })).body as Product;
const curve = async (code: string) => (await linesOf(test, project._id)).get(code)?.curve;

it('an imported forecast takes the place of the computed one, product by product, and the panel says whose it is', async () => {
  const given = await curve('T1');
  expect(given?.phase_qty[0]).toBeCloseTo(40, 0);
  expect(given?.phase_qty[given.levels.indexOf(60)]).toBeCloseTo(160, 0);
  // Between the two, and never less for more discount.
  const quantities = given?.phase_qty ?? [];
  quantities.forEach((quantity, n) => {
    if (n > 0) expect(quantity).toBeGreaterThanOrEqual(quantities[n - 1] ?? 0);
  });
  expect((await product('T1')).forecast_source).toBe('imported');
  expect((await product('T2')).forecast_source).toBe('computed');
  expect((await curve('T2'))?.phase_qty[0]).not.toBeCloseTo(40, 0);
});

it('a project that does not follow imported forecasts has the computed ones again', async () => {
  const computed = (await curve('T2'))?.phase_qty;
  const { status } = await test.ask('claire', {
    method: 'PUT',
    url: `/api/projects/${project._id}`,
    payload: { use_third_party_forecast: false },
  });
  expect(status).toBe(200);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  expect((await product('T1')).forecast_source).toBe('computed');
  expect((await curve('T1'))?.phase_qty).toEqual(computed);
});
