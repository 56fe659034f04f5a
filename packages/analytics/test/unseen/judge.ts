import { join } from 'node:path';
import { openDatabase } from '../../src/database/database.ts';
import type { ImportReport } from '../../src/import/types.ts';
import { attachWarehouse } from '../../src/warehouse/previous.ts';
import type { Desk } from '../files.ts';
import type { Unseen } from './sheet.ts';

export type Outcome = 'right' | 'asked' | 'refused' | 'wrong in silence';

const round = (value: number | null): number => Math.round((value ?? 0) * 100) / 100;

type Read = ImportReport['files'][number];

/** What the sheets of a file come to together. */
const added = (files: readonly Read[], figure: (file: Read) => number | null): number =>
  round(files.reduce((sum, file) => sum + (figure(file) ?? 0), 0));

/** What a version holds: the sum of its list prices, and every code that its rows are of. */
interface Held {
  list: number;
  codes: ReadonlySet<string>;
}

function judge(wanted: Unseen, report: ImportReport, held: Held): Outcome {
  const { kind, units, amount, list, dates, currency, code } = wanted;
  if (report.questions.length > 0) return 'asked';
  // What is of no kind that Palier keeps is rightly left out.
  const isLeft = report.files.every(({ rows_kept }) => rows_kept === 0);
  if (kind === null) return isLeft ? 'right' : 'wrong in silence';
  if (isLeft) return 'refused';
  const own = report.files.filter((file) => file.kind === kind);
  const [first] = own;
  if (!first || report.files.some((file) => file.kind !== kind && !beside(kind, file.kind)))
    return 'wrong in silence';
  const counted = kind === 'items' ? report.files.filter((file) => file.kind === 'stock') : own;
  const isRight =
    (units === undefined || added(counted, ({ total_quantity }) => total_quantity) === units) &&
    (amount === undefined || added(own, ({ total_amount }) => total_amount) === amount) &&
    (list === undefined || round(held.list) === list) &&
    (dates === undefined || (first.first_date === dates[0] && first.last_date === dates[1])) &&
    (currency === undefined || (first.currency ?? report.currency) === currency) &&
    (code === undefined || held.codes.has(code));
  return isRight ? 'right' : 'wrong in silence';
}

/** A list of articles may bring its stock, sales theirs, a stock what it describes, and reduced prices are prices. */
const beside = (kind: string, other: string): boolean =>
  (other === 'stock' && kind !== 'orders') ||
  (kind === 'items' && other === 'prices') ||
  (kind === 'stock' && other === 'items');

const CODED = ['item_group', 'item', 'sale', 'stock', 'price', 'order', 'forecast'] as const;

/** What a version holds; nothing where none was written. */
async function heldBy({ folder }: Desk, version: string | null): Promise<Held> {
  if (version === null) return { list: 0, codes: new Set() };
  const database = await openDatabase({ temp_folder: join(folder, 'look'), memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      const [priced] = await session.rows<{
        sum: number;
      }>(`SELECT coalesce((SELECT sum(price) FROM w_item_group), 0)
        + coalesce((SELECT sum(price) FROM w_price WHERE price_list_id = ''), 0) AS sum`);
      const codes = await session.rows<{ code: string }>(
        CODED.flatMap((table) =>
          ['item_group_id', ...(table === 'item_group' ? [] : ['item_id'])].map(
            (column) => `SELECT ${column} AS code FROM "w_${table}" WHERE ${column} IS NOT NULL`,
          ),
        ).join(' UNION '),
      );
      return { list: priced?.sum ?? 0, codes: new Set(codes.map(({ code }) => code)) };
    });
  } finally {
    database.close();
  }
}

/** What becomes of a file, and what was said of it. */
export async function outcomeOf(delivery: Unseen, desk: Desk): Promise<[outcome: Outcome, said: string]> {
  const { report, folder } = await desk.send([await desk.put(delivery.name, delivery.text)], {
    mapping: { accept_likely: false },
    today: '2026-07-06',
  });
  const outcome = judge(delivery, report, await heldBy(desk, folder));
  const said = [
    ...report.files.map(
      ({ kind, rows_kept, total_quantity, total_amount, first_date, last_date }) =>
        `${kind} ${rows_kept} ${total_quantity} ${total_amount} ${first_date} ${last_date}`,
    ),
    ...report.ignored_files.map(({ reason }) => reason),
    ...report.questions.map(
      ({ code, text, choices }) => `${code} ${text} ${choices.map(({ value }) => value)}`,
    ),
    ...report.errors.slice(0, 2).map(({ column, value, reason }) => `${column} ${value} ${reason}`),
  ];
  return [
    outcome,
    `want ${delivery.kind} ${delivery.units} ${delivery.amount} ${delivery.list} ${delivery.dates} | ${said.join(' | ')}`,
  ];
}
