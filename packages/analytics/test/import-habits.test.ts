import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectFiles } from '../src/index.ts';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

describe('the habits of the tools that write the files', () => {
  it('[IMPEX-03] finds the headings under a title that stands alone, in a workbook and in a text', async () => {
    const { put, send } = await desk();
    const book = await writeXlsx({
      sheets: [
        {
          name: 'Produits',
          rows: [
            ['Produits du printemps, au 1er juillet'],
            [],
            ...ITEMS.trim()
              .split('\n')
              .map((line) => line.split(';')),
          ],
        },
        {
          name: 'Ventes',
          rows: [['Ventes'], ['Date', 'Code produit', 'Taille', 'Quantité'], [46204, 'R1', 36, 1]],
        },
      ],
    });
    const stock = 'Stock au soir du 1er juillet, en pièces\n\nCode produit;Taille;Stock\nR1;36;4\nR1;38;6\n';
    const { report } = await send([await put('export.xlsx', book), await put('stock.csv', stock)]);
    expect(report.ignored_files).toEqual([]);
    expect(report.totals).toMatchObject({ item_count: 3, sale_quantity: 1, stock_quantity: 10 });
  });

  it('[IMPEX-03] reads dates with the month first when the file has some that cannot be read otherwise', async () => {
    const { put, send } = await desk();
    const sales =
      'date,product_code,size,quantity\n01/05/2026,R1,36,1\n02/03/2026,P2,M,2\n12/31/2025,R1,38,4\n';
    const { report } = await send([await put('items.csv', ITEMS), await put('sales.csv', sales)]);
    expect(report).toMatchObject({ error_count: 0, data_date: '2026-02-03' });
    expect(report.totals).toMatchObject({ sale_quantity: 7, first_sale_date: '2025-12-31' });
  });

  it('remembers which comes first for the next file of these headings, whose dates do not tell', async () => {
    const { put, send } = await desk();
    const heading = 'date,product_code,size,quantity\n';
    const first = await send([
      await put('items.csv', ITEMS),
      await put('sales-12.csv', `${heading}12/31/2025,R1,36,1\n`),
    ]);
    const remembered = new Map(first.used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('sales-02.csv', `${heading}02/01/2026,R1,36,1\n`)], { remembered });
    expect(next.report.totals.last_sale_date).toBe('2026-02-01');
    expect(next.report.totals.sale_quantity).toBe(2);
    const products = 'product_code,title,release_date,stock\nR1,Dress,12/31/2025,5\n';
    const told = await send([await put('products.csv', products)]);
    const [used] = told.used_mappings;
    expect(used?.files.map(({ kind, date_order }) => [kind, date_order])).toEqual([['items', 'month']]);
  });

  it('keeps the day first when a single date is wrong, and follows the user who says which comes first', async () => {
    const { put, send } = await desk();
    const wrong = 'date;code_produit;quantité\n31/12/2025;P2;1\n12/31/2025;P2;2\n';
    const first = await send([await put('items.csv', ITEMS), await put('ventes.csv', wrong)]);
    expect(first.report).toMatchObject({ error_count: 1, errors: [{ line: 3, reason: 'date illisible' }] });
    const said = await send([await put('sales.csv', 'date;code_produit;quantité\n02/01/2026;P2;1\n')], {
      mapping: { settings: { date_order: 'month' } },
    });
    expect(said.report.totals.last_sale_date).toBe('2026-02-01');
  });

  it('reads amounts as accountants and tills write them', async () => {
    const { put, send } = await desk();
    const items = 'Product ID\tTitle\tSize\tRetail price\nR1\tDress\t36\t$1,080.00\n';
    const sales =
      'date;sku;quantité;montant\n01/07/2026;R1-36;-1;(1.080,50)\n02/07/2026;R1-36;2-;2.161,00-\n03/07/2026;R1-36;1;CHF 1080,5\n';
    const { report } = await send([await put('items.tsv', items), await put('ventes.csv', sales)]);
    expect(report.errors).toEqual([]);
    expect(report.totals).toMatchObject({ sale_quantity: -2, sale_amount: -3241.5 });
    expect(report.amounts).toContainEqual({ currency: 'CHF', before: 0, after: 1080.5 });
  });

  it('knows a heading with its articles and plurals: price history keeps its dates', async () => {
    const { put, folder } = await desk();
    const file = await put('tarifs.csv', "N° d'article;Date d’effet;Prix de vente TTC\nR1;01/06/2026;80\n");
    const [found] = await inspectFiles([file], { temp_folder: join(folder, 'temp') });
    expect(found?.kinds).toEqual(['prices']);
    expect(found?.headings.map(({ column }) => column)).toEqual(['item_group_id', 'from_date', 'price']);
  });

  it('takes days, products and quantities for sales, not for orders, unless the file says so', async () => {
    const { put, folder } = await desk();
    const text = 'date;code_produit;taille;quantité\n01/07/2026;R1;36;1\n';
    const files = [await put('juillet.csv', text), await put('commandes.csv', text)];
    const found = await inspectFiles(files, { temp_folder: join(folder, 'temp') });
    expect(found.map(({ kinds }) => kinds)).toEqual([['sales'], ['orders']]);
  });
});

describe('what cannot be read, or is not to be', () => {
  it('says which column a file lacks, and of which kind it looks', async () => {
    const { put, send } = await desk();
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('juin.csv', 'date;code_produit;taille;magasin\n01/06/2026;R1;36;M1\n'),
    ]);
    expect(report.ignored_files).toEqual([
      {
        name: 'juin.csv',
        reason: 'colonnes non reconnues : pour des ventes, il manque la quantité',
      },
    ]);
  });

  it('reads the lines of an old Mac', async () => {
    const { put, send } = await desk();
    const sales = 'date;sku;quantité\n01/07/2026;R1-36;3\n'.replaceAll('\n', '\r');
    const { report } = await send([
      await put('articles.csv', ITEMS.replaceAll('\n', '\r')),
      await put('ventes.csv', sales),
    ]);
    expect(report.totals).toMatchObject({ item_count: 3, sale_quantity: 3 });
  });

  it('keeps as attributes the columns of products that the user gives no other meaning', async () => {
    const { put, send } = await desk();
    const columns = { Réf: 'item_group_id', PV: 'price', Prix: 'attributes.Prix' };
    const file = await put('modeles.csv', 'Réf;PV;Prix;Interne\nR1;80;cher;x\n');
    const { manifest, report } = await send([file], {
      mapping: { files: [{ match: 'modeles.csv', kind: 'items', columns }] },
    });
    expect(report.error_count).toBe(0);
    expect(manifest?.attributes).toEqual(['attributes.prix']);
  });

  it('leaves aside the sheet that the user does not want, and tells the settings in force', async () => {
    const { put, send } = await desk();
    const rows = ITEMS.trim()
      .split('\n')
      .map((line) => line.split(';'));
    const book = await writeXlsx({
      sheets: [
        { name: 'Articles', rows },
        { name: 'Essais', rows: [...rows, ['Z9', 'Essai', 'M', '1', '1']] },
      ],
    });
    const { report } = await send([await put('articles.xlsx', book)], {
      mapping: { settings: { vat_rate: 0.1 }, left_aside: ['articles.xlsx (Essais)'] },
    });
    expect(report).toMatchObject({
      ...{ vat_rate: 0.1, cost_share_of_price: null, currency: 'EUR' },
      ignored_files: [{ name: 'articles.xlsx (Essais)', reason: 'laissé de côté' }],
      totals: { item_count: 3 },
    });
  });
});

it('tells codes that do not find their product: a stock without its zeros, an EAN that a spreadsheet rounded', async () => {
  const { put, send } = await desk();
  const items = 'code_produit;EAN;taille;prix\n0012;3,01234E+12;36;80\n0012;3,01234E+12;38;80\n';
  const files = [await put('articles.csv', items), await put('stock.csv', 'code_produit;stock\n12;40\n')];
  const { report } = await send(files, {
    mapping: { answers: { 'repair_codes:stock.csv:code_produit': 'keep' } },
  });
  const issue = report.quality.find(({ code }) => code === 'unknown_stock');
  expect(issue).toMatchObject({ count: 1, examples: ['12 : 40 pièces'] });
  expect(report.totals).toMatchObject({ item_group_count: 1, item_count: 2 });
  expect(report.warnings.map(({ value, reason }) => [value, reason])).toEqual(
    [2, 3].map(() => ['3,01234E+12', 'code abîmé par le tableur : aucun article connu ne commence ainsi']),
  );
  const repaired = await (await desk()).send(files, {
    mapping: { answers: { 'repair_codes:stock.csv:code_produit': 'repair' } },
  });
  expect(repaired.report.quality.map(({ code }) => code)).not.toContain('unknown_stock');
});

describe('refused rows that come back corrected', () => {
  const TICKETS =
    'date;code_produit;taille;magasin;quantité;montant\n01/07/2026;R1;36;M1;1;80\n01/07/2026;R1;36;M1;deux;160\n01/07/2026;R1;36;M1;3;240\n';
  const STOCK = 'date;code_produit;taille;stock\n02/07/2026;R1;36;4\n02/07/2026;R1;36;x\n';

  it('[IMPEX-03] add to the rows of their day, product and place that were kept, once however often they are sent', async () => {
    const { put, send } = await desk();
    const items = await put('articles.csv', ITEMS);
    const originals = [await put('tickets.csv', TICKETS), await put('stock.csv', STOCK)];
    const first = await send([items, ...originals]);
    expect(first.report.totals).toMatchObject({ sale_quantity: 4, sale_amount: 320, stock_quantity: 4 });
    const corrected = await Promise.all(
      first.report.error_files.map(async ({ name, path }) => {
        const text = await readFile(path, 'utf8');
        expect(text).toMatch(/;3;(quantité|stock) : nombre illisible\n$/);
        return put(name, text.replace('deux', '2').replace(';x;', ';5;'));
      }),
    );
    const whole = { sale_quantity: 6, sale_amount: 480, stock_quantity: 9 };
    const { report } = await send(corrected, { mode: 'full' });
    expect(report).toMatchObject({ totals: whole, totals_before: first.report.totals });
    expect((await send(corrected)).report).toMatchObject({ unchanged: true, totals: whole });
    const accepted = { mapping: { accept_likely: true } };
    expect((await send(originals, accepted)).report.totals).toMatchObject(first.report.totals);
    expect((await send(corrected)).report.totals).toMatchObject(whole);
  });

  it('complete the forecast that they were a part of', async () => {
    const { put, send } = await desk();
    const forecast =
      'code_produit;semaine_du;démarque;prévision\nP2;06/07/2026;0;12\nP2;06/07/2026;30;vingt\nP2;06/07/2026;50;45\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('prevision.csv', forecast)]);
    const [refused] = report.error_files;
    const text = (await readFile(refused?.path ?? '', 'utf8')).replace('vingt', '20');
    const { manifest } = await send([await put('prevision-corrigée.csv', text)]);
    expect(manifest?.files.find(({ name }) => name === 'forecast.parquet')?.rows).toBe(3);
  });
});

it('says of a file with headings alone that it has no rows', async () => {
  const { put, send } = await desk();
  const { report } = await send([
    await put('articles.csv', ITEMS),
    await put('ventes.csv', 'date;sku;qté;ca\n'),
  ]);
  expect(report.files[1]).toMatchObject({ rows_read: 0, rows_kept: 0, rows_rejected: 0, rows_warned: 0 });
});

it('stops estimating the costs that are missing once told so, and gives amounts without noise', async () => {
  const { put, send } = await desk();
  const items = await put(
    'articles.csv',
    'code_produit;libellé;prix_ttc;prix_revient\nA1;Cape;80;\nA2;Sac;50;20\n',
  );
  const estimated = await send([items], { mapping: { settings: { cost_share_of_price: 0.25 } } });
  const missing = (report: typeof estimated.report) =>
    report.quality.find(({ code }) => code === 'missing_cost')?.count ?? 0;
  expect([estimated.report.cost_share_of_price, missing(estimated.report)]).toEqual([0.25, 0]);
  const cents = Array.from(
    { length: 30 },
    (_, day) => `2026-06-${String(day + 1).padStart(2, '0')};A1;1;0.1\n`,
  );
  const sales = await put('ventes.csv', `date;code_produit;quantité;montant\n${cents.join('')}`);
  const { report } = await send([sales], { mapping: { settings: { cost_share_of_price: null } } });
  expect([report.cost_share_of_price, missing(report)]).toEqual([null, 1]);
  expect([report.totals.sale_amount, report.files[0]?.total_amount]).toEqual([3, 3]);
});

it('says which sales came without an amount, whose price the list gives', async () => {
  const { put, send } = await desk();
  const sales = 'date;code_produit;taille;quantité;montant\n2026-07-01;R1;36;1;70\n2026-07-02;R1;36;2;\n';
  const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)]);
  expect(report.totals.sale_amount).toBe(70 + 2 * 80);
  expect(report.readings).toEqual([
    'ventes.csv : 1 ligne est sans montant ni prix payé (2 pièces) : le prix en vigueur ce jour-là le donne.',
  ]);
});

it('reads a file whose headings and rows are in two encodings', async () => {
  const { put, send } = await desk();
  const rows = Buffer.from('A1;Été brûlé;80\nA2;Sac;50\n', 'latin1');
  const file = await put(
    'articles.csv',
    Buffer.concat([Buffer.from('code_produit;Libellé;prix_ttc\n'), rows]),
  );
  const { report, manifest, folder } = await send([file]);
  expect(report).toMatchObject({ error_count: 0, totals: { item_group_count: 2 } });
  expect(manifest?.attributes).toEqual([]);
  const [inspected] = await inspectFiles([file], { temp_folder: join(folder ?? '', 'temp') });
  expect(inspected?.headings.map(({ column }) => column)).toEqual(['item_group_id', 'title', 'price']);
  expect(inspected?.preview[0]).toEqual(['A1', 'Été brûlé', '80']);
});

const DOS: Record<string, number> = {
  é: 0x82,
  è: 0x8a,
  ê: 0x88,
  à: 0x85,
  É: 0x90,
  û: 0x96,
  ç: 0x87,
  Ê: 0xd2,
};
const MAC: Record<string, number> = {
  é: 0x8e,
  è: 0x8f,
  ê: 0x90,
  à: 0x88,
  É: 0x83,
  û: 0x9e,
  ç: 0x8d,
  Ê: 0xe6,
};

it.each([
  ['of a till under DOS', DOS, 'ses accents sont ceux d’une ancienne caisse sous DOS (CP850)'],
  ['of an old Mac', MAC, 'ses accents sont ceux d’un ancien Mac (Mac OS Roman)'],
])('reads the accents %s, in headings and texts, and says so', async (_, page, note) => {
  const { put, send } = await desk();
  const bytes = (text: string): Buffer =>
    Buffer.from([...text].map((letter) => page[letter] ?? letter.charCodeAt(0)));
  const items = bytes(
    "Référence;Libellé;Rayon;Prix TTC\nA1;Robe d'été brûlée;VÊTEMENTS;80\nA2;Crêpe à façon;BÉBÉ;50\n",
  );
  const sales = bytes('Date;Magasin;Référence;Quantité;Montant TTC\n01/07/2026;Orléans;A1;2;160\n');
  const { report, folder } = await send([await put('articles.csv', items), await put('ventes.csv', sales)]);
  expect(report).toMatchObject({ ignored_files: [], error_count: 0 });
  expect(report.totals).toMatchObject({ item_group_count: 2, sale_quantity: 2, sale_amount: 160 });
  expect(report.readings).toEqual(expect.arrayContaining([`articles.csv : ${note}`, `ventes.csv : ${note}`]));
  const texts = await readFile(join(folder ?? '', 'item_group.parquet'));
  for (const text of ["Robe d'été brûlée", 'Crêpe à façon', 'VÊTEMENTS', 'BÉBÉ'])
    expect(texts.includes(Buffer.from(text))).toBe(true);
});

it('reads as those of Windows accents that all follow the capital of a word', async () => {
  const { put, send } = await desk();
  const text = Buffer.from('Réf;Département;Prix TTC\nA1;Bébé;80\nA2;Décor;50\n', 'latin1');
  const { report, folder } = await send([await put('articles.csv', text)]);
  expect(report.totals).toMatchObject({ item_group_count: 2 });
  const texts = await readFile(join(folder ?? '', 'item_group.parquet'));
  for (const word of ['Bébé', 'Décor']) expect(texts.includes(Buffer.from(word))).toBe(true);
  expect(report.readings.filter((reading) => reading.includes('accents'))).toEqual([]);
});

it('reads a line of headings of which some are UTF-8 and others Windows-1252', async () => {
  const { put, send } = await desk();
  const text = Buffer.concat([
    Buffer.from('référence;libellé;', 'utf8'),
    Buffer.from('prix_de_vente;coût\nR1;Robe d’été;80;20\n'.replace('’', "'"), 'latin1'),
    Buffer.from('P2;Gilet rayé;50;10\n', 'utf8'),
  ]);
  const { report } = await send([await put('articles.csv', text)]);
  expect(report.totals).toMatchObject({ item_group_count: 2 });
  expect(report.quality.map(({ code }) => code)).not.toContain('missing_cost');
});
