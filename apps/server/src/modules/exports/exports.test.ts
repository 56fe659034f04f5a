import type { Settings } from '@palier/contract';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importShop, linesOf, openProject } from '../../test/small-shop.ts';

let test: TestApp;
let project_id: string;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'A1', title: '=HYPERLINK("http://x.example";"Robe")', brand: 'Lune', price: 59.9 },
    { code: 'A2', title: 'Jupe; plissée', brand: 'Lune', price: 40, cost: 52.5 },
    { code: 'B1', title: '-20 % partout', brand: 'Éclat', price: 29.99, sizes: ['38', '40', '42'] },
    { code: 'B2', title: 'Pull', brand: 'Éclat', sizes: [] },
  ]);
  project_id = (await openProject(test, 'Soldes été 2026/Femme/Prêt-à-porter'))._id;
  await choose(test, project_id, { A1: 30, B1: 20, B2: 0 });
});
afterAll(() => test?.close());

async function download(template: string, query = '') {
  const response = await test.app.inject({
    url: `/api/projects/${project_id}/export/${template}${query}`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  return response;
}

const records = (text: string): Record<string, string>[] =>
  parse(text, { delimiter: ';', columns: true, bom: true });

describe('an export of the listing', () => {
  it('[API-22] has the rows of the filter and the search, and a French file name', async () => {
    const filter = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] };
    const answer = await download('listing-csv', `?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="Soldes ete 2026 - Femme - Pret-a-porter - Listing (CSV).csv"; ' +
        "filename*=UTF-8''Soldes%20%C3%A9t%C3%A9%202026%20-%20Femme%20-%20Pr%C3%AAt-%C3%A0-porter%20-%20Listing%20%28CSV%29.csv",
    );
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(records(answer.body).map((row) => row['Code produit'])).toEqual(['A1', 'A2']);
    expect(
      records((await download('listing-csv', '?q=pull')).body).map((row) => row['Code produit']),
    ).toEqual(['B2']);
  });

  it('[API-22] with an unknown template is not found', async () => {
    expect((await download('nope')).statusCode).toBe(404);
  });

  it('says what is wrong with a filter instead of beginning a file', async () => {
    const filter = { combinator: 'and', rules: [{ field: 'nope', operator: 'equals', value: 1 }] };
    const answer = await download('listing-xlsx', `?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_query' });
  });

  it('[IMPEX-01] has the columns asked for, in French, sorted as the listing', async () => {
    const { body } = await download('listing-csv', '?columns=price,stockTotal,margin&sort=price&order=desc');
    const rows = records(body);
    expect(Object.keys(rows[0] ?? {}).slice(0, 8)).toEqual([
      'Code produit',
      'Libellé',
      'Marque',
      'Couleur',
      'Prix TTC',
      'Stock total',
      'Stock en commande',
      'Marge unitaire',
    ]);
    expect(rows.map((row) => row['Code produit'])).toEqual(['A1', 'B2', 'A2', 'B1']);
    expect(rows[0]).toMatchObject({ 'Prix TTC': '59,9', 'Stock total': '20', 'Démarque (%)': '30' });
  });

  it('has the fields that the screen shows under the names', async () => {
    const { body } = await download('listing-csv', '?columns=stockTotal&featured=family,base_price');
    const heads = Object.keys(records(body)[0] ?? {});
    expect(heads.slice(2, 5)).toEqual(['Famille', expect.stringContaining('HT'), 'Stock total']);
    expect(heads).not.toContain('Couleur');
  });

  it('[IMPEX-01] of the organisation’s own has its columns, whatever the screen shows', async () => {
    const { body } = await test.ask('claire', { url: '/api/settings' });
    const { exportTemplates } = body as Settings;
    const hebdo = {
      id: 'hebdo',
      name: 'Suivi hebdo',
      format: 'csv',
      kind: 'listing',
      columns: ['stockTotal'],
    };
    const set = (templates: object[]) =>
      test.ask('claire', { method: 'PUT', url: '/api/settings', payload: { exportTemplates: templates } });
    await set([hebdo]);
    const answer = await download('hebdo', '?columns=price,margin');
    expect(answer.headers['content-disposition']).toContain('Suivi hebdo.csv');
    const heads = Object.keys(records(answer.body)[0] ?? {});
    expect(heads).toEqual(expect.arrayContaining(['Code produit', 'Stock total', 'Démarque (%)']));
    expect(heads).not.toContain('Prix TTC');
    expect((await download('listing-csv')).statusCode).toBe(404);
    await set(exportTemplates);
    expect((await download('listing-csv')).statusCode).toBe(200);
  });

  it('says what proves a price and what may be announced in French, as the listing does', async () => {
    const columns = 'columns=priorPrice,announcedPct';
    const rows = records((await download('listing-csv', `?${columns}`)).body);
    const workbook = await readXlsx((await download('listing-xlsx', `?${columns}`)).rawPayload);
    const [heads = [], ...cells] = workbook.sheets[0]?.rows ?? [];
    const said = ['Preuve du prix antérieur', 'Annonce permise'].map((head) => [
      ...rows.map((row) => row[head] ?? ''),
      ...cells.map((row) => String(row[heads.indexOf(head)] ?? '')),
    ]);
    for (const values of said) {
      expect(values.filter(Boolean)).not.toEqual([]);
      for (const value of values) expect(value).not.toMatch(/^(known|till|recent|unknown|full|less|none)$/);
    }
  });

  it('keeps negative numbers as numbers and makes formulas harmless', async () => {
    const rows = records((await download('listing-csv', '?columns=margin')).body);
    const byCode = new Map(rows.map((row) => [row['Code produit'], row]));
    expect(byCode.get('A1')?.Libellé).toBe('\'=HYPERLINK("http://x.example";"Robe")');
    expect(byCode.get('B1')?.Libellé).toBe("'-20 % partout");
    expect(byCode.get('A2')?.['Marge unitaire']).toMatch(/^-\d+(,\d+)?$/);
  });

  it('names the days of a figure that the listing has over several, also where a file has one of them alone', async () => {
    const heads = async (columns: string) =>
      Object.keys(records((await download('listing-csv', `?columns=${columns}`)).body)[0] ?? {});
    expect(await heads('forecastSales')).toContain('Prévision (toutes démarques) : CA');
    expect(await heads('resultsSales')).toContain('Performance (toutes démarques) : CA');
    expect(await heads('phaseForecastSellThrough')).toContain(
      'Prévision (démarque travaillée) : Écoulement (%)',
    );
    expect(await heads('forecastProfitAfterLeftovers')).toContain('Marge après invendus');
  });

  it('opened as a workbook has numbers, a frozen heading, widths and French formats', async () => {
    const answer = await download('listing-xlsx', '?columns=price,margin,stockTotal');
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    const workbook = await readXlsx(answer.rawPayload, { readStyles: true });
    const [sheet] = workbook.sheets;
    expect(sheet?.name).toBe('Prêt-à-porter');
    const [heads, first] = sheet?.rows ?? [];
    expect(heads?.slice(0, 5)).toEqual(['Code produit', 'Libellé', 'Marque', 'Couleur', 'Prix TTC']);
    expect(first?.[1]).toBe('\'=HYPERLINK("http://x.example";"Robe")');
    expect(first?.[4]).toBe(59.9);
    expect(sheet?.freezePane?.rows).toBe(1);
    const a2 = sheet?.rows.find((row) => row[0] === 'A2');
    expect(a2?.[heads?.indexOf('Marge unitaire') ?? -1]).toBeLessThan(0);
  });

  it('grouped, tells the groups before their lines', async () => {
    const rows = records((await download('listing-csv', '?by=brand&columns=stockTotal')).body);
    const level = (row: Record<string, string>) => `${row.Niveau}/${row['Code produit']}`;
    expect(rows.map(level)).toEqual([
      'Groupe 1/',
      'Produit/B1',
      'Produit/B2',
      'Groupe 1/',
      'Produit/A1',
      'Produit/A2',
    ]);
    expect(rows[0]).toMatchObject({ Marque: 'Éclat', Produits: '2', 'Stock total': '40' });
  });
});

describe('a grouped file', () => {
  it('has its groups in the order of the listing, which is sorted by a figure', async () => {
    const levels = async (query: string) =>
      records((await download('listing-csv', `?columns=price${query}`)).body).map((row) =>
        [row.Marque, row['Code produit']].filter(Boolean).join('/'),
      );
    expect(await levels('&by=brand&sort=price&order=desc')).toEqual([
      ...['Lune', 'Lune/A1', 'Lune/A2', 'Éclat', 'Éclat/B2', 'Éclat/B1'],
    ]);
    expect(await levels('&by=brand&sort=price&order=asc')).toEqual([
      ...['Éclat', 'Éclat/B1', 'Éclat/B2', 'Lune', 'Lune/A2', 'Lune/A1'],
    ]);
    expect(await levels('&by=brand&sort=brand&order=desc')).toEqual([
      ...['Lune', 'Lune/A1', 'Lune/A2', 'Éclat', 'Éclat/B1', 'Éclat/B2'],
    ]);
    // Of two levels, the last without a value.
    const two = await levels('&by=brand,supplier&sort=price&order=desc');
    expect(two.filter((row) => /[AB]\d/.test(row))).toEqual(['Lune/A1', 'Lune/A2', 'Éclat/B2', 'Éclat/B1']);
  });
});

describe('the price file of the shops', () => {
  it('has a row for each variant with its price before and after', async () => {
    const rows = records((await download('prices-csv')).body);
    expect(rows.map((row) => row.SKU)).toEqual(['A1-S', 'A1-M', 'B1-38', 'B1-40', 'B1-42', 'B2']);
    expect(rows[2]).toEqual({
      ...{ Tarif: 'Tarif usuel', 'Prix antérieur': '29,99', 'Annoncé (%)': '20', Raison: '' },
      'Code produit': 'B1',
      SKU: 'B1-38',
      Taille: '38',
      Libellé: "'-20 % partout",
      Marque: 'Éclat',
      'Prix avant démarque': '29,99',
      'Démarque (%)': '20',
      'Prix démarqué': '23,99',
      Devise: 'EUR',
      'À partir du': '01/07/2026',
      'Jusqu’au': '21/07/2026',
      Phase: 'Première démarque',
      Statut: 'Non validée',
    });
    const { body } = await download('prices-csv', '?q=pull');
    expect(records(body)[0]).toMatchObject({ 'Démarque (%)': '0', 'Prix démarqué': '50,00' });
  });

  it('leaves out what does not take part', async () => {
    const lines = await linesOf(test, project_id);
    await test.ask('claire', {
      method: 'PUT',
      url: `/api/projects/${project_id}/discounts`,
      payload: { [lines.get('B2')?._id ?? '']: { included: false } },
    });
    const rows = records((await download('prices-csv')).body);
    expect(rows.some((row) => row.SKU === 'B2')).toBe(false);
  });
});

describe('an export over the network', () => {
  const get = (url: string, signal?: AbortSignal) =>
    test.token('claire').then((token) =>
      fetch(url, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
        ...(signal && { signal }),
      }),
    );

  it('arrives whole, and those that are given up leave their turn to others', async () => {
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const url = `${origin}/api/projects/${project_id}/export`;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const leaving = new AbortController();
      const answer = await get(`${url}/listing-xlsx`, leaving.signal);
      expect(answer.status).toBe(200);
      leaving.abort();
    }
    const answers = await Promise.all(
      ['listing-csv', 'prices-csv', 'listing-csv', 'prices-csv', 'listing-csv'].map((template) =>
        get(`${url}/${template}`),
      ),
    );
    for (const answer of answers) expect(await answer.text()).toMatch(/^\ufeff?Code produit;/);
  });
});
