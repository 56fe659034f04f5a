import type { Project, Results } from '@palier/contract';
import { parse } from 'csv-parse/sync';
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

// What a past phase brought is of the products that took part in it when it was validated, whatever was included or left
// out since: on the « Bilan », in its file, in the key figures of the closed project and in its listing.

const PHASES = [{ start_date: '2026-07-02' }, { start_date: '2026-07-08' }];
const END = '2026-07-15';
/** Units sold on a day of each phase; at 35,00 of 50,00. */
const SOLD: Readonly<Record<string, readonly [number, number]>> = {
  STAYS: [4, 3],
  LEAVES: [5, 2],
  JOINS: [6, 7],
  NEVER: [8, 9],
};
const PAID = 35;

let test: TestApp;
let project: Project;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Object.keys(SOLD).map((code) => ({ code, family: code, stock: 40 })),
  );
  project = await openProject(test, 'Soldes/Femme/Inclusions', {
    ...{ data_date: undefined, working_phase: 0, end_date: END, phases: PHASES },
  });
  await choose(test, project._id, Object.fromEntries(Object.keys(SOLD).map((code) => [code, 30])));
  await include({ JOINS: false, NEVER: false });
  await validate(1);
  await include({ LEAVES: false, JOINS: true });
}, 400_000);
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<T> {
  const { status, body } = await test.ask('claire', {
    ...{ method, url: `/api/projects/${project._id}${path}` },
    ...(payload && { payload }),
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as T;
}
const keyFigures = async () => {
  const { status, body } = await test.ask('claire', { url: '/api/projects' });
  expect(status).toBe(200);
  return (body as { data: Project[] }).data.find(({ _id }) => _id === project._id)?.overview;
};
const results = () => send<Results>('GET', '/results?by=family');
const include = async (inclusion: Readonly<Record<string, boolean>>) => {
  const lines = await linesOf(test, project._id);
  const edits = Object.entries(inclusion).map(([code, included]) => [lines.get(code)?._id, { included }]);
  await send('PUT', '/discounts', Object.fromEntries(edits));
};
const validate = async (working_phase: number | null) => {
  await send('PUT', '', { working_phase, control_reason: 'Essai' });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
};
const sell = (day: string, phase: 0 | 1) =>
  importTexts(test, {
    'ventes.csv': [
      'date,item_id,location_code,quantity,amount',
      ...Object.entries(SOLD).map(
        ([code, units]) => `${day},${code}-S,M01,${units[phase]},${PAID * units[phase]}`,
      ),
    ].join('\n'),
  });
/** Rows of the exported « Bilan »: `code démarque` → included, units. */
async function sheet(): Promise<Record<string, [string | undefined, number]>> {
  const { body } = await test.app.inject({
    url: `/api/projects/${project._id}/results/lines`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  const rows: Record<string, string>[] = parse(body, { delimiter: ';', columns: true, bom: true });
  return Object.fromEntries(
    rows.map((row) => [
      `${row['Code produit']} ${row.Démarque}`,
      [row.Inclus, Number(row['Pièces vendues']?.replace(',', '.'))],
    ]),
  );
}

it('the result of a past phase is of the products that took part in it, while the next one is worked', async () => {
  await sell('2026-07-03', 0);
  await sell('2026-07-09', 1);
  const { phases, total, groups } = await results();
  expect(phases.map(({ project_phase, real }) => [project_phase, real.sales_qty])).toEqual([[0, 4 + 5]]);
  expect(phases[0]?.planned?.sales_qty).toBeGreaterThan(0);
  expect(total).toMatchObject({ line_count: 2, compared_count: 2 });
  expect(groups.map(({ key }) => key)).toEqual(['LEAVES', 'STAYS']);
  expect(await sheet()).toEqual({
    'STAYS Démarque 1': ['oui', 4],
    'LEAVES Démarque 1': ['oui', 5],
    'JOINS Démarque 1': ['non', 6],
    'NEVER Démarque 1': ['non', 8],
  });
});

it('until its end, a closed project counts what is to be sold of the products of its last phase alone', async () => {
  await validate(null);
  const lines = await linesOf(test, project._id);
  const [stays, leaves] = [lines.get('STAYS'), lines.get('LEAVES')];
  // Sold and to sell: what a product left out sells goes from its stock, and into no figure.
  expect(stays?.forecast?.sales_qty).toBeGreaterThan(7);
  expect(leaves?.forecast?.sales_qty).toBe(5);
  expect(leaves?.phase_forecast?.sales_qty).toBe(0);
  expect(leaves?.forecast?.stock).toBeLessThan(Number(leaves?.stock_qty));
  const counted = ['STAYS', 'LEAVES', 'JOINS'].map((code) => Number(lines.get(code)?.forecast?.sales_qty));
  const overview = await keyFigures();
  expect(overview?.forecast?.sales_qty).toBeCloseTo(
    counted.reduce((sum, qty) => sum + qty, 0),
    6,
  );
});

it('the key figures of a closed project are those of its « Bilan », phase by phase and in all', async () => {
  await sell('2026-07-15', 1);
  const { phases, total, left } = await results();
  const [first, second] = phases;
  expect([first?.real.sales_qty, second?.real.sales_qty]).toEqual([4 + 5, 3 + 7]);
  expect(total.real.sales_qty).toBe(4 + 5 + 3 + 7);
  expect(total.line_count).toBe(3);
  const overview = await keyFigures();
  const { forecast, phase_forecast } = overview ?? {};
  expect(overview?.included_count).toBe(3);
  expect(forecast?.sales_qty).toBe(total.real.sales_qty);
  for (const figure of ['sales', 'profit', 'list_sales', 'discount_budget'] as const) {
    expect(forecast?.[figure], figure).toBeCloseTo(Number(total.real[figure]), 2);
    if (figure !== 'discount_budget')
      expect(phase_forecast?.[figure], figure).toBeCloseTo(Number(second?.real[figure]), 2);
  }
  expect(overview?.discount_budget).toBeCloseTo(Number(second?.real.discount_budget), 2);
  expect(forecast?.stock).toBe(left?.qty);
  expect(await sheet()).toMatchObject({
    'LEAVES Démarque 1': ['oui', 5],
    'LEAVES Démarque 2': ['non', 2],
    'JOINS Démarque 1': ['non', 6],
    'JOINS Démarque 2': ['oui', 7],
  });
});

it('the listing of a closed project shows who took part in a phase, with what it sold in those', async () => {
  const lines = await linesOf(test, project._id);
  const shown = (code: string) => {
    const line = lines.get(code);
    return [line?.included, line?.forecast?.sales_qty, line?.phase_forecast?.sales_qty];
  };
  expect(shown('STAYS')).toEqual([true, 7, 3]);
  expect(shown('LEAVES')).toEqual([true, 5, 0]);
  expect(shown('JOINS')).toEqual([true, 7, 7]);
  // It took part in none: no sum counts it, its row says what it sold.
  expect(shown('NEVER')).toEqual([false, 17, 9]);
});
