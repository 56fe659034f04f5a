import { join } from 'node:path';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { draftSnapshot, type ImportMapping, inspectFiles, openFactStore } from '../src/index.ts';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

describe('files as customers really send them', () => {
  it('tells the workbook’s own line numbers, whatever rows are empty, and ignores rows of blanks', async () => {
    const { put, send } = await desk();
    const rows: CellValue[][] = [
      ['date', 'code_produit', 'taille', 'quantité', 'montant'],
      [new Date(Date.UTC(2026, 6, 1)), 'R1', '36', 1, 80],
      [],
      [null, '', null, ' ', null],
      ['01/07/2026', 'R1', '38\n(long)', 'deux', 80],
      [46204, 'P2', 'M', 2, 100],
    ];
    const book = await writeXlsx({ sheets: [{ name: 'Ventes', rows }] });
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.xlsx', book)]);
    expect(report.errors).toEqual([
      { file: 'ventes.xlsx', line: 5, column: 'quantité', value: 'deux', reason: 'nombre illisible' },
    ]);
    expect(report.files.find(({ kind }) => kind === 'sales')).toMatchObject({ rows_read: 3, rows_kept: 2 });
    expect(report.totals).toMatchObject({ sale_quantity: 3, last_sale_date: '2026-07-01' });
  });

  it('finds the headings under a title, leaves out total rows, blank rows and empty columns', async () => {
    const { put, send } = await desk();
    const stock = `Export du 06/07/2026;;;;

Code produit;Taille;Stock;;
R1;36;4;;
R1;38;1 234,00;;
;;;;
TOTAL;;1 238;;
`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('stock.csv', stock)]);
    expect(report.totals.stock_quantity).toBe(1238);
    expect(report.errors).toEqual([
      { file: 'stock.csv', line: 7, column: 'Code produit', value: 'TOTAL', reason: 'ligne de total' },
    ]);
    expect(report.files.find(({ kind }) => kind === 'stock')).toMatchObject({ rows_read: 3, rows_kept: 2 });
  });

  it('leaves out the totals of a product beside its places and sizes, not a place of that name alone', async () => {
    const { put, send } = await desk();
    const sales =
      'Date;Magasin;Code produit;Taille;Qté;CA TTC\n01/07/2026;M1;R1;36;2;160\n01/07/2026;M2;R1;36;1;80\n01/07/2026;Total;R1;36;3;240\n';
    const stock = 'Code produit;Taille;Magasin;Stock\nR1;36;M1;5\nR1;38;M1;4\nR1;Total;M1;9\nR1;36;Total;5\n';
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', sales),
      await put('stock.csv', stock),
    ]);
    expect(report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 240, stock_quantity: 9 });
    expect(report.errors.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [4, 'Magasin', 'ligne de total'],
      [4, 'Taille', 'ligne de total'],
      [5, 'Magasin', 'ligne de total'],
    ]);
    const other = await desk();
    const whole = await other.put('stock.csv', 'Code produit;Taille;Magasin;Stock\nR1;36;Total;5\n');
    expect((await other.send([await other.put('articles.csv', ITEMS), whole])).report).toMatchObject({
      ...{ errors: [], totals: { stock_quantity: 5 } },
    });
  });

  it('reads Unicode text, thousands in narrow spaces and spreadsheet day numbers', async () => {
    const { put, send } = await desk();
    const sales = 'date\tcode_produit\ttaille\tquantité\tmontant\n46204\tR1\t36\t1\t1\u202f080,50 €\n';
    const utf16 = Buffer.from(`\uFEFF${sales}`, 'utf16le');
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.txt', utf16)]);
    expect(report.errors).toEqual([]);
    expect(report.totals).toMatchObject({ sale_amount: 1080.5, first_sale_date: '2026-07-01' });
  });

  it('says in French what each unreadable file is, and reads the others', async () => {
    const { put, send } = await desk();
    const twoSheets = await writeXlsx({
      sheets: [
        {
          name: 'Articles',
          rows: ITEMS.trim()
            .split('\n')
            .map((line) => line.split(';')),
        },
        { name: 'Notes', rows: [['Bonjour'], ['à jour']] },
      ],
    });
    const { report } = await send([
      await put('classeur.csv', twoSheets),
      await put('vide.csv', ''),
      await put('coupé.zip', Buffer.from('PK\u0003\u0004 la suite manque')),
      await put('protégé.xlsx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])),
      await put('photo.csv', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 1, 0, 0])),
    ]);
    expect(report.totals).toMatchObject({ item_group_count: 2, item_count: 3 });
    const reasons = Object.fromEntries(report.ignored_files.map(({ name, reason }) => [name, reason]));
    expect(reasons).toMatchObject({
      'classeur.csv (Notes)': 'colonnes non reconnues',
      'vide.csv': 'fichier vide',
      'coupé.zip': 'archive zip illisible',
      'protégé.xlsx': expect.stringContaining('mot de passe'),
      'photo.csv': expect.stringContaining('texte'),
    });
  });

  it('tells columns of the same name apart', async () => {
    const { put, folder } = await desk();
    const file = await put('articles.csv', 'code_produit;prix;prix;;\nR1;80;64;;\n');
    const [found] = await inspectFiles([file], { temp_folder: join(folder, 'temp') });
    expect(found?.headings.map(({ heading, column }) => [heading, column])).toEqual([
      ['code_produit', 'item_group_id'],
      ['prix', 'price'],
      ['prix (2)', null],
    ]);
    expect(found?.preview).toEqual([['R1', '80', '64']]);
  });
});

describe('what comes before its time', () => {
  it('keeps sales and stock of unknown products, and gives them to the products when their items come', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ITEMS)]);
    const early = await send([
      await put(
        'ventes.csv',
        'date;sku;magasin;quantité\n01/07/2026;S-40;M1;2\n02/07/2026;S-40;M1;1\n01/07/2026;R1-36;M1;1\n',
      ),
      await put('stock.csv', 'code_produit;taille;magasin;stock;date\nN7;40;M1;5;05/07/2026\n'),
    ]);
    expect(early.report.quality.find(({ code }) => code === 'unknown_product')).toMatchObject({
      count: 1,
      examples: ['S-40'],
    });
    expect(early.report.totals.sale_amount).toBe(80);
    const later = await send([
      await put(
        'nouveautés.csv',
        'code_produit;sku;libellé;taille;prix_ttc;prix_revient\nN7;S-40;Neuf;40;30;9\n',
      ),
    ]);
    expect(later.report.quality.map(({ code }) => code)).not.toContain('unknown_product');
    expect(later.report.totals).toMatchObject({ sale_rows: 3, sale_quantity: 4, sale_amount: 80 + 3 * 30 });
    expect(later.report.quality.map(({ code }) => code)).not.toContain('no_history');
    // The same sales again, under the code that is known now: nothing counts twice.
    const again = await send([
      await put('ventes2.csv', 'date;code_produit;taille;magasin;quantité\n01/07/2026;N7;40;M1;2\n'),
    ]);
    expect(again.report.totals).toMatchObject({ sale_rows: 3, sale_quantity: 4 });
  });

  it('does not let a slip of the keyboard move the date of the data', async () => {
    const { put, send } = await desk();
    const day = (index: number): string => `${String((index % 28) + 1).padStart(2, '0')}/06/2026`;
    const rows = Array.from({ length: 60 }, (_, index) => `${day(index)};R1;36;M1;1;80`).join('\n');
    const { report } = await send(
      [
        await put('articles.csv', ITEMS),
        await put(
          'ventes.csv',
          `date;code_produit;taille;magasin;quantité;montant\n${rows}\n03/06/2062;R1;36;M1;1;80\n`,
        ),
      ],
      { today: '2026-07-01' },
    );
    expect(report.data_date).toBe('2026-06-28');
    expect(report.quality.find(({ code }) => code === 'future_date')).toMatchObject({
      count: 1,
      amount: 80,
      examples: ['R1 le 03/06/2062'],
    });
  });

  it('lets the data date that a mapping gave pass when later days come', async () => {
    const { put, send } = await desk();
    const mapping: ImportMapping = { settings: { data_date: '2026-06-30' } };
    const head = 'date;code_produit;taille;magasin;quantité;montant\n';
    const first = await send(
      [await put('articles.csv', ITEMS), await put('ventes.csv', `${head}29/06/2026;R1;36;M1;1;80\n`)],
      { mapping },
    );
    expect(first.report.data_date).toBe('2026-06-30');
    const next = await send([await put('juillet.csv', `${head}02/07/2026;R1;36;M1;1;80\n`)]);
    expect(next.report.data_date).toBe('2026-07-02');
  });
});

describe('prices that come in a file of their own', () => {
  it('gives products the last of them and the cost that follows, and does not say that they have none', async () => {
    const { put, send, folder } = await desk();
    const settings = { cost_share_of_price: 0.5, vat_rate: 0.2 };
    const { report, folder: warehouse } = await send(
      [
        await put('articles.csv', 'code_produit;libellé;prix_revient\nA;Sac;\nB;Cape;9\nC;Gants;\n'),
        await put(
          'prix.csv',
          'code_produit;date_début;prix\nA;01/01/2026;60\nA;01/03/2026;48\nA;01/01/2027;30\nB;01/01/2026;24\n',
        ),
        await put('ventes.csv', 'date;code_produit;quantité;montant\n01/02/2026;A;1;60\n05/07/2026;B;1;24\n'),
      ],
      { mapping: { settings } },
    );
    const codes = report.quality.map(({ code, count }) => [code, count]);
    expect(codes).toContainEqual(['missing_price', 1]);
    expect(codes).toContainEqual(['missing_cost', 1]);
    const database = await openDatabase({ temp_folder: join(folder, 'spill'), memory_limit: '100MB' });
    const rows = await database.rows(
      `SELECT item_group_id AS id, price, base_price, cost FROM read_parquet('${warehouse}/item_group.parquet') ORDER BY 1`,
    );
    database.close();
    expect(rows).toEqual([
      { id: 'A', price: 48, base_price: 40, cost: 24 },
      { id: 'B', price: 24, base_price: 20, cost: 9 },
      { id: 'C', price: null, base_price: null, cost: null },
    ]);
  });
});

describe('what comes twice', () => {
  it('adds identical rows of one delivery, and tells them with their euros', async () => {
    const { put, send } = await desk();
    const sales = `date;code_produit;taille;magasin;quantité;montant
01/07/2026;R1;36;M1;2;160
01/07/2026;R1;36;M1;2;160
01/07/2026;P2;M;M1;1;50
02/07/2026;P2;M;M1;2;100
`;
    const stock =
      'code_produit;taille;magasin;stock;date\nR1;36;M1;4;05/07/2026\nR1;36;M1;4;05/07/2026\nR1;38;M1;1;05/07/2026\n';
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', sales),
      await put('stock.csv', stock),
    ]);
    expect(report.totals).toMatchObject({ sale_quantity: 7, stock_quantity: 9 });
    const found = report.quality.filter(({ code }) => code.startsWith('duplicate'));
    expect(found.map(({ code, count, amount, examples }) => [code, count, amount, examples])).toEqual([
      ['duplicate_sale', 1, 160, ['R1-36 le 01/07/2026 (M1) : 2 fois']],
      ['duplicate_stock', 1, 320, ['R1-36 (M1) : 2 fois']],
    ]);
  });

  it.each([
    ['lines of two tickets', 'ticket;', '1001;', '1002;', 0],
    ['lines of one ticket, which may be two pieces', 'ticket;', '1001;', '1001;', 0],
    ['two lines of one ticket', 'ticket;ligne_ticket;', '1001;1;', '1001;2;', 0],
    ['the same line of a ticket', 'ticket;ligne_ticket;', '1001;1;', '1001;1;', 1],
  ])('accuses of being a double: %s', async (_, heading, first, second, count) => {
    const { put, send } = await desk();
    const line = '2026-07-01;R1;36;M1;1;80';
    const sales = `${heading}date;code_produit;taille;magasin;quantité;montant\n${first}${line}\n${second}${line}\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)]);
    expect(report.totals).toMatchObject({ sale_quantity: 2, sale_amount: 160 });
    expect(report.quality.find(({ code }) => code === 'duplicate_sale')?.count ?? 0).toBe(count);
  });

  it('accuses no line of a till that gives no ticket number', async () => {
    const { put, send } = await desk();
    const line = '2026-07-01;R1;36;M1;';
    const sales = `date;code_produit;taille;magasin;quantité;montant\n${line}1;80\n${line}1;80\n2026-07-02;P2;M;M1;1;50\n2026-07-02;P2;M;M1;2;90\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)]);
    expect(report.totals).toMatchObject({ sale_quantity: 5, sale_amount: 300 });
    expect(report.quality.map(({ code }) => code)).not.toContain('duplicate_sale');
  });

  it('accuses no line of a till whose equal sales are only told by their number', async () => {
    const { put, send } = await desk();
    const line = (day: string, code: string): string => `2026-07-0${day};${code};36;M1;1;80\n`;
    const sales = line('1', 'R1').repeat(3) + line('1', 'P2').repeat(2) + line('2', 'R1').repeat(4);
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', `date;code_produit;taille;magasin;quantité;montant\n${sales}`),
    ]);
    expect(report.totals).toMatchObject({ sale_quantity: 9, sale_amount: 720 });
    expect(report.quality.map(({ code }) => code)).not.toContain('duplicate_sale');
  });

  it('accuses no line of two tickets because another file gives no ticket', async () => {
    const { put, send } = await desk();
    const line = '2026-07-01;R1;36;M1;1;80';
    const columns = 'date;code_produit;taille;magasin;quantité;montant\n';
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('tickets.csv', `ticket;${columns}1001;${line}\n1002;${line}\n`),
      await put('web.csv', `${columns}2026-07-02;P2;M;WEB;1;50\n`),
    ]);
    expect(report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 210 });
    expect(report.quality.map(({ code }) => code)).not.toContain('duplicate_sale');
  });

  it('counts identical rows once in the projects when their check is excluded, and leaves excluded products out', async () => {
    const { put, send, folder } = await desk();
    const { folder: warehouse } = await send([
      await put('articles.csv', `${ITEMS}C9;Sans coût;U;10;\n`),
      await put(
        'ventes.csv',
        'date;code_produit;taille;quantité;montant\n01/07/2026;R1;36;2;160\n01/07/2026;R1;36;2;160\n02/07/2026;C9;U;1;10\n',
      ),
      await put('stock.csv', 'code_produit;taille;stock;date\nR1;36;4;05/07/2026\nR1;36;4;05/07/2026\n'),
    ]);
    const totals = async (excluded_checks: string[]) => {
      const draft = await draftSnapshot({
        excluded_checks,
        temp_folder: join(folder, 'temp'),
        warehouse_folder: warehouse ?? '',
        snapshot_folder: join(folder, 'snapshot'),
        version: 1,
        newId: () => crypto.randomUUID(),
        project: {
          ...{
            project_id: 'p',
            data_date: '2026-07-05',
            end_date: '2026-09-01',
            working_phase: 0,
            selection: {},
          },
          ...{ phases: [{ name: null, start_date: '2026-07-08' }], discount_pct_range: [20, 60] },
          ...{ discount_levels: [0, 20, 60], accounting_currency: 'EUR', catalog_currency: 'EUR' },
        },
      });
      const { manifest } = await draft.finish(null);
      const { sales_qty, sales, stock_qty } = manifest.totals;
      return [manifest.line_count, sales_qty, sales, stock_qty];
    };
    expect(await totals([])).toEqual([2, 5, 330, 8]);
    expect(await totals(['duplicate_sale'])).toEqual([2, 3, 170, 8]);
    expect(await totals(['duplicate_sale', 'duplicate_stock', 'missing_cost'])).toEqual([1, 2, 160, 4]);

    const store = await openFactStore({ temp_folder: join(folder, 'temp'), memory_limit: '200MB' });
    const reader = await store.openWarehouse(warehouse ?? '');
    const days = { from: '2026-07-01', to: '2026-07-02', queries: [], location_codes: [], by: [] };
    const asked = async (excluded_checks: string[]) => {
      const counted = await reader.counting(excluded_checks);
      const detail = await counted.product('R1', { data_date: '2026-07-05' });
      const variant = detail?.variants.find(({ size }) => size === '36');
      const [shop] = await counted.shopStock({
        ...{ item_group_ids: ['R1'], data_date: '2026-07-05', inventory_codes: [] },
      });
      const past = await counted.pastSales({ ...days, currency: 'EUR' });
      return [variant?.stock_qty, variant?.sales_qty, shop?.quantity, past.known && past.data[0]?.sales];
    };
    expect(await asked([])).toEqual([8, 4, 8, 320]);
    expect(await asked(['duplicate_sale', 'duplicate_stock', 'missing_cost'])).toEqual([4, 2, 4, 160]);
    await reader.close();
    await store.close();
  });

  it('tells a week without any sale among busy ones, not the unfinished last one', async () => {
    const { put, send } = await desk();
    const rows: string[] = [];
    for (
      let day = new Date('2026-03-02');
      day < new Date('2026-06-16');
      day.setUTCDate(day.getUTCDate() + 1)
    ) {
      const date = day.toISOString().slice(0, 10);
      if (date < '2026-04-13' || date > '2026-04-19') rows.push(`${date};R1;36;M1;10;800`);
    }
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', `date;code_produit;taille;magasin;quantité;montant\n${rows.join('\n')}\n`),
    ]);
    expect(report.quality.find(({ code }) => code === 'volume_jump')).toMatchObject({
      count: 1,
      examples: ['semaine du 13/04/2026 : aucune vente'],
    });
  });
});
