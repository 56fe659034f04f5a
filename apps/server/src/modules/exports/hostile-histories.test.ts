import type { PricedProduct, PricePage, Project } from '@palier/contract';
import { addDays } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importTexts } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

const START = '2026-06-24';
const back = (days: number): string => addDays(START, -days);

/** Dated prices: product, size (none: all), days before the first reduction, price. */
const LISTS: [string, string, number, number][] = [
  ...['LOYAL', 'STAFF', 'LONE', 'OFFER', 'MIXED', 'UNTOLD'].map((code): [string, string, number, number] => [
    ...([code, '', 100, 100] as const),
  ]),
  ...([
    ['RAISED', '', 100, 60],
    ['RAISED', '', 1, 90],
    ['ENDED', '', 100, 100],
    ['ENDED', '', 45, 50],
    ['ENDED', '', 31, 100],
    ['LASTED', '', 100, 100],
    ['LASTED', '', 45, 50],
    ['LASTED', '', 29, 100],
    ['YOUNG', '', 12, 100],
    ['SIZES', 'S', 100, 100],
    ['SIZES', 'M', 100, 80],
  ] satisfies [string, string, number, number][]),
];

/** Tickets of one piece: product, size, days before, paid, what the till says of its reduction. */
const TICKETS: [string, string, number, number, string][] = [
  ...[25, 22, 18, 11, 6, 3].map((day): [string, string, number, number, string] => [
    ...(['LOYAL', 'S', day, 90, 'Carte de fidélité −10 %'] as const),
  ]),
  ...[26, 20, 9].map((day): [string, string, number, number, string] => ['LOYAL', 'S', day, 100, '']),
  ...[21, 14, 7, 2].map((day): [string, string, number, number, string] => [
    ...(['STAFF', 'S', day, 60, 'Remise personnel'] as const),
  ]),
  ['LONE', 'S', 8, 40, ''],
  ...[15, 14, 13].map((day): [string, string, number, number, string] => [
    ...(['OFFER', 'S', day, 80, 'Offre du week-end'] as const),
  ]),
  ...[12, 10, 5].flatMap((day): [string, string, number, number, string][] => [
    ['MIXED', 'S', day, 100, ''],
    ['MIXED', 'S', day, 80, 'Code personnel'],
  ]),
];
/** Of the shop online, whose file says nothing of reductions. */
const UNTOLD: [string, string, number, number][] = [24, 17, 10, 4].map((day) => ['UNTOLD', 'S', day, 90]);

/** By product and size: the prior price, its proof, the price at −30 %, what may be announced. */
const LAWFUL: Record<string, [prior: number | null, state: string, price: number, announced: number | null]> =
  {
    'LOYAL S': [100, 'known', 70, 30],
    'STAFF S': [100, 'known', 70, 30],
    'LONE S': [100, 'known', 70, 30],
    'OFFER S': [80, 'till', 70, 12],
    'MIXED S': [100, 'known', 70, 30],
    'UNTOLD S': [90, 'till', 70, 22],
    'RAISED S': [60, 'known', 63, null],
    'ENDED S': [100, 'known', 70, 30],
    'LASTED S': [50, 'known', 70, null],
    'YOUNG S': [100, 'recent', 70, 30],
    'SIZES S': [100, 'known', 70, 30],
    'SIZES M': [80, 'known', 56, 30],
  };
const SELLING: Record<string, number> = { RAISED: 90, 'SIZES M': 80 };

let test: TestApp;
let project: Project;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const table = (head: string, rows: readonly (readonly unknown[])[]): string =>
    [head, ...rows.map((row) => row.join(';'))].join('\n');
  const variants = Object.keys(LAWFUL).map((key) => key.split(' '));
  await importTexts(test, {
    'articles.csv': table(
      'code_produit;taille;libelle;prix_ttc;cout;date_mise_en_vente',
      variants.map(([code = '', size = '']) => [
        ...[code, size, code, SELLING[`${code} ${size}`] ?? SELLING[code] ?? 100, 10],
        code === 'YOUNG' ? back(12) : '2026-01-05',
      ]),
    ),
    'prix.csv': table(
      'code_produit;taille;date_début;prix_ttc',
      LISTS.map(([code, size, days, price]) => [code, size, back(days), price]),
    ),
    'ventes.csv': table(
      'date;code_produit;taille;quantite;montant_ttc;code_magasin;motif_remise',
      TICKETS.map(([code, size, days, paid, kind]) => [back(days), code, size, 1, paid, 'L1', kind]),
    ),
    'ventes-web.csv': table(
      'date;code_produit;taille;quantite;montant_ttc;code_magasin',
      UNTOLD.map(([code, size, days, paid]) => [back(days), code, size, 1, paid, 'WEB']),
    ),
    'stock.csv': table(
      'date;code_produit;taille;quantite;code_magasin',
      variants.map(([code, size]) => [back(1), code, size, 10, 'L1']),
    ),
  });
  const { body } = await test.ask('claire', {
    method: 'POST',
    url: '/api/projects',
    payload: {
      ...{ name: 'Soldes été 2026/Pièges', phases: [{ start_date: START }], end_date: '2026-07-22' },
      ...{ discount_pct_range: [30], working_phase: 0 },
    },
  });
  project = body as Project;
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  const codes = new Set(variants.map(([code = '']) => code));
  await choose(test, project._id, Object.fromEntries([...codes].map((code) => [code, 30])));
});
afterAll(() => test?.close());

const csv = async (template: string): Promise<Record<string, string>[]> => {
  const { statusCode, body } = await test.app.inject({
    url: `/api/projects/${project._id}/export/${template}`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  expect(statusCode, body).toBe(200);
  return parse(body, { delimiter: ';', columns: true, bom: true });
};
const amount = (cell: string | undefined): number | null =>
  cell ? Number(cell.replace(/[^\d,.-]/g, '').replace(',', '.')) : null;

describe('[16] price lists and tickets that mislead', () => {
  it('give on the screen of prices the prior price that the law reads, and the percentage on it', async () => {
    const { body } = await test.ask('claire', {
      method: 'GET',
      url: `/api/projects/${project._id}/prices?phase=0&size=100`,
    });
    const { data } = body as PricePage;
    const found = data.flatMap((one: PricedProduct) =>
      one.variants.map(({ size, prior_price, price, announced_pct }) => [
        ...[`${one.item_group_id} ${size}`, prior_price],
        ...[one.prior_price_state, price, announced_pct],
      ]),
    );
    expect(Object.fromEntries(found.map(([key, ...told]) => [key, told]))).toEqual(LAWFUL);
  });

  it('give the same in the file for shops and in the proof', async () => {
    const told = (rows: Record<string, string>[], announced: string) =>
      Object.fromEntries(
        rows.map((row) => [
          `${row['Code produit']} ${row.Taille}`,
          [amount(row['Prix antérieur']), amount(row['Prix démarqué']), amount(row[announced])],
        ]),
      );
    const expected = Object.fromEntries(
      Object.entries(LAWFUL).map(([key, [prior, , price, announced]]) => [key, [prior, price, announced]]),
    );
    expect(told(await csv('prices-csv'), 'Annoncé (%)')).toEqual(expected);
    expect(told(await csv('proof-csv'), 'Annonçable (%)')).toEqual(expected);
  });
});
