import { join } from 'node:path';
import type { Session } from '../database/database.ts';
import { shareFile } from '../database/folders.ts';
import { quoteText } from '../database/sql.ts';
import type { Staged } from '../import/stage.ts';
import type { ImportSettings } from '../import/types.ts';
import type { Previous } from './previous.ts';
import { resolvedSql } from './resolve.ts';
import { emptySelect, saleFile } from './tables.ts';
import { type WrittenFile, writeParquet } from './write.ts';

/** View `fresh_sale`: the staged sales with the variant they mean. */
const gatherSales = async (session: Session, staged: readonly Staged[]): Promise<void> => {
  if (staged.length === 0) {
    await session.run(`CREATE OR REPLACE VIEW fresh_sale AS SELECT date, item_group_id, item_id, location_code, quantity,
      amount, NULL::DOUBLE AS discount_pct FROM (${emptySelect('sale')})`);
    return;
  }
  const rows = resolvedSql(staged, [
    'date',
    'location_code',
    'quantity',
    'amount',
    'unit_price',
    'discount_pct',
  ]);
  await session.run(`CREATE OR REPLACE VIEW fresh_sale AS SELECT date, item_group_id, item_id, location_code, quantity,
    coalesce(amount, quantity * unit_price) AS amount,
    CASE WHEN discount_pct BETWEEN 0 AND 100 THEN discount_pct END AS discount_pct FROM (${rows})`);
};

/** Which prices the warehouse has, so that months join no empty history. */
type PriceHistories = {
  list_items: boolean;
  list_groups: boolean;
  paid_items: boolean;
  paid_groups: boolean;
};

const readHistories = async (session: Session, paidList: string): Promise<PriceHistories> => {
  const some = (list: string, condition: string): string =>
    `EXISTS (FROM price WHERE price_list_id = ${quoteText(list)} AND ${condition})`;
  const [row] = await session.rows<PriceHistories>(`SELECT
    ${some('', 'item_id IS NOT NULL')} AS list_items, ${some('', 'item_id IS NULL')} AS list_groups,
    ${some(paidList, 'item_id IS NOT NULL')} AS paid_items, ${some(paidList, 'item_id IS NULL')} AS paid_groups`);
  return row ?? { list_items: true, list_groups: true, paid_items: true, paid_groups: true };
};

type Level = 'item_id' | 'item_group_id';

const priceInForce = (name: string, list: string, level: Level): string => {
  const variants = level === 'item_id' ? 'item_id IS NOT NULL' : 'item_id IS NULL';
  return `ASOF LEFT JOIN (SELECT ${level}, from_date, price FROM price WHERE price_list_id = ${quoteText(list)} AND ${variants}) ${name}
    ON m.${level} = ${name}.${level} AND m.date >= ${name}.from_date`;
};

/**
 * One month: new rows replace the previous ones of the same day, variant and place. A missing amount comes from
 * the price paid that day, else from the list price less the discount given.
 */
const monthSelect = (
  month: string,
  previous: Previous,
  paidList: string,
  histories: PriceHistories,
): string => {
  const joins: string[] = [];
  const price = (known: boolean, name: string, list: string, level: Level): string[] => {
    if (!known) return [];
    joins.push(priceInForce(name, list, level));
    return [`${name}.price`];
  };
  const listed = [
    ...price(histories.list_items, 'li', '', 'item_id'),
    ...price(histories.list_groups, 'lg', '', 'item_group_id'),
  ];
  const paid = [
    ...price(histories.paid_items, 'pi', paidList, 'item_id'),
    ...price(histories.paid_groups, 'pg', paidList, 'item_group_id'),
  ];
  const before =
    previous.folder !== null && previous.months.includes(month)
      ? `SELECT * FROM read_parquet(${quoteText(join(previous.folder, saleFile(month)))})`
      : emptySelect('sale');
  const key = 'date, item_group_id, item_id, location_code';
  return `WITH fresh AS (
      SELECT ${key}, sum(quantity) AS quantity, CASE WHEN count(amount) = count(*) THEN sum(amount) END AS amount,
        sum(quantity * discount_pct) / nullif(sum(CASE WHEN discount_pct IS NOT NULL THEN quantity END), 0) AS discount_pct
      FROM fresh_sale WHERE date >= DATE '${month}-01' AND date < DATE '${month}-01' + INTERVAL 1 MONTH GROUP BY ALL),
    priced AS (
      SELECT m.*, coalesce(${[...listed, 'i.price', 'g.price'].join(', ')}) AS list_price,
        ${paid.length > 0 ? `coalesce(${paid.join(', ')}, NULL)` : 'NULL::DOUBLE'} AS paid_price
      FROM fresh m ${joins.join(' ')}
      LEFT JOIN item i ON i.item_id = m.item_id LEFT JOIN item_group g ON g.item_group_id = m.item_group_id)
    SELECT * FROM (
      SELECT ${key}, quantity,
        coalesce(amount, quantity * paid_price, quantity * list_price * (1 - coalesce(discount_pct, 0) / 100)) AS amount,
        coalesce(CASE WHEN amount IS NOT NULL AND discount_pct < 100 AND quantity > 0 AND list_price IS NULL THEN amount / quantity / (1 - discount_pct / 100) END, list_price) AS list_price
      FROM priced
      UNION ALL
      SELECT p.* FROM (${before}) p WHERE NOT EXISTS (
        FROM fresh f WHERE f.date = p.date AND f.item_id = p.item_id AND f.item_group_id = p.item_group_id
          AND f.location_code IS NOT DISTINCT FROM p.location_code))
    ORDER BY item_group_id, date, item_id, location_code`;
};

/**
 * Writes the sales of the new version: months that get new rows are merged and written, the others are shared with
 * the previous version.
 *
 * @param full true: the previous sales are forgotten.
 */
export const writeSales = async (
  session: Session,
  folder: string,
  staged: readonly Staged[],
  previous: Previous,
  options: { settings: ImportSettings; full: boolean; onMonth: (share: number) => void },
): Promise<WrittenFile[]> => {
  await gatherSales(session, staged);
  const touched = (
    await session.rows<{ month: string }>(
      `SELECT DISTINCT strftime(date, '%Y-%m') AS month FROM fresh_sale ORDER BY 1`,
    )
  ).map(({ month }) => month);
  const base: Previous = options.full ? { folder: null, manifest: null, months: [] } : previous;
  const paidList = options.settings.paid_price_list_id ?? '';
  const histories = await readHistories(session, paidList);
  const files: WrittenFile[] = [];
  for (const month of base.months.filter((name) => !touched.includes(name))) {
    const file = base.manifest?.files.find(({ name }) => name === saleFile(month));
    if (!file || base.folder === null) continue;
    await shareFile(join(base.folder, file.name), join(folder, file.name));
    files.push(file);
  }
  for (const [index, month] of touched.entries()) {
    files.push(
      await writeParquet(
        session,
        folder,
        saleFile(month),
        'sale',
        monthSelect(month, base, paidList, histories),
      ),
    );
    options.onMonth((index + 1) / touched.length);
  }
  await session.run(`DROP VIEW fresh_sale`);
  return files.sort((left, right) => left.name.localeCompare(right.name));
};
