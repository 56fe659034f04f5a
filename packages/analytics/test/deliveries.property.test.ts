import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/database/database.ts';
import type { ImportReport } from '../src/index.ts';
import { Writer } from './delivery-writer.ts';
import { deskKeeper } from './files.ts';
import { anyCase, type CountedLine, type SoldLine, weeksOf } from './random-deliveries.ts';
import { dayAt } from './random-retailer.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const RUNS = process.env.PALIER_THOROUGH ? 150 : 3;
/** Of so few deliveries, those asked about are of their draw. */
const MOST_ASKED = RUNS < 50 ? RUNS : 0.3 * RUNS;

/** What the retailer answers, which knows what it sent. */
const ANSWERS = { 'returns:*': 'returned', 'per_piece:*': 'line', 'left_products:*': 'replace' };

type Sums = Record<string, string>;

/** Pieces and cents of each key; none of what nets to nothing. */
function sumsOf(rows: readonly { key: readonly (string | null)[]; pieces: number; cents: number }[]): Sums {
  const found = new Map<string, [number, number]>();
  for (const { key, pieces, cents } of rows) {
    const name = key.map((part) => part ?? '').join(' ');
    const [count, paid] = found.get(name) ?? [0, 0];
    found.set(name, [count + pieces, paid + cents]);
  }
  const filled = [...found].filter(([, [pieces, cents]]) => pieces !== 0 || Math.round(cents) !== 0);
  return Object.fromEntries(filled.map(([key, [pieces, cents]]) => [key, `${pieces} ${Math.round(cents)}`]));
}

const soldSums = (lines: readonly SoldLine[]): Sums =>
  sumsOf(
    lines.map(({ day, shop, product, size, ...line }) => ({ key: [day, shop, product, size], ...line })),
  );
const stockSums = (lines: readonly CountedLine[]): Sums =>
  sumsOf(lines.map(({ shop, product, size, pieces }) => ({ key: [shop, product, size], pieces, cents: 0 })));

interface Read {
  day: string;
  shop: string;
  product: string;
  size: string | null;
  pieces: number;
  cents: number;
}

async function readSold(database: Database, folder: string): Promise<Sums> {
  const rows =
    await database.rows<Read>(`SELECT s.date::VARCHAR AS day, location_code AS shop, s.item_group_id AS product,
      i.size, quantity AS pieces, amount * 100 AS cents FROM read_parquet('${folder}/sale-*.parquet') s
    LEFT JOIN read_parquet('${folder}/item.parquet') i ON i.item_id = s.item_id`);
  return sumsOf(
    rows.map(({ day, shop, product, size, ...row }) => ({ key: [day, shop, product, size], ...row })),
  );
}

async function readStock(database: Database, folder: string): Promise<Sums> {
  const rows = await database.rows<Read>(`WITH stock AS (FROM read_parquet('${folder}/stock.parquet')),
    latest AS (SELECT inventory_code, max(date) AS date FROM stock GROUP BY 1)
    SELECT inventory_code AS shop, s.item_group_id AS product, i.size, quantity AS pieces, 0 AS cents
    FROM stock s JOIN latest USING (inventory_code, date)
    LEFT JOIN read_parquet('${folder}/item.parquet') i ON i.item_id = s.item_id`);
  return sumsOf(rows.map(({ shop, product, size, ...row }) => ({ key: [shop, product, size], ...row })));
}

/** What is refused beside the lines of totals, of which each cell may be told. */
function errorsOf({ errors }: ImportReport): ImportReport['errors'] {
  const totals = new Set(errors.flatMap(({ line, value }) => (value === 'Total' ? [line] : [])));
  return errors.filter(({ line }) => !totals.has(line));
}

/** What a report says that it left uncounted: pieces of a stock that a handful of rows has on earlier days. */
const leavesSome = ({ readings }: ImportReport): boolean =>
  readings.some((reading) =>
    / : rien de .* qui ne l’est plus| : rien de .* qui ne le sont plus/.test(reading),
  );

it('[IMPEX-03] two deliveries in any writing count what was sold and what is left, each day, shop and size, or ask', async () => {
  let asked = 0;
  const database = await openDatabase({
    temp_folder: join((await desk()).folder, 'spill'),
    memory_limit: '100MB',
  });
  await fc.assert(
    fc.asyncProperty(anyCase, async (given) => {
      const { put, send } = await desk();
      const writer = new Writer(given);
      const [first, second] = weeksOf(given);
      const from = dayAt(first.last_day, 1 - given.writing.again);
      const again = first.sold.filter(({ day }) => day >= from);
      const deliveries = [
        { week: first, said: first.sold, sold: first.sold },
        { week: second, said: [...again, ...second.sold], sold: [...first.sold, ...second.sold] },
      ];
      for (const [at, { week, said, sold }] of deliveries.entries()) {
        const files = [
          ...(at === 0 ? [await put('articles.csv', writer.articles())] : []),
          await put(`ventes ${at + 1}.csv`, writer.sales(said)),
          await put(`stock ${at + 1}.csv`, writer.stock(week)),
        ];
        const { report, folder } = await send(files, {
          today: dayAt(week.last_day, 1),
          mapping: { accept_likely: false, settings: { date_order: 'day' }, answers: ANSWERS },
        });
        if (folder === null) {
          expect(report.questions, JSON.stringify(report.ignored_files)).not.toEqual([]);
          asked += 1;
          return;
        }
        expect(report.ignored_files).toEqual([]);
        expect(errorsOf(report)).toEqual([]);
        expect(await readSold(database, folder)).toEqual(soldSums(sold));
        const stock = await readStock(database, folder);
        if (!leavesSome(report)) expect(stock).toEqual(stockSums(week.stock));
      }
    }),
    { numRuns: RUNS },
  );
  database.close();
  expect(asked).toBeLessThanOrEqual(MOST_ASKED);
}, 2_400_000);
