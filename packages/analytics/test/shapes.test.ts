import { dirname, join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

type Cells = (string | number | null)[][];

async function book(sheets: Record<string, Cells>): Promise<Uint8Array> {
  return writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })),
  });
}

/** Sent with nothing taken as likely: a question would leave it unwritten. */
const ASKING = { mapping: { accept_likely: false } };

describe('shapes of real exports', () => {
  it('[IMPEX-03] shares the amount of a row among the sizes in its columns: the total is the file’s, to the cent', async () => {
    const { put, send } = await desk();
    const sales = [
      'Semaine;Magasin;Code;Désignation;PV TTC;36;37;38;Total;CA TTC',
      '2026-S07;Lyon;R1;Derby;50,00;2;;1;3;149,99',
      '2026-S08;Lyon;R1;Derby;50,00;1;1;1;3;100,00',
      '2026-S08;Lille;R1;Derby;50,00;;-1;;-1;-50,00',
      '2026-S09;Lille;R1;Derby;50,00;3;-1;;2;1 100,00',
    ];
    const items = 'code_produit;libellé;prix_ttc;prix_revient\nR1;Derby;50;20\n';
    const { report } = await send(
      [await put('articles.csv', items), await put('ventes hebdo.csv', sales.join('\n'))],
      ASKING,
    );
    expect(report.questions).toEqual([]);
    const sold = report.files.find(({ kind }) => kind === 'sales');
    expect(sold).toMatchObject({ rows_read: 8, total_quantity: 7, total_amount: 1299.99 });
    expect(report.readings.join(' ')).toMatch(/« CA TTC » est de toute la ligne/);
  });

  it('[IMPEX-03] reads sizes in columns, a grid by family: no family is a product, no total is counted', async () => {
    const { put, send } = await desk();
    const stock = await book({
      Stock: [
        ['Stock par taille au 30/06/2026'],
        ['Code', 'Désignation', 36, 38, 40, 'Total'],
        ['ROBES', null, null, null, null, null],
        ['R1', 'Robe lin', 3, 4, null, 7],
        ['R2', 'Robe midi', 1, 0, 2, 3],
        ['Total ROBES', null, 4, 4, 2, 10],
        ['PULLS', null, 'S', 'M', 'L', null],
        ['P2', 'Pull col rond', 5, 6, 7, 18],
        ['Total général', null, null, null, null, 28],
      ],
    });
    const items =
      'code_produit;libellé;prix_ttc;prix_revient\nR1;Robe lin;80;20\nR2;Robe midi;90;30\nP2;Pull;50;10\n';
    const { report, folder } = await send(
      [await put('articles.csv', items), await put('stock.xlsx', stock)],
      ASKING,
    );
    expect(report.questions).toEqual([]);
    expect(folder).not.toBeNull();
    expect(report.totals).toMatchObject({ item_group_count: 3, stock_quantity: 28 });
    expect(report.files.find(({ kind }) => kind === 'stock')).toMatchObject({
      rows_kept: 8,
      rows_rejected: 0,
    });
    expect(report.quality.find(({ code }) => code === 'unknown_stock')).toBeUndefined();
  });

  it('reads two measures under merged titles, and tells the customer’s own line of a wrong cell', async () => {
    const { put, send } = await desk();
    const rows: Cells = [
      [null, null, 'Stock', null, 'Ventes', null],
      ['Date', 'Code produit', 'M', 'L', 'M', 'L'],
      ['28/06/2026', 'P2', 4, 2, 1, 3],
      ['28/06/2026', 'R1', 'deux', 5, 2, 1],
    ];
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('hebdo.xlsx', await book({ Semaine: rows })),
    ]);
    expect(report.totals).toMatchObject({ sale_quantity: 7, stock_quantity: 11 });
    expect(report.errors).toMatchObject([{ line: 4, column: 'Stock', value: 'deux' }]);
  });

  it('reads weeks in columns as sales of each week', async () => {
    const { put, send } = await desk();
    const sales = 'Code produit;Taille;01/06/2026;08/06/2026;15/06/2026\nR1;36;1;2;\nR1;38;;4;1\nP2;M;3;;\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)]);
    expect(report.totals).toMatchObject({ sale_quantity: 11, last_sale_date: '2026-06-15' });
  });

  it('refuses no file for headings said again as they stand far down, two of them alike', async () => {
    const { put, send } = await desk();
    const heading = 'Date;Magasin;Code produit;Quantité;Montant TTC;Note;Note\n';
    const rows = (count: number): string =>
      Array.from({ length: count }, (_, at) => `${13 + (at % 15)}/06/2026;M1;R1;1;80,00;a;b\n`).join('');
    const text = `${heading}${rows(12_000)}${heading}${rows(20)}`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', text)], ASKING);
    expect(report.ignored_files).toEqual([]);
    expect(report.totals.sale_quantity).toBe(12_020);
  });

  it.each(['', ' ', '\u202f', '.'])(
    'reads a column a shop, and shares the amount of a row among its sizes, whose thousands are parted by « %s »',
    async (sign) => {
      const { put, send } = await desk();
      const parted = (count: number): string => String(count).replace(/(?=000$)/, sign);
      const row = (code: string, counts: number[]): string =>
        [code, ...counts.map(parted), parted(counts.reduce((sum, each) => sum + each))].join(';');
      const stock = [
        'Code produit;Lyon;Lille;Total',
        row('R1', [2000, 8]),
        row('P2', [1000, 4000]),
        row('R1', [3, 4]),
      ];
      const sales = [
        'Date;Magasin;Code produit;36;38;Total;CA TTC',
        `13/06/2026;Lyon;R1;${parted(4000)};1000;${parted(5000)};5000,00`,
        '14/06/2026;Lyon;R1;1;3;4;400,00',
        '15/06/2026;Lyon;R1;2;;2;200,00',
      ];
      const { report, folder } = await send(
        [
          await put('articles.csv', ITEMS),
          await put('stock.csv', stock.join('\n')),
          await put('ventes.csv', sales.join('\n')),
        ],
        ASKING,
      );
      expect(report.questions).toEqual([]);
      expect(report.totals).toMatchObject({ stock_quantity: 7015, sale_quantity: 5006, sale_amount: 5600 });
      const database = await openDatabase({
        temp_folder: join(dirname(folder ?? ''), 'spill'),
        memory_limit: '100MB',
      });
      const rows = await database.rows(
        `SELECT quantity, amount FROM read_parquet('${folder}/sale-*.parquet') WHERE date = '2026-06-13' ORDER BY 1`,
      );
      database.close();
      expect(rows).toEqual([
        { quantity: 1000, amount: 1000 },
        { quantity: 4000, amount: 4000 },
      ]);
    },
  );

  describe('columns named after shops alone, without their total', () => {
    const counts = (file: string): string =>
      `${file};Bellecour;Vauban;Opéra\n${Array.from({ length: 12 }, (_, at) => `P${at};${at};${at % 3};${at % 2}\n`).join('')}`;
    const all = 66 + 12 + 6;
    const answered = (value: string) => ({
      mapping: { accept_likely: false, answers: { 'missing_column:stock.csv:quantity': value } },
    });

    it('are asked about, read as a place each, and remembered', async () => {
      const { put, send } = await desk();
      const files = [await put('articles.csv', ITEMS), await put('stock.csv', counts('Réf'))];
      const asked = await send(files, { ...ASKING, check: true });
      expect(asked.report.questions).toMatchObject([
        {
          key: 'missing_column:stock.csv:quantity',
          choices: [
            { value: 'each_place', detail: 'Bellecour, Vauban, Opéra' },
            ...['Bellecour', 'Vauban', 'Opéra'].map((value) => ({ value })),
            { value: 'aside' },
          ],
        },
      ]);
      // What is read until then is the likely answer: no shop alone.
      expect(asked.report.totals).toMatchObject({ stock_quantity: all });
      const { report, used_mappings, folder } = await send(files, answered('each_place'));
      expect([folder === null, report.totals.stock_quantity]).toEqual([false, all]);
      const remembered = new Map(used_mappings.map(({ shape, files: own }) => [shape, own]));
      const next = await send([await put('stock du 8.csv', counts('Réf'))], { ...ASKING, remembered });
      expect([next.report.questions, next.report.totals.stock_quantity]).toEqual([[], all]);
    });

    it('are read as one where it is said, and as all where the likely is accepted', async () => {
      const { put, send } = await desk();
      const one = await send([await put('stock.csv', counts('Réf'))], {
        mapping: {
          accept_likely: false,
          answers: { 'kind:stock.csv': 'stock', ...answered('Vauban').mapping.answers },
        },
      });
      expect([one.folder === null, one.report.totals.stock_quantity]).toEqual([false, 12]);
      const other = await desk();
      const { report } = await other.send([await other.put('stock.csv', counts('Réf'))]);
      expect(report.totals.stock_quantity).toBe(all);
    });

    it('are sales of the week that a file is named after', async () => {
      const { put, send } = await desk();
      const files = [await put('articles.csv', ITEMS), await put('ventes 2026-S25.csv', counts('Réf'))];
      const asked = await send(files, {
        check: true,
        mapping: { accept_likely: false, answers: { 'kind:ventes 2026-S25.csv': 'sales' } },
      });
      expect(asked.report.questions).toMatchObject([
        { code: 'missing_column', choices: [{ value: 'each_place' }, {}, {}, {}, {}] },
      ]);
      expect(asked.report.totals).toMatchObject({ sale_quantity: all, last_sale_date: '2026-06-15' });
    });
  });

  it('drops headings said again on every page', async () => {
    const { put, send } = await desk();
    const heading = 'Code produit;Taille;Magasin;Stock\n';
    const text = `${heading}R1;36;M1;4\nR1;38;M1;1\n\n${heading}P2;M;M1;7\nP2;M;M2;2\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('etat.csv', text)]);
    expect(report.error_count).toBe(0);
    expect(report.totals.stock_quantity).toBe(14);
  });

  describe('two exports put one below the other, the columns of the second in another order', () => {
    const rows = (count: number, row: (at: number) => (string | number)[]): string =>
      Array.from({ length: count }, (_, at) => `${row(at).join(';')}\n`).join('');
    const price = (at: number): number => 40 + (at % 7);
    const day = (at: number): string => `${13 + (at % 15)}/06/2026`;
    const first = (count: number): string =>
      `Date;Magasin;Code produit;Quantité;Montant TTC\n${rows(count, (at) => [day(at), 'M1', 'R1', 1, price(at)])}`;
    const second = (count: number): string =>
      `Date;Magasin;Code produit;Montant TTC;Quantité\n${rows(count, (at) => [day(at), 'M2', 'P2', price(at), 1])}`;
    const paid = (count: number): number =>
      Array.from({ length: count }, (_, at) => price(at)).reduce((sum, each) => sum + each, 0);

    it.each([3, 12, 500])('each is read in its own columns, after %i lines', async (count) => {
      const { put, send } = await desk();
      const files = [await put('articles.csv', ITEMS), await put('ventes.csv', first(count) + second(count))];
      const { report } = await send(files, ASKING);
      expect(report.questions).toEqual([]);
      expect(report.totals).toMatchObject({ sale_quantity: 2 * count, sale_amount: 2 * paid(count) });
    });

    it.each([
      ['as it stands', ''],
      ['written again', '\n;;Pour mémoire;;\n'],
    ])(
      'beyond what is looked through, a file that is read %s is refused with the line',
      async (_, between) => {
        const { put, send } = await desk();
        const files = [
          await put('articles.csv', ITEMS),
          await put('ventes.csv', `${first(12_000)}${between}${second(20)}`),
        ];
        const { report } = await send(files, ASKING);
        expect(report.totals).toMatchObject({ sale_quantity: 0 });
        expect(report.ignored_files).toMatchObject([
          { name: 'ventes.csv', reason: expect.stringMatching(/un autre ordre, ligne 12.00[24]/) },
        ]);
      },
    );
  });

  it('reads the tables that stand one below another in a sheet, each for what it is', async () => {
    const { put, send } = await desk();
    const sheet: Cells = [
      ['Articles'],
      ['Code produit', 'Libellé', 'Taille', 'Prix TTC', 'Prix de revient'],
      ['R1', 'Robe', '36', 80, 20],
      ['P2', 'Pull', 'M', 50, 10],
      [],
      ['Stock'],
      ['Code produit', 'Taille', 'Magasin', 'Stock'],
      ['R1', '36', 'M1', 4],
      ['P2', 'M', 'M1', 6],
      [],
      ['Code magasin', 'Nom', 'Ville'],
      ['M1', 'Boutique', 'Lyon'],
    ];
    const { report } = await send([await put('tout.xlsx', await book({ Export: sheet }))], ASKING);
    expect(report.questions).toEqual([]);
    expect(report.files.map(({ file, kind }) => [file, kind])).toEqual([
      ['tout.xlsx', 'items'],
      ['tout.xlsx (tableau 2)', 'stock'],
      ['tout.xlsx (tableau 3)', 'places'],
    ]);
    expect(report.totals).toMatchObject({ item_count: 2, stock_quantity: 10, place_count: 1 });
  });

  it('reads one workbook for everything, and the articles that a stock alone describes', async () => {
    const { put, send } = await desk();
    const stock: Cells = [
      [
        'Code produit',
        'Libellé',
        'Famille',
        'Couleur',
        'Prix TTC',
        'Prix de revient',
        'Magasin',
        'S',
        'M',
        'L',
      ],
      ['R1', 'Robe lin', 'Robes', 'Bleu', 80, 20, 'M1', 1, 2, 3],
      ['P2', 'Pull', 'Mailles', 'Gris', 50, 10, 'M1', 4, null, 6],
    ];
    const sales: Cells = [
      ['Date', 'Magasin', 'Code produit', 'Taille', 'Quantité', 'Montant TTC'],
      ['28/06/2026', 'M1', 'R1', 'S', 2, 160],
    ];
    const { report } = await send(
      [await put('tout.xlsx', await book({ Stock: stock, Ventes: sales }))],
      ASKING,
    );
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({
      ...{ item_group_count: 2, stock_quantity: 16, sale_quantity: 2, sale_amount: 160 },
    });
    expect(report.error_count).toBe(0);
  });

  it('leaves a plain file as it stands', async () => {
    const { put, send } = await desk();
    const text = `${ITEMS}R9;Sac;TU;30;10\n`;
    const { report } = await send([await put('articles.csv', text)]);
    expect(report.totals.item_count).toBe(4);
  });
});

describe('a row that is named as a total is one where it sums others', () => {
  const ROWS = 'Summer dress,80,12\nWinter dress,80,5\nSummer tee,20,8\nTotal look,95,4\nSummer hat,15,4\n';
  const GROUPS = `Jackets,,\n${ROWS}Total jackets,,33\nShoes,,\nBoots,120,2\nTote bag,60,3\nShoes Total,,5\nGrand total,,38\n`;

  it.each([
    ['as it stands', ROWS, 33],
    ['in groups with totals of their own', GROUPS, 38],
  ])('articles of a summer and « Total look » stay, %s', async (_, rows, stock) => {
    const { put, send } = await desk();
    const { report } = await send([await put('stock.csv', `Product,Price,Stock\n${rows}`)], {
      mapping: { answers: { 'kind:stock.csv': 'stock' } },
    });
    expect(report.totals.stock_quantity).toBe(stock);
    const said = report.readings.filter((reading) => reading.includes('total'));
    expect(said).toEqual(rows === ROWS ? [] : ['stock.csv : 3 lignes de total n’y sont pas comptées.']);
  });

  it('a shop named « Total Access » keeps its stock', async () => {
    const { put, send } = await desk();
    const rows = Array.from({ length: 12 }, (_, at) =>
      [['Total Access', 'Lyon', 'Lille'][at % 3], `37012345000${10 + at}`, at + 1].join(';'),
    );
    const { report } = await send([await put('stock.csv', `Magasin;EAN;Stock\n${rows.join('\n')}\n`)]);
    expect(report.totals.stock_quantity).toBe(78);
  });

  it('figures that add up those above are a total, whatever else the row says', async () => {
    const { put, send } = await desk();
    const sizes = 'Réf;S;M;L\nR1;1;2;3\nR2;4;5;6\nTotal robes;5;7;9\nR3;1;1;1\nR4;2;0;2\nTotal pulls;3;1;3\n';
    const { report } = await send([await put('stock.csv', sizes)]);
    expect(report.totals.stock_quantity).toBe(28);
  });
});
