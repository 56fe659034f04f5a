import type { PriceFile, PricePage, Project, SavedPriceTemplate } from '@palier/contract';
import { addDays, FRENCH_CSV } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importTexts, openProject } from '../../../test/small-shop.ts';
import { goneRows } from './places.ts';

let test: TestApp;
let project: Project;

const START = '2026-07-01';
const PRICES: Readonly<Record<string, number>> = { ROBE: 50, PULL: 70 };
const SIZES = ['S', 'M'];
const PLACES: Readonly<Record<string, { name: string; country: string }>> = {
  L1: { name: 'Lille', country: 'France' },
  L2: { name: 'Lyon', country: 'France' },
  B1: { name: 'Bruxelles', country: 'Belgique' },
};

const placesFile = (places: typeof PLACES): string =>
  ['code;nom;type;pays']
    .concat(Object.entries(places).map(([code, { name, country }]) => `${code};${name};magasin;${country}`))
    .concat('ENT;Dépôt;entrepôt;France')
    .join('\n');

const FILES = {
  'articles.csv': ['code_produit;sku;taille;libelle;marque;prix_ttc;cout']
    .concat(
      Object.entries(PRICES).flatMap(([code, price]) =>
        SIZES.map((size) => `${code};${code}-${size};${size};Article ${code};Lune;${price};9`),
      ),
    )
    .join('\n'),
  'ventes.csv': ['date;sku;quantite;montant_ttc;code_magasin']
    .concat(
      Object.keys(PLACES).flatMap((place) =>
        Object.entries(PRICES).map(([code, price]) => `${addDays(START, -1)};${code}-S;1;${price};${place}`),
      ),
    )
    .join('\n'),
  'stock.csv': `date;sku;quantite;code_magasin\n${addDays(START, -1)};ROBE-S;4;L1`,
  'lieux.csv': placesFile(PLACES),
};

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, FILES);
  project = await openProject(test, 'Soldes/Lieux', {
    data_date: addDays(START, -1),
    phases: [{ start_date: START }],
    end_date: '2026-07-29',
  });
  await choose(test, project._id, { ROBE: 30, PULL: 20 });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

/** The file of a template, with what is recorded of it. */
async function fileOf(template_id: string, scope: 'all' | 'changes' = 'all') {
  const url = `/projects/${project._id}/price-files`;
  const file = await send<PriceFile>('POST', url, { phase: 0, template_id, scope });
  const answer = await test.app.inject({
    url: `/api${url}/${file._id}/content`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  const rows: Record<string, string>[] = parse(answer.rawPayload, {
    delimiter: ';',
    columns: true,
    bom: true,
  });
  return { file, rows };
}

/** The rows of a file by place, from the shop's own files. */
const expected = (places: typeof PLACES): string[] =>
  Object.entries(places)
    .flatMap(([code, { name }]) =>
      SIZES.flatMap((size) => [`${code}|${name}|ROBE-${size}|35,00`, `${code}|${name}|PULL-${size}|56,00`]),
    )
    .sort();
const said = (rows: Record<string, string>[]): string[] =>
  rows
    .map((row) => [row.Lieux, row['Nom du lieu ou du pays'], row.SKU, row['Prix démarqué']].join('|'))
    .sort();

const COUNTRIES = {
  ...{ name: 'Par pays', format: 'csv', with_excluded: false, rows_by: 'country' },
  columns: [
    { field: 'place_name', heading: 'PAYS' },
    { field: 'places', heading: 'LIEUX' },
    { field: 'item_id', heading: 'EAN' },
    { field: 'price', heading: 'PRIX' },
  ],
  dialect: FRENCH_CSV,
};

describe('a price file with rows by place', () => {
  it('has each variant once for each place that sells, warehouses aside', async () => {
    const { file, rows } = await fileOf('places-csv');
    expect(said(rows)).toEqual(expected(PLACES));
    expect(file.row_count).toBe(12);
    const page = await send<PricePage>('GET', `/projects/${project._id}/prices?template_id=places-csv`);
    expect(page.places).toEqual({ by: 'place', count: 3 });
    expect(page.summary.since).toMatchObject({ price_count: 0 });
    const usual = await send<PricePage>('GET', `/projects/${project._id}/prices?template_id=prices-csv`);
    expect(usual.places).toBeNull();
  });

  it('has them once for each country, with its places, where the template says so', async () => {
    const { _id } = await send<SavedPriceTemplate>('POST', '/price-templates', COUNTRIES);
    const { rows } = await fileOf(_id);
    expect(rows.map(({ PAYS, LIEUX, EAN, PRIX }) => [PAYS, LIEUX, EAN, PRIX].join('|')).sort()).toEqual(
      SIZES.flatMap((size) =>
        ['Belgique|B1', 'France|L1, L2'].flatMap((place) => [
          `${place}|ROBE-${size}|35,00`,
          `${place}|PULL-${size}|56,00`,
        ]),
      ).sort(),
    );
  });

  it('of changes has one price in every place, then all of them when a shop opens', async () => {
    await choose(test, project._id, { ROBE: 40 });
    const changed = await fileOf('places-csv', 'changes');
    expect(said(changed.rows)).toEqual(
      Object.entries(PLACES)
        .flatMap(([code, { name }]) => SIZES.map((size) => `${code}|${name}|ROBE-${size}|30,00`))
        .sort(),
    );
    const more = { ...PLACES, L3: { name: 'Nice', country: 'France' } };
    await importTexts(test, { 'lieux.csv': placesFile(more) });
    const opened = await fileOf('places-csv', 'changes');
    expect(said(opened.rows)).toEqual(expected(more).map((row) => row.replace('35,00', '30,00')));
    expect(opened.file.row_count).toBe(16);
  });
});

describe('a place that sells in another currency', () => {
  it('has no row of a price list that is not its own, and a file that would name it is refused with the reason', async () => {
    const head = 'code;nom;type;pays;devise';
    await importTexts(test, { 'lieux.csv': `${head}\nG1;Genève;magasin;Suisse;CHF` });
    const { rows } = await fileOf('places-csv');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ Lieux }) => Lieux)).not.toContain('G1');
    const swiss = await openProject(test, 'Soldes/Frontière', {
      ...{ data_date: addDays(START, -1), phases: [{ start_date: START }], end_date: '2026-07-29' },
      selection: { sales_locations: ['L1', 'G1'] },
    });
    const answer = await test.ask('claire', {
      method: 'POST',
      url: `/api/projects/${swiss._id}/price-files`,
      payload: { phase: 0, template_id: 'prices-csv', scope: 'all' },
    });
    // The file of the prices that a listing shows is given to no other shop.
    const exported = await test.ask('claire', { url: `/api/projects/${swiss._id}/export/prices-csv` });
    for (const { status, body } of [answer, exported]) {
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toMatch(/Genève.* vend en CHF, et ce projet est au Tarif usuel, en EUR/);
    }
  });
});

describe('a place that leaves the project', () => {
  it('is given its selling prices again, and no other place is', () => {
    const price = {
      ...{ item_group_id: 'ROBE', item_id: 'ROBE-S', size: 'S', title: null, brand: null },
      ...{ price_list: 'Tarif usuel', places: 'L1, L2', selling_price: 50, prior_price: null },
      ...{ price: 35, announced_pct: null, currency: 'EUR' },
    };
    const known = [
      { code: 'L1', name: 'Lille', country: 'France', currency: null },
      { code: 'L2', name: 'Lyon', country: 'France', currency: null },
    ];
    const former = {
      ...{ project_phase: 0, first_day: START, last_day: START },
      prices: new Map([['ROBE-S', price]]),
    };
    const places = {
      by: 'place' as const,
      groups: [{ places: 'L1', place_name: 'Lille' }],
      codes: 'L1',
      known,
    };
    const phase = {
      ...{ index: 0, label: 'Soldes', validated: false, first_day: START, last_day: START },
      goods_day: null,
    };
    expect(goneRows(former, [], places, phase)).toMatchObject([
      { places: 'L2', place_name: 'Lyon', price: 50, discount_pct: 0, status: 'Retirée' },
    ]);
  });
});
