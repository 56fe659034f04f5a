import type {
  Optimization,
  PricedProduct,
  PriceFile,
  PricePage,
  Product,
  Project,
  RouteOutput,
  Scenario,
} from '@palier/contract';
import { type LinePage, readField } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  bringProjects,
  choose,
  importShop,
  linesOf,
  ORGANIZATION,
  openProject,
  type ShopProduct,
} from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

const PRICES = ['label_price', 'real_discount_pct', 'announced_pct', 'cost', 'base_price'] as const;
type Prices = Record<(typeof PRICES)[number], number>;
type Line = LinePage['data'][number] & Prices;

/** A line with the figures of its price by their names. */
function withPrices(line: LinePage['data'][number]): Line {
  const prices = Object.fromEntries(PRICES.map((name) => [name, readField(line, name)])) as Prices;
  return { ...line, ...prices };
}

const RULE = { price_list_id: null, from_price: 0, to_price: null, rounding: 'down', max_distance_pct: null };
const NINES = { ...RULE, rounding: 'nearest', points: { kind: 'endings', cents: [99] } };
/** Prices of 40 €: at 15, 25, 30, 40, 50 and 60 % off. */
const LADDER = { ...RULE, points: { kind: 'ladder', prices: [16, 20, 24, 28, 30, 34] } };
/** What each discount of 40 € comes to, down on the ladder: worked out by hand. */
const RUNG: Record<number, number> = {
  ...{ 0: 0, 5: 15, 10: 15, 15: 15, 20: 25, 25: 25, 30: 30, 35: 40, 40: 40, 45: 50, 50: 50, 55: 60, 60: 60 },
};

// A hundred products of 40 € that differ by all the rest, and a few of other prices.
const SAME: ShopProduct[] = Array.from({ length: 100 }, (_, index) => ({
  code: `S${String(index).padStart(3, '0')}`,
  price: 40,
  cost: 6 + (index % 20),
  stock: 4 + ((7 * index) % 40),
  weekly_sales: index % 9,
  family: ['Robes', 'Jupes', 'Mailles'][index % 3] ?? 'Robes',
}));
const OTHERS: ShopProduct[] = [
  { code: 'P1', price: 12.99, cost: 4 },
  { code: 'P2', price: 49.99, cost: 15 },
  { code: 'P3', price: 89.9, cost: 30 },
];

let test: TestApp;
let project: Project;
const jobs = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [...SAME, ...OTHERS]);
  project = await openProject(test, 'Soldes/Femme/Prix', { discount_step: 5 });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

async function endWith(...rules: object[]): Promise<void> {
  await send('PUT', '/price-endings', { rules });
  await jobs();
}

async function lines(): Promise<Map<string, Line>> {
  const found = await linesOf(test, project._id);
  return new Map([...found].map(([code, line]) => [code, withPrices(line)]));
}

async function priceFile(query = ''): Promise<Map<string, string>> {
  const answer = await test.app.inject({
    url: `/api/projects/${project._id}/export/prices-csv${query}`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  const rows = parse(answer.body, { delimiter: ';', columns: true, bom: true }) as Record<string, string>[];
  return new Map(rows.map((row) => [row['Code produit'] ?? '', row['Prix démarqué'] ?? '']));
}

describe('the rules of price endings', () => {
  it('are none at first; who sets up the organisation changes them, and a fault is said in French', async () => {
    expect(await send('GET', '/price-endings')).toEqual({ rules: [] });
    const put = (who: 'claire' | 'marion', rules: object[]) =>
      test.ask(who, { method: 'PUT', url: '/api/price-endings', payload: { rules } });
    expect((await put('marion', [NINES])).status).toBe(403);
    expect((await put('claire', [NINES, LADDER])).body).toMatchObject({
      code: 'refused',
      error: 'Deux règles de la même liste de prix se recouvrent\u202f: dès 0,00, et dès 0,00.',
    });
    expect((await put('claire', [{ ...NINES, rounding: 'up' }])).status).toBe(400);
  });

  it('make the price of the listing and of the file, its true rate and its money', async () => {
    await choose(test, project._id, { P1: 20, P2: 30, P3: 10, S000: 30 });
    const before = await lines();
    expect(before.get('P1')).toMatchObject({ label_price: 10.39, real_discount_pct: 20 });
    expect(before.get('P1')?.curve?.rates).toBeUndefined();

    await endWith(NINES);
    const after = await lines();
    const prices = { P1: 9.99, P2: 34.99, P3: 80.99, S000: 27.99 };
    const file = await priceFile();
    for (const [code, label] of Object.entries(prices)) {
      const line = after.get(code);
      const list = line?.price as number;
      expect(line?.label_price, code).toBe(label);
      expect(line?.real_discount_pct).toBeCloseTo(100 * (1 - label / list), 9);
      expect(file.get(code)).toBe(String(label).replace('.', ','));
      const qty = line?.phase_forecast?.sales_qty ?? Number.NaN;
      expect(line?.phase_forecast?.sales).toBeCloseTo(label * qty, 6);
      expect(line?.discount_budget).toBeCloseTo((list - label) * qty, 6);
      const net = ((line?.base_price ?? 0) * label) / list;
      expect(line?.phase_forecast?.profit).toBeCloseTo((net - (line?.cost ?? 0)) * qty, 6);
    }
    // 20 % of 12,99 € at 9,99 € sells more than at 10,39 €, and 10 % of 89,90 € at 80,99 € less than at 80,91 €.
    // 100 × (1 − 9,99 ÷ 12,99) is 23,1 %, decided at 20 %: the one of four that is at more than a point.
    const { summary } = await send<PricePage>('GET', `/projects/${project._id}/prices`);
    const far = [3.0947, 0.006, 0.089, 0.025];
    expect(summary.endings).toMatchObject({ rules: [NINES], far_count: 1 });
    expect(summary.endings.mean_distance_pct).toBeCloseTo(far.reduce((all, one) => all + one) / 4, 3);
    const sold = (at: Map<string, Line>, code: string) => Number(at.get(code)?.phase_forecast?.sales_qty);
    expect(sold(after, 'P1')).toBeGreaterThan(sold(before, 'P1'));
    expect(sold(after, 'P3')).toBeLessThanOrEqual(sold(before, 'P3'));
    // Groups and totals see it.
    const total = await send<LinePage>(
      'GET',
      `/projects/${project._id}/discounts?size=1&summary=true&fields=label_price`,
    );
    expect(total.summary).toMatchObject({ label_price: [9.99, 80.99] });
  });
});

describe('a ladder, checked on a hundred products by hand', () => {
  let plain: Map<string, Line>;

  it('sells at each discount what its price sold without the ladder', async () => {
    await endWith();
    plain = await lines();
    await endWith(LADDER);
    const found = await lines();
    for (const { code } of SAME) {
      const [before, after] = [plain.get(code)?.curve, found.get(code)?.curve];
      if (!before || !after) throw new Error(`${code} has no curve`);
      const { levels } = after;
      const place = (pct: number) => levels.indexOf(RUNG[pct] ?? Number.NaN);
      levels.forEach((pct, level) => {
        const rung = place(pct);
        expect(after.rates?.[level], `${code} at ${pct}`).toBeCloseTo(RUNG[pct] ?? Number.NaN, 9);
        for (const name of ['phase_qty', 'phase_p10', 'phase_p90'] as const)
          expect(after[name]?.[level], `${code} ${name} at ${pct}`).toBeCloseTo(
            before[name]?.[rung] ?? Number.NaN,
            4,
          );
        levels.forEach((later, at) => {
          if (at < level) return;
          const [now, then] = [level * levels.length + at, rung * levels.length + place(later)];
          expect(after.rest_qty[now], `${code} at ${pct}, then ${later}`).toBeCloseTo(
            before.rest_qty[then] ?? Number.NaN,
            4,
          );
        });
      });
    }
    // No price of the ladder is within reach of the others: as the discounts give them.
    expect(found.get('P1')?.curve?.rates).toBeUndefined();
  });

  it('plans at its prices, the least rate of each, and the plan is worth what the listing says', async () => {
    const scenario = await send<Scenario>('POST', '/scenarios', { name: 'Marge', goal: 'profit' });
    const asked = await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
      projects: [project._id],
    });
    await jobs();
    const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
    expect(done.status).toBe('completed');
    await send('PUT', '/optimizations/listing', {
      optimization_ids: [asked._id],
      project_ids: [project._id],
    });
    const found = await lines();
    const file = await priceFile();
    let [sales, profit] = [0, 0];
    const chosen = new Set<number>();
    for (const [code, line] of found) {
      const list = line.price as number;
      const pct = line.discount_pct ?? 0;
      const rate = list === 40 ? (RUNG[pct] ?? Number.NaN) : line.real_discount_pct;
      if (list === 40 && line.discount_pct_user === null) chosen.add(pct);
      const level = line.curve?.levels.indexOf(pct) ?? -1;
      const qty = line.curve?.phase_qty[level] ?? Number.NaN;
      sales += list * (1 - rate / 100) * qty;
      profit += (line.base_price * (1 - rate / 100) - line.cost) * qty;
      if (list === 40) {
        expect(line.label_price, code).toBeCloseTo(40 * (1 - rate / 100), 9);
        expect(Number(file.get(code)?.replace(',', '.')), code).toBeCloseTo(line.label_price, 9);
      }
    }
    for (const pct of chosen) expect([0, 5, 20, 30, 35, 45, 55]).toContain(pct);
    expect(chosen.size).toBeGreaterThan(2);
    const overview = done.result_overview?.projects[0]?.phase_forecast;
    expect(Number(overview?.sales)).toBeCloseTo(sales, 0);
    expect(Number(overview?.profit)).toBeCloseTo(profit, 0);
  });
});

it('a validated phase keeps the prices signed, whatever rule comes after; the next one follows it', async () => {
  await endWith(NINES);
  await choose(test, project._id, { P1: 20, P2: 30, P3: 10 });
  const before = await priceFile();
  expect([before.get('P1'), before.get('P2')]).toEqual(['9,99', '34,99']);
  await send('PUT', `/projects/${project._id}`, { working_phase: 1, control_reason: 'Essai' });
  await jobs();
  await endWith({ ...NINES, points: { kind: 'endings', cents: [50] } });
  expect(await priceFile()).toEqual(before);
  const { summary } = await send<PricePage>('GET', `/projects/${project._id}/prices?phase=0`);
  expect(summary.endings).toMatchObject({ rules: [], far_count: expect.any(Number) });
  expect((await lines()).get('P2')).toMatchObject({ discount_pct: 30, label_price: 34.5 });
  expect((await priceFile('?phase=1')).get('P2')).toBe('34,50');
});

it('a label in shops is not raised by a rule that comes after, and every call says the same price', async () => {
  // 30 % of 49,99 € was signed at 34,99 €; the nearest whole price is 35 €.
  await endWith({ ...NINES, points: { kind: 'endings', cents: [0] } });
  const line = (await lines()).get('P2');
  const id = line?._id ?? '';
  const qty = line?.phase_forecast?.sales_qty ?? Number.NaN;
  const listed = (query: string) =>
    send<LinePage & { summary: { label_price: number[] } }>(
      'GET',
      `/projects/${project._id}/discounts?q=P2&size=1&${query}`,
    );
  const priced = await send<PricedProduct>('GET', `/projects/${project._id}/prices/${id}?phase=1`);
  const { data: page } = await send<PricePage>('GET', `/projects/${project._id}/prices?phase=1&q=P2`);
  const kept = await send<PriceFile>('POST', `/projects/${project._id}/price-files`, {
    ...{ phase: 1, template_id: 'prices-csv', scope: 'all' },
  });
  const product = await send<Product>('GET', `/projects/${project._id}/products/P2`);
  const level = product.levels?.find(({ discount_pct }) => discount_pct === 30);
  const tried = await send<RouteOutput<'projects.what_if'>>('POST', `/projects/${project._id}/simulate`, {
    edits: [{ line_ids: [id], edit: { discount_pct_user: 30 } }],
  });
  const content = await test.app.inject({
    url: `/api/projects/${project._id}/price-files/${kept._id}/content`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  const sent = parse(content.body, { delimiter: ';', columns: true, bom: true }) as Record<string, string>[];
  const inFile = sent.find((row) => row['Code produit'] === 'P2')?.['Prix démarqué'] ?? '';
  const told = {
    listing: line?.label_price,
    curve: 49.99 * (1 - Number(line?.curve?.rates?.[line.curve.levels.indexOf(30)]) / 100),
    forecast: Number(line?.phase_forecast?.sales) / qty,
    summary: (await listed('summary=true&fields=label_price')).summary.label_price[0],
    product: readField(product.line, 'label_price'),
    level: Number(level?.phase.sales) / Number(level?.phase.sales_qty),
    group_from: tried.label_prices.low,
    group_to: tried.label_prices.high,
    what_if: Number(tried.phase_after.sales) / Number(tried.phase_after.sales_qty),
    screen: page[0]?.price,
    panel: priced.price,
    ladder: priced.levels.find(({ discount_pct }) => discount_pct === 30)?.price,
    exported: Number((await priceFile('?phase=1')).get('P2')?.replace(',', '.')),
    sent: Number(inFile.replace(',', '.')),
  };
  for (const [call, price] of Object.entries(told)) expect(price, call).toBeCloseTo(34.99, 6);
  // Deeper, the rule is followed.
  await choose(test, project._id, { P2: 40 });
  expect((await lines()).get('P2')?.label_price).toBe(30);
  expect((await priceFile('?phase=1')).get('P2')).toBe('30,00');
});

it('a discount that the project does not offer has one price, to the cent, in the listing and in the file', async () => {
  await endWith(NINES);
  const definition = {
    ...{ name: 'Soldes/Femme/Repris', end_date: '2026-08-26', working_phase: 1, data_date: '2026-07-01' },
    phases: [{ start_date: '2026-07-01' }, { start_date: '2026-07-22' }],
    previous_discount_pcts: { P1: [33], P2: [20] },
  };
  const [brought = ''] = await bringProjects(test, [definition]);
  project = { ...project, _id: brought };
  const found = await lines();
  const file = await priceFile('?phase=1');
  // Their figures have at once the labels that they bring, which are those of the phase.
  const signedOf = (code: string) =>
    ['signed_price', 'price_rise'].map((name) => readField(found.get(code) as Line, name));
  expect([signedOf('P1'), signedOf('P2')]).toEqual([
    [8.7, null],
    [39.99, null],
  ]);
  // 67 % of 12,99 €; at a level that the project offers, the rule is followed.
  expect([found.get('P1')?.label_price, file.get('P1')]).toEqual([8.7, '8,70']);
  expect([found.get('P2')?.label_price, file.get('P2')]).toEqual([39.99, '39,99']);
});
