import { createHash } from 'node:crypto';
import type { PriceFile, PricePage, Project, SavedPriceTemplate } from '@palier/contract';
import { addDays } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importTexts, linesOf, openProject } from '../../../test/small-shop.ts';

let test: TestApp;
let project: Project;

const START = '2026-07-01';
const PRICES: Readonly<Record<string, number>> = { STEADY: 49.99, OFFER: 100, PULL: 70, BLANK: 20 };
const CODES = Object.keys(PRICES);
const SIZES = ['S', 'M'];
const STOCK: Readonly<Record<string, number>> = { L1: 3, L2: 5, ENT: 40 };

/** Two shops and a warehouse; a dated price history for all products but one; one had an offer in June. */
const FILES = {
  'articles.csv': ['code_produit;sku;taille;libelle;marque;prix_ttc;cout;date_mise_en_vente']
    .concat(
      CODES.flatMap((code) =>
        SIZES.map((size) => `${code};${code}-${size};${size};Robe ${code};Lune;${PRICES[code]};9;2026-01-05`),
      ),
    )
    .join('\n'),
  'prix.csv': [
    'code_produit;date_début;prix_ttc',
    ...['STEADY', 'OFFER', 'PULL'].map((code) => `${code};2026-01-05;${PRICES[code]}`),
    `OFFER;${addDays(START, -12)};80`,
    `OFFER;${addDays(START, -7)};100`,
  ].join('\n'),
  'ventes.csv': ['date;sku;quantite;montant_ttc;code_magasin']
    .concat(CODES.map((code) => `${addDays(START, -2)};${code}-S;1;${PRICES[code]};L1`))
    .concat(CODES.map((code) => `${addDays(START, -1)};${code}-M;1;${PRICES[code]};L2`))
    .join('\n'),
  'stock.csv': ['date;sku;quantite;code_magasin']
    .concat(
      CODES.flatMap((code) =>
        SIZES.flatMap((size) =>
          Object.entries(STOCK).map(
            ([place, qty]) => `${addDays(START, -1)};${code}-${size};${qty};${place}`,
          ),
        ),
      ),
    )
    .join('\n'),
  'lieux.csv':
    'code;nom;type;pays\nL1;Lille;magasin;France\nL2;Lyon;magasin;France\nENT;Dépôt;entrepôt;France',
};

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, FILES);
  project = await openProject(test, 'Soldes/Robes', {
    data_date: addDays(START, -1),
    phases: [{ start_date: START }, { start_date: '2026-07-15' }],
    end_date: '2026-07-29',
  });
});
afterAll(() => test?.close());

type Who = 'claire' | 'marion' | 'hugo' | 'nadia' | 'paul';
const call = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.ask(who, { method, url: `/api${url}`, ...(payload && { payload }) });
async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await call('claire', method, url, payload);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}
const page = (query = ''): Promise<PricePage> => send('GET', `/projects/${project._id}/prices?${query}`);
const make = (phase: number, template_id = 'prices-csv', scope: 'all' | 'changes' = 'all') =>
  send<PriceFile>('POST', `/projects/${project._id}/price-files`, { phase, template_id, scope });
const changes = (file: PriceFile) =>
  send<{ price_count: number; product_count: number }>(
    'GET',
    `/projects/${project._id}/price-files/${file._id}/changes`,
  );

async function bytes(file: PriceFile): Promise<Buffer> {
  const answer = await test.app.inject({
    url: `/api/projects/${project._id}/price-files/${file._id}/content`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
const pageOf = async (file: PriceFile): Promise<Buffer> => {
  const answer = await test.app.inject({
    url: `/api/projects/${project._id}/price-files/${file._id}/proof-page`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  return answer.rawPayload;
};
/** What a page of HTML says, with plain spaces. */
const wordsOf = (page: Buffer): string =>
  page
    .toString()
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u202f]+/g, ' ');
const records = async (file: PriceFile, delimiter = ';'): Promise<Record<string, string>[]> =>
  parse(await bytes(file), { delimiter, columns: true, bom: true });

describe('the prices of a phase on their screen', () => {
  it('are those of each product, with what may be announced and why', async () => {
    await choose(test, project._id, { STEADY: 30, OFFER: 30, PULL: 0 });
    const { data, summary, ...head } = await page();
    expect(head).toMatchObject({
      project_phase: 0,
      validated: false,
      signed: null,
      first_day: START,
      total: 3,
    });
    const of = new Map(data.map((one) => [one.item_group_id, one]));
    expect(of.get('OFFER')).toMatchObject({
      ...{ prior_price: 80, prior_price_date: addDays(START, -12), prior_price_state: 'known', price: 70 },
      ...{ discount_pct: 30, announced_pct: 12, announcement: 'less', former_price: 100, label_count: 16 },
      ...{ reduced_from: START, counted_from: addDays(START, -30), status: 'Non validée', reason: null },
    });
    expect(of.get('OFFER')?.days).toEqual([
      { date: addDays(START, -30), price: 100 },
      { date: addDays(START, -12), price: 80 },
      { date: addDays(START, -7), price: 100 },
    ]);
    expect(of.get('OFFER')?.variants.map(({ item_id, price }) => [item_id, price])).toEqual([
      ['OFFER-S', 70],
      ['OFFER-M', 70],
    ]);
    expect(of.get('OFFER')?.levels[0]).toEqual({ discount_pct: 20, price: 80, announced_pct: null });
    expect(of.get('PULL')).toMatchObject({
      price: 70,
      announced_pct: null,
      announcement: null,
      label_count: null,
    });
    expect(summary).toMatchObject({
      ...{ product_count: 3, price_count: 6, changed_count: 2, label_count: 32, since: null },
      announced: { full: 1, less: 1, none: 0, unknown: 0 },
      endings: { rules: [], far_count: 0 },
      excluded: [{ reason: 'Aucune démarque choisie', product_count: 1 }],
      // The warehouse labels nothing.
      places: [
        { code: 'L2', name: 'Lyon', label_count: 20 },
        { code: 'L1', name: 'Lille', label_count: 12 },
      ],
    });
  });

  it('say of each product what the listing says', async () => {
    const listed = await linesOf(test, project._id);
    for (const one of (await page()).data) {
      const line = listed.get(one.item_group_id) as Record<string, unknown> | undefined;
      for (const field of ['prior_price', 'prior_price_state', 'prior_price_date', 'announcement'] as const)
        expect(one[field], `${one.item_group_id} ${field}`).toEqual(line?.[field] ?? null);
    }
  });

  it('are searched, shown by what may be announced, page by page, and one by one', async () => {
    const codes = async (query: string) => (await page(query)).data.map(({ item_group_id }) => item_group_id);
    expect(await codes('show=less')).toEqual(['OFFER']);
    expect(await codes('show=changes')).toEqual(['STEADY', 'OFFER'].sort());
    expect(await codes('show=excluded')).toEqual(['BLANK']);
    expect(await codes('q=robe pull')).toEqual(['PULL']);
    const all = await codes('');
    expect([...(await codes('size=2')), ...(await codes('size=2&offset=2'))]).toEqual(all);
    expect(await codes('size=0')).toEqual([]);
    const [first] = (await page()).data;
    expect(await send('GET', `/projects/${project._id}/prices/${first?.line_id}`)).toEqual(first);
    expect((await call('claire', 'GET', `/projects/${project._id}/prices/${project._id}`)).status).toBe(404);
    expect((await call('claire', 'GET', `/projects/${project._id}/prices?phase=1`)).status).toBe(422);
  });
});

describe('a price file', () => {
  let first: PriceFile;
  it('is recorded with who made it, of which phase, its rows and the fingerprint of its bytes', async () => {
    first = await make(0);
    const content = await bytes(first);
    expect(first).toMatchObject({
      name: 'Soldes - Robes - Prix pour les magasins (CSV) - Démarque 1 du 2026-07-01 - non validée.csv',
      ...{
        project_phase: 0,
        phase: 'Démarque 1',
        validated: false,
        first_day: START,
        last_day: '2026-07-14',
      },
      ...{ scope: 'all', since_id: null, row_count: 6, user_name: 'Claire Vasseur' },
      fingerprint: createHash('sha256').update(content).digest('hex'),
      size_bytes: content.length,
    });
    expect(await send('GET', `/projects/${project._id}/price-files`)).toEqual({ data: [first] });
    const rows = await records(first);
    expect(rows.find(({ SKU }) => SKU === 'OFFER-M')).toEqual({
      ...{ 'Code produit': 'OFFER', SKU: 'OFFER-M', Taille: 'M', Libellé: 'Robe OFFER', Marque: 'Lune' },
      ...{ Tarif: 'Tarif usuel', 'Prix avant démarque': '100,00', 'Prix antérieur': '80,00', Devise: 'EUR' },
      ...{ 'Démarque (%)': '30', 'Annoncé (%)': '12', 'Prix démarqué': '70,00', Raison: '' },
      ...{
        'À partir du': '01/07/2026',
        'Jusqu’au': '14/07/2026',
        Phase: 'Démarque 1',
        Statut: 'Non validée',
      },
    });
  });

  it('is downloaded again byte for byte, whatever was decided since, which is counted', async () => {
    const before = await bytes(first);
    expect(await changes(first)).toEqual({ price_count: 0, product_count: 0 });
    await choose(test, project._id, { OFFER: 40, BLANK: 20 });
    expect((await bytes(first)).equals(before)).toBe(true);
    expect(await changes(first)).toEqual({ price_count: 4, product_count: 2 });
    expect((await page()).summary.since).toEqual({ file_id: first._id, price_count: 4, product_count: 2 });
    const shown = (await page('show=since')).data.map(({ item_group_id }) => item_group_id);
    expect(shown.sort()).toEqual(['BLANK', 'OFFER']);
  });

  it('of changes, put over the former file, gives the file of all prices, a price that went included', async () => {
    const rates = [null, 0, 20, 30, 40, 50, 60];
    const kept = ['Prix avant démarque', 'Prix antérieur', 'Annoncé (%)', 'Prix démarqué', 'Devise'] as const;
    const point = (row: Record<string, string>) => kept.map((name) => row[name] ?? '').join(' ');
    let former = new Map((await records(await make(0))).map((row) => [row.SKU ?? '', row]));
    for (let turn = 0; turn < 6; turn += 1) {
      const drawn = CODES.map((code, at) => [code, rates[(turn * 5 + at * 3 + 1) % rates.length] ?? null]);
      await choose(test, project._id, Object.fromEntries(drawn));
      const difference = await records(await make(0, 'prices-csv', 'changes'));
      const next = new Map((await records(await make(0))).map((row) => [row.SKU ?? '', row]));
      for (const row of difference) {
        expect(next.has(row.SKU ?? '')).toBe(row.Statut !== 'Retirée');
        if (row.Statut === 'Retirée') {
          expect(row['Prix démarqué']).toBe(former.get(row.SKU ?? '')?.['Prix avant démarque']);
          former.delete(row.SKU ?? '');
        } else former.set(row.SKU ?? '', row);
      }
      const points = (rows: typeof former) => [...rows].map(([sku, row]) => `${sku} ${point(row)}`).sort();
      expect(points(former)).toEqual(points(next));
      former = next;
    }
  });

  it('of changes is refused where none of its template was made', async () => {
    const payload = { phase: 0, template_id: 'shopify-csv', scope: 'changes' };
    const answer = await call('claire', 'POST', `/projects/${project._id}/price-files`, payload);
    expect(answer).toMatchObject({ status: 422, body: { code: 'refused' } });
  });

  it('is Shopify’s product file, with the lawful price struck through and none elsewhere', async () => {
    await choose(test, project._id, { STEADY: 30, OFFER: 20, PULL: 0, BLANK: 20 });
    const file = await make(0, 'shopify-csv');
    const text = (await bytes(file)).toString('utf8');
    expect(text.split('\r\n')[0]).toBe(
      'URL handle,Title,Option1 name,Option1 value,SKU,Price,Compare-at price',
    );
    const rows = (await records(file, ',')).filter((row) => row['Option1 value'] === 'S');
    expect(rows.map((row) => [row['URL handle'], row.Price, row['Compare-at price']]).sort()).toEqual([
      ['BLANK', '16.00', ''],
      ['OFFER', '80.00', ''],
      ['PULL', '70.00', ''],
      ['STEADY', '34.99', '49.99'],
    ]);
  });

  it('is a workbook of real numbers and days', async () => {
    const { sheets } = await readXlsx(new Uint8Array(await bytes(await make(0, 'prices-xlsx'))));
    const [head = [], ...rows] = sheets[0]?.rows ?? [];
    const row = rows.find((cells) => cells[1] === 'STEADY-S') ?? [];
    expect(row[head.indexOf('Prix démarqué')]).toBe(34.99);
    expect(row[head.indexOf('À partir du')]).toEqual(new Date('2026-07-01T00:00:00Z'));
  });

  it('of a validated phase keeps its prices while the next is worked, and follows no price that goes on', async () => {
    await send('PUT', `/projects/${project._id}`, { working_phase: 1 });
    const signed = await make(0);
    expect(signed).toMatchObject({ validated: true });
    expect(signed.name).toContain('Démarque 1 du 2026-07-01.csv');
    await choose(test, project._id, { STEADY: 50 });
    expect(await changes(signed)).toEqual({ price_count: 0, product_count: 0 });
    const worked = await page('phase=1');
    expect(worked.summary).toMatchObject({ changed_count: 1, since: { price_count: 2, product_count: 1 } });
    expect((await page('phase=0')).signed?.user_name).toBe('Claire Vasseur');
    const difference = await records(await make(1, 'prices-csv', 'changes'));
    expect(difference.map((row) => [row.SKU, row['Prix démarqué'], row['Prix antérieur']])).toEqual([
      ['STEADY-S', '25,00', '49,99'],
      ['STEADY-M', '25,00', '49,99'],
    ]);
  });
});

describe('the proof of a price file', () => {
  it('is made and kept with it, of the same prices, and stays whatever is decided since', async () => {
    await choose(test, project._id, { STEADY: 40, OFFER: 50, PULL: 30, BLANK: 20 });
    const file = await make(1);
    const proof = async (): Promise<Buffer> => {
      const answer = await test.app.inject({
        url: `/api/projects/${project._id}/price-files/${file._id}/proof`,
        headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
      });
      expect(answer.statusCode).toBe(200);
      return answer.rawPayload;
    };
    const kept = await proof();
    expect(file.proof).toEqual({
      page: expect.objectContaining({ fingerprint: expect.any(String) }),
      name: 'Soldes - Robes - Dossier de preuve - Démarque 2 du 2026-07-15 - non validée.xlsx',
      fingerprint: createHash('sha256').update(kept).digest('hex'),
      size_bytes: kept.length,
    });
    const { sheets } = await readXlsx(new Uint8Array(kept));
    const [head = [], ...proven] = sheets[0]?.rows ?? [];
    const cell = (row: (typeof proven)[number], name: string) => row[head.indexOf(name)] ?? null;
    const amount = (text: string | undefined) => (text ? Number(text.replace(',', '.')) : null);
    const told = (await records(file)).map((row) => [
      row.SKU,
      ...[amount(row['Prix démarqué']), amount(row['Prix antérieur']), amount(row['Annoncé (%)'])],
    ]);
    expect(
      proven.map((row) => [
        cell(row, 'SKU'),
        ...[cell(row, 'Prix démarqué'), cell(row, 'Prix antérieur'), cell(row, 'Annonçable (%)')],
      ]),
    ).toEqual(told);
    await choose(test, project._id, { STEADY: 50, OFFER: 60 });
    expect((await proof()).equals(kept)).toBe(true);
    expect((await call('paul', 'GET', `/projects/${project._id}/price-files/${file._id}/proof`)).status).toBe(
      404,
    );
  });

  it('has a page to print, kept as it was made: whose, of what, how many announced how, and each product', async () => {
    await choose(test, project._id, { STEADY: 40, OFFER: 50, PULL: 30, BLANK: 20 });
    const file = await make(1);
    const kept = await pageOf(file);
    expect(file.proof?.page).toEqual({
      name: 'Soldes - Robes - Dossier de preuve - Démarque 2 du 2026-07-15 - non validée.html',
      fingerprint: createHash('sha256').update(kept).digest('hex'),
      size_bytes: kept.length,
    });
    const words = wordsOf(kept);
    for (const told of [
      ...['Soldes / Robes, Démarque 2', 'non validée', 'Maison Brume', file.name, file.fingerprint],
      ...[file.proof?.fingerprint ?? '?', 'Claire Vasseur', 'L. 112-1-1', 'C-330/23', 'Avertir'],
      'Palier signale ; votre conseil décide.',
    ])
      expect(words).toContain(told);
    const { announced, product_count } = (await page('phase=1')).summary;
    for (const [kind, count] of Object.entries({
      ...{ 'Au taux décidé': announced.full, 'À moins que décidé': announced.less },
      ...{ 'Sans annonce': announced.none, 'Prix antérieur inconnu': announced.unknown },
    })) {
      expect(words).toContain(`${count} ${kind}`);
      if (count > 0) expect(words).toContain(`${kind}, ${count} produit`);
    }
    expect(words).toContain(`Produit par produit, ${product_count} produits`);
    await choose(test, project._id, { STEADY: 50, OFFER: 60 });
    expect((await pageOf(file)).equals(kept)).toBe(true);
    const url = `/projects/${project._id}/price-files/${file._id}/proof-page`;
    expect((await call('paul', 'GET', url)).status).toBe(404);
  });

  it('of a validated phase says who validated it, and when', async () => {
    const { proof, _id } = await make(0, 'prices-csv');
    expect(proof?.name).toContain('Démarque 1 du 2026-07-01.xlsx');
    const answer = await test.app.inject({
      url: `/api/projects/${project._id}/price-files/${_id}/proof`,
      headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
    });
    const { sheets } = await readXlsx(new Uint8Array(answer.rawPayload));
    const [head = [], first = []] = sheets[0]?.rows ?? [];
    expect(first[head.indexOf('Validée par')]).toBe('Claire Vasseur');
    expect(first[head.indexOf('Validée le')]).toBeInstanceOf(Date);
  });
});

describe('who may', () => {
  it('make a file: who decides prices or brings files; a reader downloads it; another organisation sees nothing', async () => {
    const payload = { phase: 0, template_id: 'prices-csv', scope: 'all' };
    const url = `/projects/${project._id}/price-files`;
    expect((await call('marion', 'POST', url, payload)).status).toBe(201);
    expect((await call('hugo', 'POST', url, payload)).status).toBe(403);
    const { data } = (await call('hugo', 'GET', url)).body as { data: PriceFile[] };
    expect((await call('hugo', 'GET', `${url}/${data[0]?._id}/content`)).status).toBe(200);
    expect((await call('paul', 'GET', `${url}/${data[0]?._id}/content`)).status).toBe(404);
  });

  it('lay files out: a template is made, used, rewritten and forgotten by a data manager alone', async () => {
    const body = {
      ...{ name: 'Caisse', format: 'csv', with_excluded: true },
      columns: [
        { field: 'item_id', heading: 'EAN' },
        { field: 'price', heading: 'PVTTC' },
        { field: 'constant', heading: 'TARIF', value: '001' },
        { field: 'first_day', heading: 'DEBUT' },
        { field: 'reason', heading: 'RAISON' },
      ],
      dialect: {
        ...{ separator: '|', decimal: '.', date: 'yyyymmdd', encoding: 'windows-1252', headings: false },
      },
    };
    expect((await call('marion', 'POST', '/price-templates', body)).status).toBe(403);
    const { _id } = await send<SavedPriceTemplate>('POST', '/price-templates', body);
    expect((await call('claire', 'POST', '/price-templates', body)).status).toBe(422);
    const file = await make(1, _id);
    const rows = (await bytes(file)).toString('latin1').split('\r\n');
    expect(rows).toContain('STEADY-S|25.00|001|20260715|');
    const wrong = { ...body, columns: [{ field: 'price', heading: '' }] };
    expect((await call('claire', 'PUT', `/price-templates/${_id}`, wrong)).status).toBe(400);
    expect((await call('paul', 'PUT', `/price-templates/${_id}`, body)).status).toBe(404);
    expect((await call('claire', 'PUT', '/price-templates/shopify-csv', body)).status).toBe(404);
    await send('PUT', `/price-templates/${_id}`, { ...body, name: 'Caisse 2' });
    expect((await call('claire', 'DELETE', `/price-templates/${_id}`)).status).toBe(204);
    const left = await send<{ data: SavedPriceTemplate[] }>('GET', '/price-templates');
    expect(left.data.every(({ preset }) => preset)).toBe(true);
    expect((await records(file, '|')).length).toBeGreaterThan(0);
  });

  it('keeps what the database kept: a file’s rows are all that its bytes hold', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from price_file_content
      where project_id = ${project._id}::uuid`.execute(test.deps.database.db);
    const { data } = await send<{ data: PriceFile[] }>('GET', `/projects/${project._id}/price-files`);
    expect(rows[0]?.n).toBe(4 * data.length);
    for (const file of data.filter(({ template_id }) => template_id === 'prices-csv'))
      expect((await records(file)).length).toBe(file.row_count);
  });
});
