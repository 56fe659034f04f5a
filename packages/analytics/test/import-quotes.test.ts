import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { parseCsvLines } from '../src/import/dialect.ts';
import { openText } from '../src/import/open-text.ts';
import { mendQuotes } from '../src/import/quotes.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { deskKeeper } from './files.ts';
import { cells, sheetOf, workbookOf } from './workbook-maker.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 60;
const HEADINGS = ['code_produit', 'libelle', 'famille', 'marque', 'prix_ttc', 'stock'];
/** The products whose labels are written in another way. */
const ODD: readonly number[] = [10, 41];

/** A file of products; `label` writes the labels of two of them. */
function productsFile(quote: '"' | '', label: (text: string, at: number) => string): string {
  const rows = Array.from({ length: COUNT }, (_, at) => {
    const cells = [`P${at}`, `Robe ${at}`, 'Robes', 'Lune', '50', '10'].map((cell) => quote + cell + quote);
    if (ODD.includes(at)) cells[1] = label(`Robe ${at}`, ODD.indexOf(at));
    return cells.join(';');
  });
  return `${[HEADINGS.map((heading) => quote + heading + quote).join(';'), ...rows].join('\n')}\n`;
}

/** The labels of those two products, how many products there are and how the file was read. */
async function send(text: string) {
  const { folder, put, send: sendFiles } = await desk();
  const { report, folder: version } = await sendFiles([await put('articles.csv', text)]);
  const database = await openDatabase({ temp_folder: join(folder, 'spill'), memory_limit: '100MB' });
  try {
    const labels = await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      const codes = ODD.map((at) => `'P${at}'`).join(', ');
      return session.rows<{ title: string }>(
        `SELECT title FROM w_item_group WHERE item_group_id IN (${codes}) ORDER BY item_group_id`,
      );
    });
    const { item_group_count, stock_quantity } = report.totals;
    return {
      labels: labels.map(({ title }) => title),
      read: [item_group_count, stock_quantity, report.error_count],
      readings: report.readings.filter((reading) => reading.includes('guillemet')),
    };
  } finally {
    database.close();
  }
}

describe('a quote that closes no cell takes no other row with it', () => {
  const whole = [COUNT, 10 * COUNT, 0];
  const both = ['articles.csv : 2 lignes ont un guillemet isolé, gardé dans le texte (lignes 12, 43)'];
  const one = ['articles.csv : un guillemet isolé est gardé dans le texte (ligne 12)'];

  it.each([
    ['inches, every cell between quotes', '"', (text: string) => `"${text} 24" noir"`, ' 24" noir', both],
    ['inches at the end, every cell between quotes', '"', (text: string) => `"${text} 24""`, ' 24"', both],
    ['inches in one', '"', (text: string, at: number) => `"${text}${at ? '' : ' 24" noir'}"`, null, one],
    ['inches, no other quote', '', (text: string) => `${text} 24"`, ' 24"', []],
    ['a cell between quotes that has a delimiter', '', (text: string) => `"${text}; longue"`, '; longue', []],
    [
      'inches in a text of many lines, between quotes',
      '"',
      (text: string) => `"${text}\nMesures :\n- 24" de haut; 12 de large\n- coton"`,
      '\nMesures :\n- 24" de haut; 12 de large\n- coton',
      ['articles.csv : 2 lignes ont un guillemet isolé, gardé dans le texte (lignes 12, 46)'],
    ],
    ['a cell between quotes of two lines', '', (text: string) => `"${text}\nlongue; 2"`, '\nlongue; 2', []],
  ] as const)('%s', async (_, quote, label, ending, readings) => {
    const found = await send(productsFile(quote, label));
    expect(found).toEqual({
      labels: ODD.map((at, n) => `Robe ${at}${ending ?? (n === 0 ? ' 24" noir' : '')}`),
      ...{ read: whole, readings },
    });
  });

  it.each([
    ['two that open nothing', (text: string) => `"${text}`, ['"Robe 10', '"Robe 41'], both],
    [
      'one that opens nothing and inches that would close it',
      (text: string, at: number) => (at === 0 ? `"${text}` : `${text}"`),
      ['"Robe 10', 'Robe 41"'],
      one,
    ],
  ] as const)('%s', async (_, label, labels, readings) => {
    expect(await send(productsFile('', label))).toEqual({ labels, read: whole, readings });
  });
});

it('a file of few rows keeps its texts of several lines', async () => {
  const headings = HEADINGS.join(';');
  const row = (at: number) => `P${at};"Robe ${at}\nlongue";Robes;Lune;50;10`;
  const { put, send: sendFiles } = await desk();
  const { report } = await sendFiles([await put('articles.csv', [headings, row(1), row(2)].join('\n'))]);
  expect([report.totals.item_group_count, report.totals.stock_quantity, report.error_count]).toEqual([
    2, 20, 0,
  ]);
  expect(report.readings.filter((reading) => reading.includes('guillemet'))).toEqual([]);
});

it('a file of any number of rows with quotes as CSV has them is opened as it is written', async () => {
  const words = ['Robe', 'été', '"midi"', ';', ',', '\t', '|', 'ligne\nsuivante', '  ', "d'"];
  const label = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((texts) => texts.join(' ').trim());
  const file = fc.record({
    labels: fc.array(label, { minLength: 2, maxLength: 12 }),
    ...{ width: fc.integer({ min: 3, max: 8 }), at: fc.integer({ min: 1, max: 7 }) },
    ...{ delimiter: fc.constantFrom(';', ',', '\t', '|'), quotesAll: fc.boolean() },
  });
  const { folder } = await desk();
  const path = join(folder, 'small.csv');
  await fc.assert(
    fc.asyncProperty(file, async ({ labels, width, at, delimiter, quotesAll }) => {
      const rowOf = (cellOf: (column: number) => string) =>
        Array.from({ length: width }, (_, n) => cellOf(n));
      const rows = [
        rowOf((n) => `titre ${n}`),
        ...labels.map((text, row) => rowOf((n) => (n === Math.min(at, width - 1) ? text : `${row}0${n}`))),
      ];
      const written = (text: string): string =>
        quotesAll || /["\n]/.test(text) || text.includes(delimiter)
          ? `"${text.replaceAll('"', '""')}"`
          : text;
      await writeFile(path, rows.map((row) => `${row.map(written).join(delimiter)}\n`).join(''));
      const opened = await openText({ path, name: 'small.csv' }, (name) => join(folder, name));
      expect(opened.notes).toEqual([]);
      const read = parseCsvLines(await readFile(opened.path, 'utf8'), opened.dialect.delimiter, '"');
      expect(read.map(({ row }) => row)).toEqual(rows);
    }),
    { numRuns: 300 },
  );
});

describe('what a reader would take for other rows or cells', () => {
  const items = productsFile('', (text) => text);
  const read = async (text: string) => {
    const { put, send: sendFiles } = await desk();
    return (await sendFiles([await put('articles.csv', text)])).report;
  };

  it.each([
    ['without quotes', items.replace('Robe 7;', 'Robe\r7;')],
    ['between quotes', items.replace('Robe 7;', '"Robe\r7";')],
    ['where lines end by both signs', items.replace('Robe 7;', 'Robe\r7;').replaceAll('\n', '\r\n')],
  ])('a carriage return in a cell ends no row: %s', async (_, text) => {
    const { totals, error_count } = await read(text);
    expect([totals.item_group_count, totals.stock_quantity, error_count]).toEqual([COUNT, 10 * COUNT, 0]);
  });

  it('a row with a delimiter in a text is refused: its cells stand under the headings of others', async () => {
    const headings = 'code_produit;prix_ttc;stock;libelle;famille';
    const rows = Array.from(
      { length: COUNT },
      (_, at) => `P${at};50;10;Robe${at === 10 ? '; longue' : ''};Robes`,
    );
    const { totals, errors } = await read(`${headings}\n${rows.join('\n')}\n`);
    expect(totals.item_group_count).toBe(COUNT - 1);
    expect(errors[0]).toMatchObject({ line: 12, value: 'Robes', reason: 'plus de cellules que de titres' });
  });

  it('a remark beside the table of a workbook refuses no row', async () => {
    const rows = items.trim().split('\n');
    const remarked = rows.map((row, at) => (at === 10 ? `${row};;à revoir` : row).split(';'));
    const sheet = sheetOf(...remarked.map((row, at) => cells(at + 1, ...row)));
    const { put, send: sendFiles } = await desk();
    const { report } = await sendFiles([await put('articles.xlsx', workbookOf({ sheet }))]);
    expect([report.totals.item_group_count, report.error_count]).toEqual([COUNT, 0]);
  });

  it('rows that end by a delimiter, or have one heading less for it, are read', async () => {
    for (const text of [items.replaceAll('\n', ';\n'), items.replaceAll(/10\n/g, '10;\n')])
      expect((await read(text)).totals.item_group_count).toBe(COUNT);
  });

  it('a web page under the name of a workbook is said to be one', async () => {
    const { put, send: sendFiles } = await desk();
    const page = '<html><body><table><tr><td>code_produit</td></tr></table></body></html>';
    const { report } = await sendFiles([await put('articles.xls', page), await put('articles.csv', items)]);
    expect(report.totals.item_group_count).toBe(COUNT);
    expect(JSON.stringify(report)).toContain('page web ou XML sous le nom d’un tableau');
  });
});

it('a page of text in a cell, or a word without end, takes no time to be looked at', async () => {
  const page = 'mot '.repeat(25_000);
  const word = 'é'.repeat(100_000);
  const { folder, put, send: sendFiles } = await desk();
  const text = `${HEADINGS.join(';')}\nP1;${page};Robes;Lune;50;10\nP2;${word};${word};Lune;50;10\n`;
  const { report } = await sendFiles([await put('articles.csv', text)]);
  expect(report.totals.item_group_count, folder).toBe(2);
}, 60_000);

describe('a file written again', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ';', '\n'), maxLength: 6 });
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 4 });

  async function mend(csv: string) {
    const { folder } = await desk();
    const [from, to] = [join(folder, 'from.csv'), join(folder, 'to.csv')];
    await writeFile(from, csv);
    const found = await mendQuotes(from, to, { delimiter: ';', width: 4 });
    const mended = await readFile(to, 'utf8');
    return { found, mended, cells: parseCsvLines(mended, ';', '"').map(({ row }) => row) };
  }

  it('is the same where its quotes are as CSV has them', async () => {
    const row = fc.array(text, { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const csv = rows
          .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
          .join('\r\n');
        const { found, mended } = await mend(csv);
        expect(mended).toBe(csv);
        expect(found.count).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('has every row, with its quotes in the text, where a cell of some rows has one astray', async () => {
    const row = fc.record({
      cells: fc.array(letters, { minLength: 4, maxLength: 4 }),
      form: fc.constantFrom('bare', 'quoted', 'inches', 'quoted inches', 'opened'),
      at: fc.integer({ min: 0, max: 3 }),
    });
    const FORMS = {
      bare: (cell: string) => cell,
      quoted: (cell: string) => `"${cell}"`,
      inches: (cell: string) => `${cell}"x`,
      'quoted inches': (cell: string) => `"${cell}"x"`,
      opened: (cell: string) => `"${cell}`,
    };
    const SAID = { ...FORMS, quoted: FORMS.bare, 'quoted inches': FORMS.inches };
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const write = (forms: typeof FORMS) =>
          rows.map(({ cells, form, at }) => cells.map((cell, n) => (n === at ? forms[form](cell) : cell)));
        const { found, cells } = await mend(
          write(FORMS)
            .map((one) => one.join(';'))
            .join('\n'),
        );
        expect(cells).toEqual(write(SAID));
        const astray = rows.filter(({ form }) => form === 'quoted inches' || form === 'opened');
        expect(found.count).toBe(astray.length);
      }),
      { numRuns: 300 },
    );
  });
});
