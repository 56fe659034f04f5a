import type { PricedProduct, PricePage, Project, Results } from '@palier/contract';
import { type LinePage, readField, type ValidationCheck } from '@palier/domain';
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
/** List prices that a delivery brings after the signature of 30 % of 40,00, by variant. */
const LATER: Readonly<Record<string, number>> = {
  ...{ 'P10-S': 25, 'P10-M': 25 },
  ...{ 'P11-S': 60, 'P11-M': 60 },
  'P12-M': 50,
};
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
          (size) =>
            `${code},${code}-${size},${code},Lune,Robes,${size},E26,${LATER[`${code}-${size}`] ?? 40},10`,
        ),
      ),
    ].join('\n'),
  });
  const after = (await results()).phases[0];
  // A price without tax is to the cent, whatever the list price that it is of.
  for (const [figure, amount] of Object.entries(before?.planned ?? {}))
    expect(after?.planned?.[figure as keyof typeof after.planned], figure).toBeCloseTo(Number(amount), 2);
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

async function dearer(): Promise<[code: string, rise: unknown, signed: unknown][]> {
  const { filter } = await riseCheck();
  const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&fields=price_rise,signed_price`;
  const { body } = await test.ask('claire', { url: `/api/projects/${project._id}/discounts?${query}` });
  return (body as LinePage).data.map((line) => [
    ...([line.item_group_id, readField(line, 'price_rise'), readField(line, 'signed_price')] as const),
  ]);
}
async function riseCheck(): Promise<ValidationCheck> {
  const { body } = await test.ask('claire', { url: `/api/projects/${project._id}/checks` });
  const check = (body as { data: ValidationCheck[] }).data.find(({ key }) => key === 'price_rises');
  if (!check) throw new Error('not checked');
  return check;
}
const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ');

it('a price that would go up again is said before the next phase is validated, with the products that it is of', async () => {
  const check = await riseCheck();
  expect(check).toMatchObject({ state: 'attention', text: '2 produits plus chers qu’à la démarque 1' });
  // 30 % of 60,00 where 28,00 was signed; of P12 it is one size alone, at 50,00.
  expect(plain(check.detail)).toBe('jusqu’à 14,00 € de plus sur l’étiquette');
  expect((await dearer()).sort()).toEqual([
    ['P11', 14, 28],
    ['P12', 7, 28],
  ]);
});

it('prices dearer than the selling price that came since, or than the label before, are said with them and in their file', async () => {
  const priced = async (query: string): Promise<PricePage> => {
    const { body } = await test.ask('claire', { url: `/api/projects/${project._id}/prices?${query}` });
    return body as PricePage;
  };
  const signed = await priced('phase=0&show=above_selling');
  expect(signed.summary).toMatchObject({ above_selling_count: 1, risen_count: 0 });
  // Signed at 28,00; a delivery has put it on sale at 25,00.
  expect(signed.data).toMatchObject([
    { item_group_id: 'P10', price: 28, above_selling: 3, selling_price: 40, selling_price_now: 25 },
  ]);
  const worked = await priced('phase=1&show=risen');
  expect(worked.summary).toMatchObject({ above_selling_count: 0, risen_count: 2 });
  expect(worked.data.map(({ item_group_id, rise }) => [item_group_id, rise])).toEqual([
    ['P11', 14],
    ['P12', 7],
  ]);
  const reasons = async (phase: number): Promise<string[]> => {
    const url = `/api/projects/${project._id}/export/prices-csv?phase=${phase}`;
    const lines = String((await test.ask('claire', { url })).body).split(/\r?\n/);
    return lines
      .filter((line) => line.includes('Plus cher'))
      .map((line) => plain([line.split(';')[1], line.split(';').at(-1)?.split('.')[0]].join(' ')));
  };
  expect(await reasons(0)).toEqual(
    ['S', 'M'].map((size) => `P10-${size} Plus cher que le prix de vente actuel : 25,00 €`),
  );
  const dearer = (code: string): string => `${code} Plus cher que l’étiquette de la démarque 1 : 28,00 €`;
  expect(await reasons(1)).toEqual(['P11-S', 'P11-M', 'P12-M'].map(dearer));
});

it('a price left out of the phase is carried over at its new list price: it goes up too, until it is deep enough', async () => {
  const line = (await linesOf(test, project._id)).get('P11');
  const { status } = await test.ask('claire', {
    ...{ method: 'PUT', url: `/api/projects/${project._id}/discounts` },
    payload: { [line?._id ?? '']: { included: false } },
  });
  expect(status).toBe(200);
  expect((await dearer()).map(([code]) => code).sort()).toEqual(['P11', 'P12']);
  expect((await riseCheck()).detail).toMatch(/dont 1 exclu, au prix reconduit$/);
  await test.ask('claire', {
    ...{ method: 'PUT', url: `/api/projects/${project._id}/discounts` },
    payload: { [line?._id ?? '']: { included: true, discount_pct_user: 60 } },
  });
  await choose(test, project._id, { P12: 50 });
  expect(await riseCheck()).toMatchObject({
    ...{ state: 'ok', text: 'Aucun produit plus cher qu’à la démarque 1', detail: null, filter: null },
  });
});

it('what the products had is set beside an objective of the products alone: of the stock, nobody kept what each discount had', async () => {
  const objective = async (basis: 'discount_count' | 'sum_stock_qty') => {
    const payload = {
      objective: {
        discount_pct_distribution: { 20: 40, 30: 60 },
        discount_pct_distribution_params: { basis },
      },
    };
    await test.ask('claire', { method: 'PUT', url: `/api/projects/${project._id}`, payload });
    return (await results()).objective.map((one) => [one.discount_pct, one.objective_pct, one.real_pct]);
  };
  expect(await objective('discount_count')).toEqual([
    [20, 40, 0],
    [30, 60, 100],
  ]);
  expect(await objective('sum_stock_qty')).toEqual([[30, null, 100]]);
});

it('a phase is not validated on a check list read before a delivery changed its figures', async () => {
  const read = async (): Promise<number> => {
    const { body } = await test.ask('claire', { url: `/api/projects/${project._id}/checks` });
    return (body as { version: number }).version;
  };
  const validate = async (seen_version: number) =>
    test.ask('claire', {
      ...{ method: 'PUT', url: `/api/projects/${project._id}` },
      payload: { working_phase: null, control_reason: 'Essai', seen_version },
    });
  const before = await read();
  await importTexts(test, {
    'stock.csv': ['item_id,inventory_code,quantity,date', 'P10-S,M01,5,2026-07-01'].join('\n'),
  });
  const late = await validate(before);
  expect(late.status).toBe(409);
  expect((late.body as { error: string }).error).toMatch(/ont changé depuis que vous avez lu la liste/);
  const read_again = await read();
  expect(read_again).toBeGreaterThan(before);
  expect(await read()).toBe(read_again);
  expect((await validate(read_again)).status).toBe(200);
});
