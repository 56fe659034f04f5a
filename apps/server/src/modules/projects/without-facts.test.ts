import type { Optimization, Project, Scenario } from '@palier/contract';
import type { GroupPage, LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importTexts, linesOf, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// A retailer's files that do not tell everything: what is not known is not nothing, and what cannot be done for want of
// it says what to send.

const day = (back: number): string =>
  new Date(Date.parse('2026-06-30') - back * 86_400_000).toISOString().slice(0, 10);
const ITEMS = [
  'item_group_id,item_id,title,brand,family,size,price,cost',
  'A,A-S,Robe A,Lune,Robes,S,50,20',
  'B,B-S,Robe B,Lune,Robes,S,60,25',
].join('\n');
const SALES = [
  'date,item_id,location_code,quantity,amount',
  ...Array.from({ length: 56 }, (_, back) => [
    `${day(back)},A-S,M01,2,100`,
    `${day(back)},B-S,M01,1,60`,
  ]).flat(),
].join('\n');
const STOCK = 'item_id,inventory_code,quantity,date\nA-S,M01,40,2026-06-30\nB-S,M01,10,2026-06-30\n';

let test: TestApp;
let id: string;
const project = { data_date: undefined };
const start = async () => {
  test = await startTestApp({ jobs: true });
};

const ask = async <T>(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
  const { status, body } = await test.ask('claire', {
    ...{ method, url: `/api${url}` },
    ...(payload && { payload }),
  });
  return { status, body: body as T };
};
const read = async (): Promise<Project> => {
  const { body } = await ask<{ data: Project[] }>('GET', '/projects');
  const [project] = body.data;
  if (!project) throw new Error('no project');
  return project;
};
const simulate = (id: string) =>
  ask<{ error: string }>('PUT', `/projects/${id}/simulate`, {
    objective: { discount_pct_distribution: { 0: 50, 20: 50 } },
  });
/** Asks for an optimisation. @returns why it was refused, or failed */
async function optimise(id: string): Promise<string | null | undefined> {
  const { body: scenario } = await ask<Scenario>('POST', '/scenarios', { name: 'Marge', goal: 'profit' });
  const asked = await ask<Optimization & { error: string }>(
    'POST',
    `/scenarios/${scenario._id}/optimizations`,
    { projects: [id] },
  );
  if (asked.status >= 300) return asked.body.error;
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return (await ask<Optimization>('GET', `/optimizations/${asked.body._id}`)).body.error;
}
const chooseByHand = async (id: string) => {
  const [line] = [...(await linesOf(test, id)).values()];
  return ask('PUT', `/projects/${id}/discounts`, { [line?._id ?? '']: { discount_pct_user: 20 } });
};
/** The figures of a forecast: all unknown, or some known. */
const known = (forecast: Readonly<Record<string, number | null>> | undefined): unknown[] =>
  Object.entries(forecast ?? {}).filter(([, figure]) => figure !== null);

describe('a project whose files come one after the other', () => {
  beforeAll(start, 400_000);
  afterAll(() => test.close());

  it('before anything is imported says that nothing is there to work on, not that it is in preparation', async () => {
    id = (await openProject(test, 'Soldes/Femme/Robes', project))._id;
    expect((await read()).snapshot).toMatchObject({ status: 'none', lacks: 'data' });
    const { status, body } = await simulate(id);
    expect(status).toBe(409);
    expect(body.error).toMatch(/dès que des produits, leurs ventes et leur stock sont importés/);
    expect(await optimise(id)).toMatch(/importez-les d’abord/);
  });

  it('before anything is imported has no phase to validate or to submit, and stays where it is', async () => {
    const refusals = [
      await ask<{ error: string }>('PUT', `/projects/${id}`, { working_phase: 1 }),
      await ask<{ error: string }>('POST', `/projects/${id}/approval`, { word: 'Prête' }),
    ];
    for (const { status, body } of refusals) {
      expect(status).toBe(409);
      expect(body.error).toMatch(/dès que des produits, leurs ventes et leur stock sont importés/);
    }
    expect(await read()).toMatchObject({ working_phase: 0, submission_id: null });
  });

  it('without any stock: stock, forecasts and merit are unknown everywhere, discounts are chosen by hand all the same', async () => {
    await importTexts(test, { 'items.csv': ITEMS, 'sales.csv': SALES });
    const { snapshot, overview } = await read();
    expect(snapshot).toMatchObject({ status: 'ready', discount_count: 2, lacks: 'stock' });
    expect(overview).toMatchObject({ stock_qty: null, stock_retail_value: null, stock_cost_value: null });
    expect([...known(overview?.forecast), ...known(overview?.phase_forecast)]).toEqual([]);
    expect(overview?.discount_budget).toBeNull();
    const fields =
      'stock_qty,stock_retail_value,sell_through_pct,forecast.sales,items_stats,daily_sales_qty_history';
    const { body: groups } = await ask<GroupPage>(
      'GET',
      `/projects/${id}/discounts/groups?by=family&summary=true&fields=${fields}`,
    );
    for (const group of [...groups.data, groups.summary])
      expect(group).toMatchObject({
        ...{ discount_count: 2, stock_qty: null, sell_through_pct: null, items_stats: null },
      });
    const { body: page } = await ask<LinePage>('GET', `/projects/${id}/discounts?size=10`);
    for (const line of page.data) {
      expect(line).toMatchObject({ stock_qty: null, in_store_stock_qty: null, items_stats: null });
      // Not a year's worth: a family without any figure is left out.
      expect(line).not.toHaveProperty('stock_coverage');
    }
    for (const refusal of [(await simulate(id)).body.error, await optimise(id)])
      expect(refusal).toMatch(/Aucun stock n’a été importé.*Importez un fichier de stock/);
    expect((await chooseByHand(id)).status).toBe(200);
    expect((await ask('GET', `/projects/${id}/export/listing-csv`)).status).toBe(200);
  });

  it('whose selection takes none of the products received has none to validate, submit or optimise', async () => {
    const nothing = { item_group_ids: ['Z'] };
    const { _id } = await openProject(test, 'Soldes/Femme/Rien', { ...project, selection: nothing });
    const { body } = await ask<{ data: Project[] }>('GET', '/projects');
    expect(body.data.find((one) => one._id === _id)?.snapshot).toMatchObject({
      ...{ status: 'ready', discount_count: 0, lacks: 'products' },
    });
    const refusals = [
      await ask<{ error: string }>('PUT', `/projects/${_id}`, { working_phase: 1 }),
      await ask<{ error: string }>('POST', `/projects/${_id}/approval`, { word: 'Prête' }),
    ];
    for (const { status, body: answer } of refusals) {
      expect(status).toBe(409);
      expect(answer.error).toMatch(/ne prend aucun produit.*Changez-la dans ses réglages/);
    }
    expect(await optimise(_id)).toMatch(/ne prend aucun produit/);
    expect((await test.ask('claire', { method: 'DELETE', url: `/api/projects/${_id}` })).status).toBe(204);
  });

  it('works as any other as soon as what it lacked arrives', async () => {
    await importTexts(test, { 'stock.csv': STOCK });
    const { snapshot, overview } = await read();
    expect(snapshot?.lacks ?? null).toBeNull();
    expect(overview).toMatchObject({ stock_qty: 50 });
    expect(overview?.forecast?.sales).toBeGreaterThan(0);
    expect((await simulate(id)).status).toBe(200);
    expect((await optimise(id)) ?? null).toBeNull();
  });
});

describe('a project of a retailer without any sale', () => {
  beforeAll(start, 400_000);
  afterAll(() => test.close());

  it('has a stock and no forecast, and can be decided by hand and validated', async () => {
    await importTexts(test, { 'items.csv': ITEMS, 'stock.csv': STOCK });
    id = (await openProject(test, 'Soldes/Femme/Robes', project))._id;
    const { snapshot, overview } = await read();
    expect(snapshot).toMatchObject({ status: 'ready', lacks: 'sales' });
    expect(overview).toMatchObject({ stock_qty: 50 });
    expect(known(overview?.forecast)).toEqual([]);
    for (const refusal of [(await simulate(id)).body.error, await optimise(id)])
      expect(refusal).toMatch(/Aucune vente n’a été importée.*Importez un fichier de ventes/);
    expect((await chooseByHand(id)).status).toBe(200);
    expect((await ask('PUT', `/projects/${id}`, { working_phase: 1 })).status).toBe(200);
  });
});
