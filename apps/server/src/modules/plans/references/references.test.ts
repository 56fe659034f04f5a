import type { References } from '@palier/contract';
import { HORIZONS, type Horizon, type LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, openProject } from '../../../test/small-shop.ts';

const MEASURES = ['sales_qty', 'sales', 'profit', 'stock', 'discount_budget'] as const;
type Measure = (typeof MEASURES)[number] | 'profit_after_leftovers';

let test: TestApp;
let project: string;
const NEXT_YEAR = {
  phases: [
    { name: 'Première démarque', start_date: '2027-06-02' },
    { name: 'Deuxième démarque', start_date: '2027-06-16' },
  ],
  end_date: '2027-07-01',
};
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'A1' },
    { code: 'A2', weekly_sales: 5 },
    { code: 'A3', brand: 'Éclat', cost: null },
    { code: 'A4', brand: 'Éclat', family: 'Jupes' },
  ]);
  project = (await openProject(test, 'Soldes 2027/France', NEXT_YEAR))._id;
});
afterAll(() => test?.close());

const read = async (query = '', id = project): Promise<References> => {
  const { status, body } = await test.ask('claire', {
    url: `/api/projects/${id}/discounts/references${query}`,
  });
  expect(status).toBe(200);
  return body;
};
const filter = (field: string, operator: string, value: unknown): string =>
  `filter=${encodeURIComponent(JSON.stringify({ combinator: 'and', rules: [{ field, operator, value }] }))}`;

describe('the references of the listing’s figures', () => {
  it('say what the same scope sold over the same days one year before, group by group', async () => {
    const { data, last_year } = await read('?by=brand,family');
    expect(last_year).toEqual({
      phase: { from: '2026-06-03', to: '2026-06-17', unknown: null },
      end: { from: '2026-06-03', to: '2026-07-02', unknown: null },
    });
    // To the end, twice as many weeks.
    expect(data.find(({ keys }) => keys.length === 0)?.end.last_year).toMatchObject({ sales_qty: 56 });
    const past = (keys: readonly string[]) =>
      data.find((row) => row.keys.join() === keys.join())?.phase.last_year ?? null;
    // Two weeks of sales at full price: 3, 5, 3 and 3 units a week, at 50.
    expect(past([])).toMatchObject({ sales_qty: 28, sales: 1400, discount_budget: 0 });
    expect(past(['Lune'])).toMatchObject({ sales_qty: 16, sales: 800 });
    expect(past(['Éclat', 'Jupes'])).toMatchObject({ sales_qty: 6, sales: 300 });
    // 50 / 1.2 − 20 for each unit whose cost is known.
    expect(past(['Lune'])?.profit).toBeCloseTo(16 * (50 / 1.2 - 20));
    expect(past(['Éclat'])?.profit).toBeCloseTo(6 * (50 / 1.2 - 20));
  });

  it('are of the days that are left once the worked phase has begun, as the forecasts beside them', async () => {
    const begun = await openProject(test, 'Soldes 2027/Commencée', { ...NEXT_YEAR, data_date: '2027-06-08' });
    const { data, last_year } = await read('', begun._id);
    // Forecast from the day after its data: of the two weeks of last year, the second alone.
    expect(last_year.phase).toEqual({ from: '2026-06-10', to: '2026-06-17', unknown: null });
    expect(last_year.end).toEqual({ from: '2026-06-10', to: '2026-07-02', unknown: null });
    expect(data[0]?.phase.last_year).toMatchObject({ sales_qty: 14, sales: 700 });
    expect(data[0]?.end.last_year).toMatchObject({ sales_qty: 42 });
  });

  it('follow a filter on products, and say that a filter on the project’s own figures has no past', async () => {
    const { data } = await read(`?${filter('brand', 'equals', 'Éclat')}`);
    expect(data[0]?.phase.last_year).toMatchObject({ sales_qty: 12 });
    const own = await read(`?${filter('stock_qty', 'gte', 1)}`);
    expect(own.last_year.phase.unknown).toBe('filter');
    expect(own.data[0]?.phase.last_year).toBeNull();
  });

  it('are those of the collection of that year when the season is a condition', async () => {
    // Of this season's products, the test's shop has none yet: the brand gives the project its lines.
    const collection = (release_season: string) => ({
      combinator: 'or',
      rules: [
        { field: 'release_season', operator: 'equals', value: release_season },
        { field: 'brand', operator: 'equals', value: 'Éclat' },
      ],
    });
    const sold = async (release_season: string) => {
      const { data } = await read(
        `?filter=${encodeURIComponent(JSON.stringify(collection(release_season)))}`,
      );
      return data[0]?.phase.last_year?.sales_qty;
    };
    expect(await sold('E27')).toBe(28);
    expect(await sold('E28')).toBe(12);
  });

  it('say that sales start later, or that a list of products has no past', async () => {
    const early = (await openProject(test, 'Soldes 2026/France'))._id;
    expect((await read('', early)).last_year.phase.unknown).toBe('history');
    const listed = await openProject(test, 'Soldes 2027/Liste', {
      ...NEXT_YEAR,
      selection: { item_group_ids: ['A1'] },
    });
    expect((await read('', listed._id)).last_year.phase.unknown).toBe('list');
  });

  it('say what the discounts gave at a moment, whatever was changed since', async () => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20, A4: 20 });
    const latest = await test.ask('claire', { url: `/api/projects/${project}/activity?size=1` });
    const since = (latest.body as { data: { activity_id: string }[] }).data[0]?.activity_id ?? '';
    const total = async (): Promise<Record<Horizon, Partial<Record<Measure, number | null>>>> => {
      const { body } = await test.ask('claire', {
        url: `/api/projects/${project}/discounts?size=1&summary=true`,
      });
      const { phase_forecast, forecast, discount_budget } = (body as LinePage).summary ?? {};
      return { phase: { ...phase_forecast, discount_budget }, end: { ...forecast } };
    };
    const then = await total();
    await choose(test, project, { A1: 60, A3: 50 });
    await choose(test, project, { A1: 40 });
    const { data, since_count } = await read(`?by=brand&since=${since}`);
    for (const measure of MEASURES) {
      expect(data[0]?.phase.before?.[measure]).toBeCloseTo(Number(then.phase[measure]), 6);
      expect(data[0]?.end.before?.[measure]).toBeCloseTo(Number(then.end[measure]), 6);
    }
    expect(data[0]?.end.before?.profit_after_leftovers).toBeCloseTo(
      Number(then.end.profit_after_leftovers),
      6,
    );
    expect(since_count).toBe(2);
    const now = await total();
    expect(data[0]?.phase.before?.discount_budget).not.toBeCloseTo(Number(now.phase.discount_budget), 2);
  });

  it('count one’s own effect alone: what was undone is none, what a colleague decided is hers', async () => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20, A4: 20 });
    const activities = async (size: number) => {
      const { body } = await test.ask('claire', { url: `/api/projects/${project}/activity?size=${size}` });
      return (body as { data: { activity_id: string }[] }).data.map(({ activity_id }) => activity_id);
    };
    const [since = ''] = await activities(1);
    const merit = async () => {
      const { data, since_count } = await read(`?since=${since}`);
      return [data[0]?.end.before?.profit_after_leftovers, since_count];
    };
    const [then] = await merit();
    await choose(test, project, { A1: 60 });
    await choose(test, project, { A2: 60 });
    expect(await merit()).toEqual([expect.closeTo(Number(then), 6), 2]);
    const [latest = ''] = await activities(1);
    await test.ask('claire', { method: 'POST', url: `/api/projects/${project}/activity/${latest}/undo` });
    expect(await merit()).toEqual([expect.closeTo(Number(then), 6), 1]);
    await choose(test, project, { A3: 50, A1: 40 }, 'marion');
    const [without, count] = await merit();
    const { data } = await read('');
    const { data: now } = await read(`?since=${(await activities(1))[0]}`);
    // Marion took A1 over: nothing of what Claire changed stands in the figures of now.
    expect(without).toBeCloseTo(Number(now[0]?.end.before?.profit_after_leftovers), 6);
    expect(count).toBe(1);
    expect(data[0]?.end.before).toBeUndefined();
  });

  it('hold doing nothing still while discounts change, and the optimum is at least as good', async () => {
    const before = await read('?by=brand');
    await choose(test, project, { A1: 60, A2: 60, A3: 60, A4: 60 });
    const after = await read('?by=brand');
    expect(after.data).toHaveLength(3);
    for (const horizon of HORIZONS) {
      expect(after.data.map((row) => row[horizon].nothing)).toEqual(
        before.data.map((row) => row[horizon].nothing),
      );
      for (const row of after.data) {
        const { nothing, best } = row[horizon];
        expect(nothing.discount_budget).toBe(0);
        for (const measure of ['profit', 'sales', 'profit_after_leftovers'] as const)
          expect(best[measure]).toBeGreaterThanOrEqual(Number(nothing[measure]) - 1e-6);
        expect(best.stock).toBeLessThanOrEqual(Number(nothing.stock) + 1e-6);
      }
    }
  });
});
