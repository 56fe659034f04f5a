import { join } from 'node:path';
import type { Session } from '../database/database.ts';
import { shareFile } from '../database/folders.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { Staged } from '../import/stage.ts';
import type { ImportSettings } from '../import/types.ts';
import type { Previous } from './previous.ts';
import { resolvedSql } from './resolve.ts';
import { emptySelect, saleFile } from './tables.ts';
import { type WrittenFile, writeParquet } from './write.ts';

/** Table `fresh_sale`: the staged sales, added up by day, variant and place. */
const gatherSales = async (session: Session, staged: readonly Staged[]): Promise<void> => {
  const rows = resolvedSql(staged, [
    'date',
    'location_code',
    'quantity',
    'amount',
    'unit_price',
    'discount_pct',
  ]);
  await session.run(`CREATE TABLE fresh_sale AS SELECT date, item_group_id, item_id, location_code, quantity,
    coalesce(amount, quantity * unit_price) AS amount,
    CASE WHEN discount_pct BETWEEN 0 AND 100 THEN discount_pct END AS discount_pct FROM (${rows})`);
};

const priceInForce = (name: string, lists: string, level: 'item_id' | 'item_group_id'): string => {
  const variants = level === 'item_id' ? 'item_id IS NOT NULL' : 'item_id IS NULL';
  return `ASOF LEFT JOIN (SELECT ${level}, from_date, price FROM price WHERE price_list_id = ${quoteText(lists)} AND ${variants}) ${name}
    ON m.${level} = ${name}.${level} AND m.date >= ${name}.from_date`;
};

/**
 * One month: new rows replace the previous ones of the same day, variant and place. A missing amount comes from
 * the price paid that day, else from the list price less the discount given.
 */
const monthSelect = (month: string, previous: Previous, settings: ImportSettings): string => {
  const paidList = settings.paid_price_list_id ?? '';
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
      SELECT m.*, coalesce(li.price, lg.price, i.price, g.price) AS list_price, coalesce(pi.price, pg.price) AS paid_price
      FROM fresh m
      ${priceInForce('li', '', 'item_id')} ${priceInForce('lg', '', 'item_group_id')}
      ${priceInForce('pi', paidList, 'item_id')} ${priceInForce('pg', paidList, 'item_group_id')}
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
        monthSelect(month, base, options.settings),
      ),
    );
    options.onMonth((index + 1) / touched.length);
  }
  await session.run(`DROP TABLE ${quoteIdentifier('fresh_sale')}`);
  return files.sort((left, right) => left.name.localeCompare(right.name));
};
