import { join } from 'node:path';
import { readField } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { draftSnapshot, openFactStore } from '../src/index.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const PRODUCTS = Array.from({ length: 20 }, (_, at) => `P${at}`);
const ARTICLES = `code_produit;libelle;famille;prix_ttc\n${PRODUCTS.map((id) => `${id};Robe ${id};Robes;50`).join('\n')}\n`;
/** 50 from February, 35 from 24 June, 50 again from September. */
const HISTORY = `code_produit;date_debut;prix_ttc\n${PRODUCTS.flatMap((id) => [
  `${id};01/02/2026;50`,
  `${id};24/06/2026;35`,
  `${id};01/09/2026;50`,
]).join('\n')}\n`;
const KEY = 'lowered_prices:prix.csv';

/** What the sales of P0 are worth, by day, and their markdowns: from articles, prices and sales that tell no amount. */
async function amountsOf(
  sales: string,
  mapping: SendOptions['mapping'],
  { history = HISTORY, articles = ARTICLES } = {},
) {
  const own = await desk();
  const files = { 'articles.csv': articles, 'prix.csv': history, 'ventes.csv': sales };
  const sent = await Promise.all(Object.entries(files).map(([name, text]) => own.put(name, text)));
  const { folder, report } = await own.send(sent, { mapping: { settings: { vat_rate: 0.2 }, ...mapping } });
  const database = await openDatabase({ temp_folder: `${own.folder}/spill`, memory_limit: '100MB' });
  try {
    const rows = await database.session(async (session) => {
      await attachWarehouse(session, folder, 'w_');
      return session.rows<{ day: string; amount: number; list_price: number }>(
        "SELECT strftime(date, '%d/%m') AS day, amount, list_price FROM w_sale ORDER BY date",
      );
    });
    const told = rows.map(({ day, amount, list_price }) => `${day} ${amount} of ${list_price}`);
    return { own, folder, told, questions: report.questions.map(({ key }) => key) };
  } finally {
    database.close();
  }
}

const SALES = 'date;code_produit;quantite\n15/05/2026;P0;2\n01/07/2026;P0;2\n10/09/2026;P0;2\n';

describe('[IMPEX-03] sales that tell no amount', () => {
  it('are worth the reduced price in force that day, beside the list price', async () => {
    const { told } = await amountsOf(SALES, { answers: { [KEY]: 'reduced' } });
    expect(told).toEqual(['15/05 100 of 50', '01/07 70 of 50', '10/09 100 of 50']);
  });

  it('are worth the new list price, where the prices are said to be list prices', async () => {
    const { told } = await amountsOf(SALES, { answers: { [KEY]: 'list' } });
    expect(told).toEqual(['15/05 100 of 50', '01/07 70 of 35', '10/09 100 of 50']);
  });

  it('are worth what their own discount leaves of the list price', async () => {
    const sales =
      'date;code_produit;quantite;remise_pct\n15/05/2026;P0;2;10\n01/07/2026;P0;2;40\n10/09/2026;P0;2;0\n';
    const { told } = await amountsOf(sales, { answers: { [KEY]: 'reduced' } });
    expect(told).toEqual(['15/05 90 of 50', '01/07 60 of 50', '10/09 100 of 50']);
  });

  it('are worth the paid price of the list that the settings name, whose falls are not asked about', async () => {
    const history = HISTORY.replace('prix_ttc', 'prix_ttc;tarif').replaceAll(/\n(P.*)/g, '\n$1;vente');
    const settings = { vat_rate: 0.2, paid_price_list_id: 'vente' };
    const { told, questions } = await amountsOf(SALES, { settings }, { history });
    expect(told).toEqual(['15/05 100 of 50', '01/07 70 of 50', '10/09 100 of 50']);
    expect(questions).toEqual([]);
  });
});

/** What a project that chooses a list, or none, reads of P0: its list price, its sales to the data date, and the panel's discounts. */
async function projectOf({ own, folder }: Awaited<ReturnType<typeof amountsOf>>, price_list_id?: string) {
  const draft = await draftSnapshot({
    ...{ temp_folder: join(own.folder, 'temp'), warehouse_folder: folder ?? '', version: 1 },
    ...{ snapshot_folder: join(own.folder, `snapshot-${price_list_id}`), newId: () => crypto.randomUUID() },
    project: {
      ...{ project_id: 'p1', data_date: '2026-09-13', end_date: '2026-10-30', working_phase: 0 },
      phases: [{ name: null, start_date: '2026-09-16' }],
      ...{ discount_pct_range: [20], discount_levels: [0, 20], season_start_date: '2026-02-01' },
      ...{ accounting_currency: 'EUR', catalog_currency: 'EUR' },
      selection: price_list_id === undefined ? {} : { price_list_id },
    },
  });
  const { panel } = await draft.extractPanel({ weeks: 26 });
  const { folder: snapshot } = await draft.finish(null);
  const store = await openFactStore({ temp_folder: join(own.folder, 'temp'), memory_limit: '300MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: snapshot });
  const fields = ['price', 'lifetime_sales'];
  const { data } = await facts.lines({ size: 30, fields });
  await facts.close();
  await store.close();
  const [line] = data.filter(({ item_group_id }) => item_group_id === 'P0');
  const discounts = [...panel.discount.subarray(0, panel.week_count)].flatMap((discount, week) =>
    (panel.units[week] ?? 0) > 0 ? Math.round(100 * discount) : [],
  );
  return {
    price: line && readField(line, 'price'),
    sales: line && readField(line, 'lifetime_sales'),
    discounts,
  };
}

describe('[PROJ-03] a price list that is named', () => {
  const named = (list: string) =>
    HISTORY.replace('prix_ttc', 'prix_ttc;tarif').replaceAll(/\n(P.*)/g, `\n$1;${list}`);
  const unpriced = ARTICLES.replaceAll(/;(prix_ttc|50)\n/g, '\n');
  const answers = { 'lowered_prices:prix.csv': 'reduced' };

  it('is the list price where there is no other, for the sales, the figures and the forecast', async () => {
    const read = await amountsOf(SALES, { answers }, { history: named('FR'), articles: unpriced });
    expect(read.told).toEqual(['15/05 100 of 50', '01/07 70 of 50', '10/09 100 of 50']);
    const expected = { price: 50, sales: 270, discounts: [0, 30, 0] };
    expect(await projectOf(read)).toEqual(expected);
    expect(await projectOf(read, 'FR')).toEqual(expected);
  });

  it('values the sales of the projects that choose it, beside the prices of the articles', async () => {
    const dearer = ARTICLES.replaceAll(';50\n', ';80\n');
    const read = await amountsOf(SALES, { answers }, { history: named('FR'), articles: dearer });
    expect(await projectOf(read)).toEqual({ price: 80, sales: 480, discounts: [0, 0, 0] });
    expect(await projectOf(read, 'FR')).toEqual({ price: 50, sales: 270, discounts: [0, 30, 0] });
  });

  it('measures the discounts of sales that tell their amounts by its prices of the day', async () => {
    const sales = `date;code_produit;quantite;montant\n15/05/2026;P0;2;100\n01/07/2026;P0;2;50\n10/09/2026;P0;2;90\n`;
    const history = named('FR').replaceAll(/;35;/g, ';40;');
    const read = await amountsOf(sales, { answers: { [KEY]: 'list' } }, { history });
    expect(await projectOf(read, 'FR')).toEqual({ price: 50, sales: 240, discounts: [0, 38, 10] });
  });
});
