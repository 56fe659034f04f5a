import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/database/database.ts';
import { quoteText } from '../src/database/sql.ts';
import { type DateReading, dateSql } from '../src/import/dates/date-sql.ts';
import { dateWriting, quickDateSql } from '../src/import/dates/writing.ts';
import { deskKeeper } from './files.ts';
import { parquetOf } from './parquet-maker.ts';

const { desk, clear } = deskKeeper();
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ temp_folder: join((await desk()).folder, 'spill'), memory_limit: '100MB' });
});
afterAll(async () => {
  database.close();
  await clear();
});

const HEADING = 'date,product_code,quantity\n';
const ASKS = { mapping: { accept_likely: false } };

const two = (value: number): string => String(value).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MOIS = [
  ...['janvier', 'févr.', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'sept.', 'octobre'],
  ...['nov', 'Décembre'],
];

interface Day {
  year: number;
  month: number;
  day: number;
}
const days = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map(
    (date): Day => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }),
  );

/** Ways of writing a day that name it without its order, and those that need to know it. */
const WRITINGS: Record<string, (day: Day) => string> = {
  iso: ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  'iso with slashes': ({ year, month, day }) => `${year}/${month}/${day}`,
  'iso with a time': ({ year, month, day }) => `${year}-${two(month)}-${two(day)} 08:26:00.5`,
  compact: ({ year, month, day }) => `${year}${two(month)}${two(day)}`,
  'compact with a time': ({ year, month, day }) => `${year}${two(month)}${two(day)} 082600`,
  english: ({ year, month, day }) => `${two(day)}-${MONTHS[month - 1]}-${year}`,
  oracle: ({ year, month, day }) => `${two(day)}-${MONTHS[month - 1]?.toUpperCase()}-${two(year % 100)}`,
  'month word first': ({ year, month, day }) => `${MONTHS[month - 1]} ${day}, ${year}`,
  french: ({ year, month, day }) => `${day === 1 ? '1er' : day} ${MOIS[month - 1]} ${year}`,
};
const ORDERED: Record<string, (first: number, second: number, year: number) => string> = {
  padded: (first, second, year) => `${two(first)}/${two(second)}/${year}`,
  bare: (first, second, year) => `${first}/${second}/${year}`,
  dashes: (first, second, year) => `${two(first)}-${two(second)}-${year}`,
  'bare with a time': (first, second, year) => `${first}/${second}/${year} 8:26`,
  'padded with a time': (first, second, year) => `${two(first)}/${two(second)}/${year} 08:26:59`,
  'two figures of a year': (first, second, year) => `${two(first)}/${two(second)}/${two(year % 100)}`,
  'half days': (first, second, year) => `${first}/${second}/${year} 8:26 PM`,
};

async function read(texts: readonly string[], sql: (column: string) => string): Promise<(string | null)[]> {
  const values = texts.map((text, index) => `(${index}, ${quoteText(text)})`).join(', ');
  const rows = await database.rows<{ day: string | null }>(
    `SELECT (${sql('text')})::VARCHAR AS day FROM (VALUES ${values}) v(position, text) ORDER BY position`,
  );
  return rows.map(({ day }) => day);
}

const PARIS: DateReading = { order: 'day', period: null, time_zone: 'Europe/Paris' };
const isoOf = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`;

describe('every writing of a day', () => {
  it.each(Object.entries(WRITINGS))('[IMPEX-03] reads %s, slowly and at speed alike', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 40 }), async (several) => {
        const texts = several.map(write);
        const expected = several.map(isoOf);
        expect(await read(texts, (column) => dateSql(column, PARIS))).toEqual(expected);
        const quick = await read(texts, (column) => quickDateSql(column, dateWriting(texts, PARIS)));
        expect(quick.map((day, index) => day ?? expected[index])).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });

  it.each(Object.entries(ORDERED))('[IMPEX-03] obeys the order, %s', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(days, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('day' as const, 'month' as const),
        async (several, order) => {
          const texts = several.map(({ year, month, day }) =>
            order === 'day' ? write(day, month, year) : write(month, day, year),
          );
          const reading = { ...PARIS, order };
          const expected = several.map(isoOf);
          expect(await read(texts, (column) => dateSql(column, reading))).toEqual(expected);
          expect(await read(texts, (column) => quickDateSql(column, dateWriting(texts, reading)))).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 5 },
    );
  });

  it('reads no day in what is none', async () => {
    const texts = [
      '31/02/2026',
      '2026-13-01',
      '2026-07-01 blabla',
      '1/2',
      'demain',
      '2025-W53',
      '00/00/0000',
      '12345678',
    ];
    expect(await read(texts, (column) => dateSql(column, PARIS))).toEqual(texts.map(() => null));
    for (const text of texts) {
      const [quick] = await read([text], (column) => quickDateSql(column, dateWriting([text], PARIS)));
      expect(quick, text).toBeNull();
    }
  });

  it('takes a first day of sale of another age for none, and says those that are no way of systems to say it', async () => {
    const own = await desk();
    const days = ['01/01/1900', '31/12/9999', '12/02/2206', '12/02/2026'];
    const rows = days.map((day, at) => `P${at};Robe;50;${day}`);
    const { report } = await own.send([
      await own.put('articles.csv', `code_produit;libelle;prix_ttc;date_mise_en_vente\n${rows.join('\n')}\n`),
    ]);
    expect(report.files).toMatchObject([{ rows_kept: 4, rows_rejected: 0 }]);
    expect(report.warnings).toMatchObject([{ line: 4, value: '12/02/2206', reason: 'date invraisemblable' }]);
  });

  it('takes the retailer’s day of an instant written with its zone', async () => {
    const texts = [
      ...['2026-07-01T23:30:00Z', '2026-07-01 23:30:00 +0000', '2026-07-01 23:30:00 UTC'],
      ...['2026-07-01 23:30:00 +0200', '2026-07-01T23:30:00.123-04:00', '2026-01-01 22:30:00+00'],
    ];
    const expected = ['2026-07-02', '2026-07-02', '2026-07-02', '2026-07-01', '2026-07-02', '2026-01-01'];
    expect(await read(texts, (column) => dateSql(column, PARIS))).toEqual(expected);
    expect(await read(texts, (column) => quickDateSql(column, dateWriting(texts, PARIS)))).toEqual(expected);
  });
});

it.each(['Created at (UTC)', 'date_created_gmt', 'Date UTC'])(
  'takes the retailer’s day of an instant that its heading says to be of Greenwich (%s)',
  async (heading) => {
    const { put, send } = await desk();
    const rows = ['2026-06-01 22:30,A1,1', '2026-06-01 21:30:00,A1,1', '2026-07-31T23:59:59,A1,1'];
    const text = `${heading},product_code,quantity\n${rows.join('\n')}\n`;
    const { report, folder } = await send([await put('sales.csv', text)], ASKS);
    expect(report.totals).toMatchObject({ first_sale_date: '2026-06-01', last_sale_date: '2026-08-01' });
    const [{ day = '' } = {}] = await database.rows<{ day: string }>(
      `SELECT string_agg(date::VARCHAR, ' ' ORDER BY date) AS day FROM read_parquet('${folder}/sale-*.parquet')`,
    );
    expect(day).toBe('2026-06-01 2026-06-02 2026-08-01');
  },
);

describe('what comes first in 01/02/2026', () => {
  const rows = (dates: readonly string[]): string => HEADING + dates.map((date) => `${date},P1,1\n`).join('');

  it.each([
    ['12/1/2010 8:26', ['12/1/2010 8:26', '12/13/2010 9:02', '1/4/2011 10:00']],
    ['12/1/2010', ['12/1/2010', '12/13/2010', '1/4/2011']],
    ['12/01/2010 08:26', ['12/01/2010 08:26', '12/13/2010 09:02', '01/04/2011 10:00']],
  ])('[IMPEX-03] reads %s with the month first when a later value proves it', async (_, dates) => {
    const { put, send } = await desk();
    const { report } = await send([await put('sales.csv', rows(dates))], ASKS);
    expect(report.questions).toEqual([]);
    expect(report).toMatchObject({ status: 'completed', error_count: 0 });
    expect(report.totals).toMatchObject({ first_sale_date: '2010-12-01', last_sale_date: '2011-01-04' });
  });

  it.each(['in the settings', 'for the file'])(
    '[IMPEX-03] obeys « Mois d’abord » said %s, whatever the writing',
    async (where) => {
      for (const date of ['12/1/2010 8:26', '12/1/2010', '12/01/2010 08:26', '12/01/10']) {
        const { put, send } = await desk();
        const columns = { date: 'date', product_code: 'item_group_id', quantity: 'quantity' };
        const mapping =
          where === 'in the settings'
            ? { settings: { date_order: 'month' as const } }
            : { files: [{ match: '*', kind: 'sales' as const, columns, date_order: 'month' as const }] };
        const { report } = await send([await put('sales.csv', rows([date]))], {
          mapping: { ...mapping, accept_likely: false },
        });
        expect(report.questions).toEqual([]);
        expect(report.totals.last_sale_date, date).toBe('2010-12-01');
      }
    },
  );

  it('[IMPEX-03] asks when every value reads both ways, writes nothing, and follows the answer from then on', async () => {
    const { put, send } = await desk();
    const text = rows(['12/1/2010 8:26', '12/2/2010 8:26', '12/3/2010 8:26']);
    const asked = await send([await put('sales.csv', text)], ASKS);
    expect(asked.folder).toBeNull();
    const [question] = asked.report.questions;
    expect(question).toMatchObject({
      ...{ key: 'date_order:sales.csv:date', code: 'date_order', file: 'sales.csv', column: 'date' },
      text: 'Les dates de « date » se lisent de deux façons : 12/01/2010, est-ce le 12 janv. 2010 (jour d’abord) ou le 1er déc. 2010 (mois d’abord) ?',
      choices: [
        { value: 'month', label: 'Mois d’abord', detail: 'Du 1er déc. 2010 au 3 déc. 2010' },
        { value: 'day', label: 'Jour d’abord', detail: 'Du 12 janv. 2010 au 12 mars 2010' },
      ],
    });
    const answers = { [question?.key ?? '']: 'month' };
    const done = await send([await put('sales.csv', text)], { mapping: { accept_likely: false, answers } });
    expect(done.report.totals).toMatchObject({ first_sale_date: '2010-12-01', last_sale_date: '2010-12-03' });
    const remembered = new Map(done.used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('later.csv', rows(['12/4/2010 9:00']))], { ...ASKS, remembered });
    expect(next.report).toMatchObject({ questions: [], totals: { last_sale_date: '2010-12-04' } });
    const other = await send([await put('french.csv', rows(['25/12/2010 9:00', '12/12/2010 9:00']))], {
      ...ASKS,
      remembered,
    });
    expect(other.report).toMatchObject({ error_count: 0, totals: { last_sale_date: '2010-12-25' } });
  });

  it('asks of the dates of a workbook’s texts, not of those between dots or the same both ways', async () => {
    const { put, send } = await desk();
    const { report } = await send([await put('ventes.csv', rows(['01.02.2026', '03.04.2026']))], ASKS);
    expect(report).toMatchObject({ questions: [], totals: { last_sale_date: '2026-04-03' } });
    const same = await send([await put('ventes.csv', rows(['01/01/2026', '05/05/2026']))], ASKS);
    expect(same.report.questions).toEqual([]);
  });

  it('asks when some values read one way alone and some the other', async () => {
    const { put, send } = await desk();
    const mixed = rows([...Array(5).fill('12/25/2025'), ...Array(4).fill('25/12/2025'), '02/03/2026']);
    const { report } = await send([await put('sales.csv', mixed)], ASKS);
    expect(report.questions[0]?.choices.map(({ value, detail }) => [value, detail])).toEqual([
      ['month', 'Du 25 déc. 2025 au 3 févr. 2026, 4 illisibles'],
      ['day', 'Du 25 déc. 2025 au 2 mars 2026, 5 illisibles'],
    ]);
  });

  it('lets a column follow the one of its file that proves the order', async () => {
    const { put, send } = await desk();
    const forecasts =
      'product_code,from,to,base_units\nP1,01/05/2026,01/31/2026,3\nP1,02/02/2026,02/11/2026,3\n';
    const { report } = await send([await put('forecast.csv', forecasts)], ASKS);
    expect(report.questions).toEqual([]);
    expect(report.files[0]).toMatchObject({ first_date: '2026-01-05', last_date: '2026-02-02' });
  });
});

describe('years of two figures', () => {
  const june = (written: (day: string) => string, days = 30): string =>
    HEADING + Array.from({ length: days }, (_, at) => `${written(two(at + 1))},A1,2\n`).join('');

  it.each<[string, (day: string) => string, number]>([
    ['26-06-30', (day) => `26-06-${day}`, 30],
    ['26/06/30', (day) => `26/06/${day}`, 30],
    ['26-06-07 18:30', (day) => `26-06-${day} 18:30`, 7],
    ['300626', (day) => `${day}0626`, 30],
    ['30/06/26', (day) => `${day}/06/26`, 30],
    ['260630', (day) => `2606${day}`, 30],
  ])('are where the days of the file prove them to be (%s)', async (_, written, count) => {
    const { put, send } = await desk();
    const text = `${june(written, count)}Total,,${2 * count}\n`;
    const { report } = await send([await put('sales.csv', text)], ASKS);
    expect([report.questions, report.error_count > 0]).toEqual([[], true]);
    expect(report.totals).toMatchObject({
      ...{ sale_rows: count, sale_quantity: 2 * count },
      ...{ first_sale_date: '2026-06-01', last_sale_date: `2026-06-${two(count)}` },
    });
  });

  it('are last where they may be: a day a month, and days that are years too', async () => {
    const { put, send } = await desk();
    const rows = [1, 2, 3, 4, 5, 6].flatMap((month) =>
      ['25', '26'].map((year) => `24/0${month}/${year},A1,1`),
    );
    const { report } = await send([await put('sales.csv', `${HEADING}${rows.join('\n')}\n`)], ASKS);
    expect(report.totals).toMatchObject({ first_sale_date: '2025-01-24', last_sale_date: '2026-06-24' });
  });
});

describe('weeks and months', () => {
  const sent = async (text: string, more: { answers?: Record<string, string> } = {}) => {
    const { put, send } = await desk();
    return send([await put('ventes.csv', text)], {
      ...{ mapping: { accept_likely: false, ...more }, today: '2026-12-31' },
    });
  };
  const weeks = (heading: string, values: readonly string[], sku = 'P1'): string =>
    `${heading};code_produit;quantité\n${values.map((value) => `${value};${sku};1\n`).join('')}`;

  it.each([
    ['date', ['2026-W46', '2025-W01'], ['2024-12-30', '2026-11-09']],
    ['Semaine', ['202646', '202501'], ['2024-12-30', '2026-11-09']],
    ['Semaine', ['2026-07', '2025-01'], ['2024-12-30', '2026-02-09']],
    ['Semaine', ['2026-23', '2026-23'], ['2026-06-01', '2026-06-01']],
    ['Semaine', ['46/2026', '1/2025'], ['2024-12-30', '2026-11-09']],
    ['Période', ['2026-46', '2025-01'], ['2024-12-30', '2026-11-09']],
    ['date', ['S46 2026', 'S01 2025'], ['2024-12-30', '2026-11-09']],
    ['date', ['202646', '202501'], ['2024-12-30', '2026-11-09']],
    ['Année;Semaine', ['2026;46', '2025;1'], ['2024-12-30', '2026-11-09']],
    ['Mois', ['2026-10', '2025-01'], ['2025-01-01', '2026-10-31']],
    ['Week ending', ['2026-11-14', '2026-11-07'], ['2026-11-02', '2026-11-09']],
    ['Semaine finissant le', ['15/11/2026', '08/11/2026'], ['2026-11-02', '2026-11-09']],
  ])('[IMPEX-03] reads « %s » written %s', async (heading, values, [first_date, last_date]) => {
    const { report } = await sent(weeks(heading, values));
    expect(report.questions).toEqual([]);
    expect(report.files).toMatchObject([{ kind: 'sales', rows_kept: 2, first_date, last_date }]);
  });

  it('asks whether 202511 is a week or a month where nothing says it', async () => {
    const text = weeks('date', ['202511', '202512']);
    const [question] = (await sent(text)).report.questions;
    expect(question).toMatchObject({
      ...{ key: 'period:ventes.csv:date', code: 'period' },
      choices: [
        { value: 'week', label: 'Semaine 11 de 2025' },
        { value: 'month', label: 'Mois 11/2025' },
      ],
    });
    const { report } = await sent(text, { answers: { 'period:ventes.csv:date': 'month' } });
    expect(report.files).toMatchObject([{ first_date: '2025-11-01', last_date: '2025-12-31' }]);
  });

  it('refuses a week that its year does not have, or without a year', async () => {
    expect((await sent(weeks('Année;Semaine', ['2025;53', '2026;53']))).report).toMatchObject({
      error_count: 1,
      errors: [{ line: 2, reason: 'semaine sans année, ou que son année n’a pas' }],
    });
    expect((await sent(weeks('Semaine', ['46', '47']))).report.error_count).toBe(2);
  });
});

it('[IMPEX-03] reads the instants of a Parquet of Spark on the retailer’s day', async () => {
  const { put, send } = await desk();
  const file = parquetOf([
    // Midnights and an evening of Paris, as Spark keeps them.
    {
      ...{ name: 'date', type: 'INT96' },
      values: ['2026-06-30T22:00:00Z', '2026-07-01T22:00:00Z', '2026-07-02T21:30:00Z'].map(
        (at) => new Date(at),
      ),
    },
    { name: 'code_produit', type: 'BYTE_ARRAY', values: ['P1', 'P1', 'P2'] },
    { name: 'quantité', type: 'DOUBLE', values: [1, 2, 4] },
  ]);
  const { report } = await send([await put('ventes.parquet', file)], ASKS);
  expect(report.files).toMatchObject([
    { kind: 'sales', rows_kept: 3, total_quantity: 7, first_date: '2026-07-01', last_date: '2026-07-02' },
  ]);
  const utc = { mapping: { accept_likely: false, settings: { time_zone: 'UTC' } } };
  const moved = await send([await put('ventes.parquet', file)], utc);
  expect(moved.report.files).toMatchObject([{ first_date: '2026-06-30', last_date: '2026-07-02' }]);
});
