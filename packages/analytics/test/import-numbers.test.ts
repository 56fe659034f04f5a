import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { writingSql } from '../src/import/decimals/count.ts';
import { writingOfCells } from '../src/import/decimals/writing.ts';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 60;
const lines = (write: (at: number) => string): string =>
  Array.from({ length: COUNT }, (_, at) => write(at)).join('\n');
const ARTICLES = `code_produit;libelle;famille;prix_ttc\n${lines((at) => `P${at};Robe ${at};Robes;${49 + at}`)}\n`;

/** From 3 pieces to 1,902: a few more than a thousand. */
const pieces = (at: number): number => ((at * 37) % 1900) + 3;
const ALL = Array.from({ length: COUNT }, (_, at) => pieces(at)).reduce((sum, count) => sum + count, 0);
const parted = (count: number, sign: string): string => String(count).replace(/\B(?=(\d{3})+$)/g, sign);

const stockFile = (write: (count: number, at: number) => string, delimiter = ';'): string =>
  `${['code_produit', 'magasin', 'stock'].join(delimiter)}\n${lines((at) => [`P${at}`, 'M1', write(pieces(at), at)].join(delimiter))}\n`;

describe('thousands that have a sign are thousands', () => {
  it.each<[string, string, string[]]>([
    ['with points', stockFile((count) => parted(count, '.')), ['stock.csv : le point y sépare les milliers']],
    [
      'with commas',
      stockFile((count) => parted(count, ',')),
      ['stock.csv : la virgule y sépare les milliers'],
    ],
    [
      'with commas, between quotes',
      stockFile((count) => `"${parted(count, ',')}"`, ','),
      ['stock.csv : la virgule y sépare les milliers'],
    ],
    [
      'of a file of which only the end has any',
      `code_produit;magasin;stock\n${Array.from({ length: 3000 }, (_, at) => `P${at % COUNT};M${at};1`).join('\n')}\n${lines((at) => `P${at};Z;${parted(pieces(at), '.')}`)}\n`,
      ['stock.csv : le point y sépare les milliers'],
    ],
    ['by blanks', stockFile((count) => parted(count, '\u202f')), []],
    ['three decimals of every count', stockFile((count) => `${count},000`), []],
    ['three decimals behind thousands', stockFile((count) => `${parted(count, '.')},000`), []],
  ])('stocks %s', async (name, text, said) => {
    const { put, send } = await desk();
    const { report } = await send([await put('articles.csv', ARTICLES), await put('stock.csv', text)]);
    const before = name.startsWith('of a file') ? 3000 : 0;
    expect([report.totals.stock_quantity, report.error_count, report.questions]).toEqual([
      ALL + before,
      0,
      [],
    ]);
    expect(report.readings.filter((reading) => reading.includes('milliers'))).toEqual(said);
  });

  it('prices that are read both ways are asked with the sum of each, once for the files of these headings', async () => {
    const { put, send } = await desk();
    const price = (at: number): number => 190 + 30 * at;
    const file = `code_produit;libelle;famille;prix_ttc\n${lines((at) => `P${at};Robe ${at};Robes;${parted(price(at), '.')}`)}\n`;
    const sent = await put('articles.csv', file);
    const asked = await send([sent], { check: true, mapping: { accept_likely: false } });
    const question = asked.report.questions.find(({ code }) => code === 'decimal');
    expect(question).toMatchObject({
      text: 'Les nombres de « prix_ttc » se lisent de deux façons : « 1.030 », est-ce 1\u202f030 ou 1,030 ?',
      choices: [
        { value: 'comma', label: '1\u202f030 : le point sépare les milliers', detail: '64\u202f500 en tout' },
        { value: 'point', label: '1,030 : le point précède les décimales' },
      ],
    });
    const answers = { 'decimal:articles.csv': 'comma', 'cents:articles.csv': 'whole' };
    const { used_mappings, report } = await send([sent], { mapping: { accept_likely: false, answers } });
    expect(report.status).toBe('completed');
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const again = await send([await put('articles 2.csv', file)], {
      remembered,
      mapping: { accept_likely: false },
    });
    expect(again.report.questions.filter(({ code }) => code === 'decimal')).toEqual([]);
  });

  it('are asked about once for all files of the same headings, before what depends on it', async () => {
    const { put, send } = await desk();
    const file = (from: number): string =>
      `code_produit;libelle;famille;prix_ttc\n${lines((at) => `P${from + at};Robe ${at};Robes;${parted(190 + 30 * at, '.')}`)}\n`;
    const sent = [await put('femme.csv', file(0)), await put('homme.csv', file(100))];
    const { report } = await send(sent);
    const [first, ...others] = report.questions.map(({ code }) => code);
    expect([first, others.filter((code) => code === 'decimal')]).toEqual(['decimal', []]);
  });

  it.each([
    ['Amount (JPY)', '8,000'],
    ['Amount', '¥8,000'],
  ])('money that has no decimals has thousands: « %s », %s', async (heading, amount) => {
    const { put, send } = await desk();
    const file = `Date,Item,Qty,${heading}\n${lines((at) => `2026/06/${10 + (at % 18)},P${at},1,"${amount}"`)}\n`;
    const { report } = await send([await put('articles.csv', ARTICLES), await put('sales.csv', file)]);
    expect(report.questions.map(({ code }) => code)).not.toContain('decimal');
    expect(report.files.find(({ kind }) => kind === 'sales')).toMatchObject({
      ...{ total_amount: 8000 * COUNT, currency: 'JPY' },
    });
  });

  it('costs of three decimals among others stay what they are', async () => {
    const { put, send } = await desk();
    const file = `code_produit;libelle;famille;prix_ttc;prix_de_revient\n${lines((at) => `P${at};Robe ${at};Robes;49,90;${at % 2 ? '12,345' : '7,5'}`)}\n`;
    const { report } = await send([await put('articles.csv', file)]);
    expect([report.questions, report.error_count]).toEqual([[], 0]);
  });
});

it.each([
  ['79,90', '1,250.50'],
  ['79.90', '1.250,50'],
  ['79.90', '-1.250,50'],
  ['79.90', '1.234.250,50'],
])('an amount written whole in the other way is read so: %s beside %s', async (usual, other) => {
  const { put, send } = await desk();
  const sales = `date;code_produit;quantite;montant_ttc\n${lines((at) => `${10 + (at % 18)}/06/2026;P${at};1;${at === 40 ? other : usual}`)}\n`;
  const { report } = await send([await put('articles.csv', ARTICLES), await put('ventes.csv', sales)], {
    mapping: { answers: { 'returns:ventes.csv:montant_ttc': 'money' } },
  });
  const value = Number(other.replace(/[.,](?=.*[.,])/g, '').replace(',', '.'));
  expect(report.error_count).toBe(0);
  expect(report.totals.sale_amount).toBeCloseTo(79.9 * (COUNT - 1) + value, 6);
});

describe('counts whose thousands have the sign of their file’s decimals', () => {
  const sold = (count: (at: number) => string, amount: (at: number) => string): string =>
    `date;code_produit;quantite;montant_ttc\n${lines((at) => `${10 + (at % 18)}/06/2026;P${at};${count(at)};${amount(at)}`)}\n`;
  const count = (at: number): number => [2000, 1250, 980, 4][at % 4] ?? 0;
  const COUNTED = Array.from({ length: COUNT }, (_, at) => count(at)).reduce((sum, each) => sum + each, 0);

  it.each([
    ['.', '79.90', 'le point sépare les milliers de « quantite »'],
    [',', '79,90', 'la virgule sépare les milliers de « quantite »'],
  ])('are thousands: 2 000 pieces are never 2 in silence (%s)', async (sign, amount, note) => {
    const { put, send } = await desk();
    const text = sold(
      (at) => parted(count(at), sign),
      () => amount,
    );
    const { report } = await send([await put('articles.csv', ARTICLES), await put('ventes.csv', text)], {
      mapping: { accept_likely: false, answers: { 'sold_price:ventes.csv': 'keep' } },
    });
    expect(report.totals.sale_quantity).toBe(COUNTED);
    expect(report.totals.sale_amount).toBeCloseTo(79.9 * COUNT, 6);
    expect(report.readings).toContain(`ventes.csv : ${note}`);
  });

  it.each([
    ['1.250', '.', 1250],
    ['2.000', '.', 2000],
    ['2,000', ',', 2000],
  ])('are found far down a file too: %s', async (cell, sign, pieces) => {
    const { put, send } = await desk();
    const first = Array.from(
      { length: 3000 },
      (_, at) => `${10 + (at % 18)}/06/2026;P${at % COUNT};1;49${sign}90`,
    );
    const text = `date;code_produit;quantite;montant_ttc\n${first.join('\n')}\n27/06/2026;P1;${cell};62375${sign}00\n`;
    const { report } = await send([await put('articles.csv', ARTICLES), await put('ventes.csv', text)]);
    expect(report.totals.sale_quantity).toBe(3000 + pieces);
  });

  it('are asked where no cell proves it, once for the files of these headings', async () => {
    const { put, send } = await desk();
    const text = sold(
      (at) => (at % 2 ? '2.000' : '1.250'),
      () => '79.90',
    );
    const sent = [await put('articles.csv', ARTICLES), await put('ventes.csv', text)];
    const asked = await send(sent, { check: true, mapping: { accept_likely: false } });
    expect(asked.report.questions.find(({ code }) => code === 'thousands')).toMatchObject({
      text: 'Dans « quantite », « 1.250 » est-ce 1\u202f250 pièces ou 1,250 ? Ailleurs dans ce fichier, le point précède les décimales.',
      choices: [
        { value: 'parts', detail: '97\u202f500 en tout' },
        { value: 'decimals', detail: '97,5 en tout' },
      ],
    });
    const answers = { 'thousands:ventes.csv:quantite': 'decimals' };
    const { report, used_mappings } = await send(sent, { mapping: { answers } });
    expect(report.totals.sale_quantity).toBe(97.5);
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('ventes 2.csv', text.replaceAll('/06/', '/05/'))], { remembered });
    expect(next.report.questions.filter(({ code }) => code === 'thousands')).toEqual([]);
    expect(next.report.totals.sale_quantity).toBe(195);
  });

  it('are thousands in a workbook that has them as text, and its own numbers stay what they are', async () => {
    const { put, send } = await desk();
    const book = (value: (at: number) => string | number): Promise<Uint8Array> =>
      writeXlsx({
        sheets: [
          {
            name: 'Stock',
            rows: [
              ['code_produit', 'magasin', 'stock'],
              ...Array.from({ length: COUNT }, (_, at) => [`P${at}`, 'M1', value(at)]),
            ],
          },
        ],
      });
    const texts = await book((at) => parted(count(at), '.'));
    const { report } = await send([await put('articles.csv', ARTICLES), await put('stock.xlsx', texts)]);
    expect(report.totals.stock_quantity).toBe(COUNTED);
    const other = await desk();
    const metres = await book((at) => [1.125, 2, 0.75, 1250][at % 4] ?? 0);
    const own = await other.send([
      await other.put('articles.csv', ARTICLES),
      await other.put('stock.xlsx', metres),
    ]);
    expect(own.report.totals.stock_quantity).toBeCloseTo((1253.875 * COUNT) / 4, 6);
  });

  it('three decimals of every count stay decimals, and so do parts of a piece', async () => {
    const { put, send } = await desk();
    const whole = sold(
      () => '1.000',
      () => '79.90',
    );
    const metres = sold(
      (at) => ['1.250', '0.5', '2'][at % 3] ?? '',
      () => '79.90',
    );
    const { report } = await send([
      await put('articles.csv', ARTICLES),
      await put('ventes.csv', whole),
      await put('metres.csv', metres.replaceAll('/06/', '/05/')),
    ]);
    expect(report.questions.filter(({ code }) => code === 'thousands')).toEqual([]);
    expect(report.totals.sale_quantity).toBeCloseTo(COUNT + 3.75 * (COUNT / 3), 6);
  });
});

describe('what says that there is nothing is nothing', () => {
  it.each(['NULL', '#N/A', '(null)', '\\N', '#REF!'])('%s', async (word) => {
    const { put, send } = await desk();
    const file = `code_produit;libelle;famille;marque;prix_ttc;prix_de_revient\n${lines((at) => `P${at};Robe ${at};Robes;${at % 5 ? 'Lune' : word};49,90;${at % 5 ? '12,5' : word}`)}\n`;
    const { report, folder } = await send([await put('articles.csv', file)]);
    expect(report.error_count).toBe(0);
    expect(report.quality.find(({ code }) => code === 'missing_cost')?.count).toBe(COUNT / 5);
    const brands = await brandsOf(folder);
    expect(brands).toEqual([null, 'Lune']);
  });

  it('where it is needed, the row is refused', async () => {
    const { put, send } = await desk();
    const text = stockFile((count, at) => (at === 7 ? '#REF!' : String(count)));
    const { report } = await send([await put('articles.csv', ARTICLES), await put('stock.csv', text)]);
    expect(report.errors.map(({ line, reason }) => [line, reason])).toEqual([[9, 'valeur manquante']]);
  });

  it('a dash is no piece, and no cost', async () => {
    const { put, send } = await desk();
    const text = stockFile((count, at) => (at % 7 ? String(count) : ' -   € '));
    const costs = `code_produit;libelle;prix_ttc;prix_de_revient\n${lines((at) => `P${at};Robe ${at};49,90;${at % 6 ? '12,5' : '-'}`)}\n`;
    const { report } = await send([await put('articles.csv', costs), await put('stock.csv', text)]);
    expect(report.error_count).toBe(0);
    expect(report.quality.find(({ code }) => code === 'missing_cost')?.count).toBe(COUNT / 6);
  });

  it('a minus of any keyboard is one', async () => {
    const { put, send } = await desk();
    const sales = `date;code_produit;quantite;montant_ttc\n${lines((at) => `${10 + (at % 18)}/06/2026;P${at};${at % 10 ? '1' : '−1'};${at % 10 ? '49,90' : '–49,90'}`)}\n`;
    const { report } = await send([await put('articles.csv', ARTICLES), await put('ventes.csv', sales)]);
    expect([report.error_count, report.totals.sale_quantity]).toEqual([0, COUNT - 2 * (COUNT / 10)]);
  });
});

async function brandsOf(folder: string | null): Promise<(string | null)[]> {
  const database = await openDatabase({ temp_folder: `${folder}/spill`, memory_limit: '100MB' });
  try {
    const rows = await database.session((session) =>
      session.rows<{ brand: string | null }>(
        `SELECT DISTINCT brand FROM read_parquet('${folder}/item_group*.parquet') ORDER BY brand NULLS FIRST`,
      ),
    );
    return rows.map(({ brand }) => brand);
  } finally {
    database.close();
  }
}

it('DuckDB counts how numbers are written as JavaScript does', async () => {
  const { folder } = await desk();
  const database = await openDatabase({ temp_folder: `${folder}/spill`, memory_limit: '100MB' });
  const figures = fc.stringMatching(/^[-(]?[0-9.,' ]{0,12}[)€ ]?$/);
  const written = fc
    .tuple(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.constantFrom('', '.', ',', ' '),
      fc.constantFrom('', ',5', '.50', ',000', '.125'),
    )
    .map(([number, sign, rest]) => parted(number, sign) + rest);
  try {
    await database.session((session) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(figures, written), { minLength: 1, maxLength: 30 }),
          async (cells) => {
            const list = cells.map((cell) => `('${cell.replaceAll("'", "''")}')`).join(', ');
            const rows = await session.rows<{ form: string | null }>(
              `SELECT (${writingSql('cell')}).form AS form FROM (VALUES ${list}) t(cell)`,
            );
            const count = (form: string): number => rows.filter((row) => row.form === form).length;
            const { decimal, thousands, either, short, long } = writingOfCells(cells);
            expect([short, long]).toEqual([count('short'), count('long')]);
            for (const [name, sign] of [
              ['comma', ','],
              ['point', '.'],
            ] as const)
              expect([decimal[sign], thousands[sign], either[sign]]).toEqual(
                ['decimal', 'thousands', 'either'].map((form) => count(`${name}_${form}`)),
              );
          },
        ),
        { numRuns: 200 },
      ),
    );
  } finally {
    database.close();
  }
});
