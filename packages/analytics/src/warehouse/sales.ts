import { join } from 'node:path';
import { shareFile } from '../database/folders.ts';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { salesSql } from '../formulas.ts';
import { withCorrections } from './corrections.ts';
import { writeMonths } from './months.ts';
import { hasOutdated, notOutdated, OUTDATED_SALE } from './outdated.ts';
import { PENDING } from './pending.ts';
import { type Previous, USUAL_CURRENCY } from './previous.ts';
import { copiesSql, type Tickets, ticketsOf } from './sale-copies.ts';
import { type Currencies, isOwn, readCurrencies } from './sale-currencies.ts';
import { type PriceHistories, priceJoins, readHistories } from './sale-prices.ts';
import { type SaleReading, saleRows } from './sale-rows.ts';
import { columnNames, filesSelect, saleFile } from './tables.ts';
import type { StagedRows, WarehouseSettings } from './types.ts';
import { type WrittenFile, writeParquet } from './write.ts';

const NO_SALES = `SELECT NULL::DATE AS date, NULL::INTEGER AS key_no, NULL::VARCHAR AS location_code, NULL::DOUBLE AS quantity,
  NULL::DOUBLE AS amount, NULL::DOUBLE AS discount_pct, NULL::VARCHAR AS ticket, NULL::VARCHAR AS currency, NULL::BOOLEAN AS reserved WHERE false`;

/**
 * Table `sale_key`: a number for each variant that sales name, in the order they are written, with its price. Rows
 * are grouped and sorted by that number, several times faster than by names. View `fresh_sale`: the staged sales;
 * table `pending_sale`: earlier ones that now find their product or their price.
 */
async function gatherSales(
  session: Session,
  staged: readonly StagedRows[],
  { full, vat, by_place }: SaleReading & { full: boolean },
): Promise<void> {
  await session.run(`CREATE OR REPLACE TABLE sale_key AS
    SELECT (row_number() OVER (ORDER BY n.item_group_id, n.item_id))::INTEGER AS key_no, n.item_group_id, n.item_id, coalesce(i.price, g.price) AS price, CASE WHEN i.price IS NULL THEN g.currency ELSE i.currency END AS currency, g.vat_rate
    FROM (SELECT resolved_group AS item_group_id, resolved_item AS item_id FROM key_map UNION SELECT item_group_id, item_id FROM pending_key) n
    LEFT JOIN item i ON i.item_id = n.item_id LEFT JOIN item_group g ON g.item_group_id = n.item_group_id`);
  await session.run(`CREATE OR REPLACE TABLE pending_sale AS
    SELECT p.date, s.key_no, p.location_code, p.currency, sum(p.quantity) AS quantity,
      CASE WHEN count(p.amount) = count(*) THEN sum(p.amount) END AS amount, CASE WHEN count(*) = 1 THEN any_value(p.copies) END AS copies,
      CASE WHEN count(p.list_price) = count(*) THEN sum(p.list_price * abs(p.quantity)) / nullif(sum(abs(p.quantity)), 0) END AS told_list_price,
      bool_or(p.derived) AS was_derived, bool_or(p.reserved) AS reserved
    FROM (${WAITING}) p JOIN sale_key s ON s.item_group_id = p.now_group AND s.item_id = p.now_item
    WHERE ${!full} GROUP BY p.date, s.key_no, p.location_code, p.currency`);
  if (staged.length === 0) {
    await session.run(`CREATE OR REPLACE VIEW fresh_sale AS ${NO_SALES}`);
    return;
  }
  await session.run(`CREATE OR REPLACE TABLE feed_key AS
    SELECT m.item_group_id, m.item_id, m.size, s.key_no FROM key_map m
    JOIN sale_key s ON s.item_group_id = m.resolved_group AND s.item_id = m.resolved_item`);
  const columns = [
    ...['date', 'key_no', 'location_code', 'quantity', 'amount', 'discount_pct', 'ticket', 'currency'],
    'reserved',
  ];
  const rows = await withCorrections(session, {
    ...{ table: 'sale', staged, columns, full },
    rowsOf: (files) => saleRows(files, { vat, by_place }),
    keys: ['date', 'item_group_id', 'item_id', 'location_code'],
    naming: 'JOIN sale_key USING (key_no)',
    known: KNOWN_SALES,
  });
  await session.run(`CREATE OR REPLACE VIEW fresh_sale AS SELECT ${columns.join(', ')} FROM (${rows})`);
}

/** Earlier sales that wait for this delivery, under their names of today; those already there under these names with them. */
const WAITING = `WITH waits AS (SELECT p.*, k.item_group_id AS now_group, k.item_id AS now_item FROM prev_sale_any p JOIN pending_key k ON ${PENDING})
  SELECT * FROM waits UNION ALL
  SELECT p.*, p.item_group_id, p.item_id FROM prev_sale_any p
  WHERE NOT EXISTS (FROM pending_key k WHERE ${PENDING}) AND EXISTS (FROM waits w WHERE w.now_group = p.item_group_id AND w.now_item = p.item_id
    AND w.date = p.date AND w.location_code IS NOT DISTINCT FROM p.location_code)`;

/** Earlier sales of the variants of `sale_key`, those that now find their product or their price included. */
const KNOWN_SALES = `SELECT p.date, s.key_no, p.location_code, p.quantity, p.amount, NULL::DOUBLE AS discount_pct, NULL::VARCHAR AS ticket, p.currency, p.reserved
  FROM prev_sale_any p JOIN sale_key s ON s.item_group_id = p.item_group_id AND s.item_id = p.item_id
  WHERE NOT EXISTS (FROM pending_key k WHERE ${PENDING}) AND NOT EXISTS (FROM pending_sale w
    WHERE w.date = p.date AND w.key_no = s.key_no AND w.location_code IS NOT DISTINCT FROM p.location_code)
  UNION ALL SELECT date, key_no, location_code, quantity, amount, NULL, NULL, currency, reserved FROM pending_sale`;

interface MonthOptions {
  previous: Previous;
  histories: PriceHistories;
  /** Some staged file gives discounts. */
  discounts: boolean;
  /** What the staged files say of the tickets that their lines come from. */
  tickets: Tickets;
  currencies: Currencies;
  /** Earlier sales find their product or their price: table `pending_sale` has rows. */
  pending: boolean;
  /** Table `outdated_sale` has rows. */
  outdated: boolean;
}

function discountSql(discounts: boolean): string {
  return discounts
    ? 'sum(quantity * discount_pct) / nullif(sum(CASE WHEN discount_pct IS NOT NULL THEN quantity END), 0)'
    : 'NULL::DOUBLE';
}

/** `2026-12` → `2027-01`. Two dates, not an interval: whole blocks of rows are then left out by their dates. */
function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number < 12
    ? `${String(year).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}`
    : `${String(year + 1).padStart(4, '0')}-01`;
}

/** The fresh rows and the pending ones beside them. Read twice, `fresh` is then held in memory: only when needed. */
function everySelect(inMonth: string): string {
  return `FROM fresh UNION ALL BY NAME (
      FROM pending_sale p WHERE ${inMonth} AND NOT EXISTS (FROM fresh f WHERE f.date = p.date AND f.key_no = p.key_no AND f.location_code IS NOT DISTINCT FROM p.location_code))`;
}

/**
 * One month: new rows replace the previous ones of the same day, variant and place. A missing amount comes from
 * the price paid that day, else from the list price less the discount given, else from the reduced price in force.
 * Rows of one delivery that are the same in all add up, and their number is kept.
 */
function monthSelect(month: string, options: MonthOptions): string {
  const { previous, discounts, pending } = options;
  const { joins, listed, paid, reduced, foreign } = priceJoins(options.histories, options.currencies);
  const { sales: hasCurrencies } = options.currencies;
  const [each, also] = hasCurrencies ? ['currency', ', currency'] : ['NULL::VARCHAR AS currency', ''];
  const inOwn = (price: string, other: string): string =>
    hasCurrencies ? `CASE WHEN ${isOwn('m', options.currencies)} THEN ${price} ELSE ${other} END` : price;
  const isNew = previous.folder === null || !previous.months.includes(month);
  // Numbers are sorted before names join them: there is less to move. Joins by date would undo it.
  const early = isNew && joins === '';
  const order = 'ORDER BY key_no, date';
  const inMonth = `date >= DATE '${month}-01' AND date < DATE '${monthAfter(month)}-01'`;
  const { copies, mixed } = copiesSql(options.tickets);
  const isLines = options.tickets === 'none' ? ' OR min(identical) < max(identical)' : '';
  const fresh = `WITH summed AS (
      SELECT date, key_no, location_code, ${each}, sum(quantity) AS quantity, CASE WHEN count(amount) = count(*) THEN sum(amount) END AS amount,
        ${discountSql(discounts)} AS discount_pct,
        ${copies} AS identical, ${mixed} AS mixed, bool_or(reserved) AS reserved
      FROM fresh_sale WHERE ${inMonth} GROUP BY date, key_no, location_code${also}),
    fresh AS (SELECT * EXCLUDE (identical, mixed), CASE WHEN identical IS NOT NULL AND NOT (SELECT bool_or(mixed)${isLines} FROM summed) THEN identical END AS copies FROM summed),
    every AS (${pending ? everySelect(inMonth) : 'FROM fresh'}),
    priced AS (
      SELECT m.*, k.item_group_id, k.item_id,
        ${inOwn(`coalesce(${listed.join(', ')})`, `coalesce(NULL::DOUBLE, ${[...foreign, 'NULL'].join(', ')})`)} AS list_price,
        coalesce(NULL::DOUBLE, ${paid === null ? 'NULL' : inOwn(paid, 'NULL')},
          ${reduced === null ? 'NULL' : `CASE WHEN discount_pct IS NULL THEN ${inOwn(reduced, 'NULL')} END`}) AS paid_price
      FROM ${early ? `(FROM every ${order})` : 'every'} m JOIN sale_key k ON k.key_no = m.key_no ${joins}),
    complete AS (
      SELECT date, item_group_id, item_id, location_code, quantity,
        coalesce(amount, quantity * paid_price, ${salesSql('list_price', 'coalesce(discount_pct, 0)', 'quantity')}) AS amount,
        coalesce(${pending ? 'told_list_price' : 'NULL'}, CASE WHEN amount IS NOT NULL AND discount_pct < 100 AND quantity > 0 AND list_price IS NULL THEN amount / quantity / (1 - discount_pct / 100) END, list_price) AS list_price,
        copies::INTEGER AS copies, currency, key_no,
        ${pending ? 'coalesce(was_derived, false) OR ' : ''}amount IS NULL AND (paid_price IS NOT NULL OR coalesce(discount_pct, 0) = 0) AS derived, reserved
      FROM priced)`;
  const columns = columnNames('sale').join(', ');
  if (isNew) return `${fresh} SELECT ${columns} FROM complete ${early ? '' : order}`;
  const before = filesSelect('sale', [join(previous.folder ?? '', saleFile(month))]);
  return `${fresh} SELECT ${columns} FROM (
      SELECT ${columns} FROM complete
      UNION ALL
      SELECT ${columns} FROM (${before}) p
      WHERE NOT EXISTS (FROM complete f WHERE f.date = p.date AND f.item_id = p.item_id AND f.item_group_id = p.item_group_id
          AND f.location_code IS NOT DISTINCT FROM p.location_code)
        AND NOT EXISTS (FROM pending_key k WHERE ${PENDING})${options.outdated ? ` AND ${notOutdated('p')}` : ''})
    ORDER BY item_group_id, item_id, date`;
}

/** Months, as `YYYY-MM`, that get new rows or lose some. */
async function touchedMonths(
  session: Session,
  staged: readonly StagedRows[],
  outdated: boolean,
): Promise<string[]> {
  const parts = staged.map(
    ({ table }) => `SELECT DISTINCT date FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  const others = ['pending_sale', ...(outdated ? [OUTDATED_SALE] : [])];
  const days = [...parts, ...others.map((table) => `SELECT DISTINCT date FROM ${table}`)].join(' UNION ALL ');
  const rows = await session.rows<{ month: string }>(
    `SELECT DISTINCT strftime(date, '%Y-%m') AS month FROM (${days}) ORDER BY 1`,
  );
  return rows.map(({ month }) => month);
}

function givesDiscounts({ feed }: StagedRows): boolean {
  return feed.positions.has('discount_pct') || feed.constants.has('discount_pct');
}

/** How the sales of a version are written. */
interface SalesOptions {
  settings: WarehouseSettings;
  /** The price list that markdowns are counted from. */
  usual_list: string;
  /** The previous sales are forgotten. */
  full: boolean;
  onMonth: (share: number) => void;
  /** Called once the delivery's sales are gathered (view `fresh_sale`): fills table `outdated_sale`, if some give way. */
  findOutdated: () => Promise<void>;
}

/**
 * Writes the sales of the new version: months that get new rows are merged and written, the others are shared with
 * the previous version.
 */
export async function writeSales(
  session: Session,
  folder: string,
  staged: readonly StagedRows[],
  previous: Previous,
  options: SalesOptions,
): Promise<WrittenFile[]> {
  const vat = options.settings.vat_rate ?? 0.2;
  const currencies = await readCurrencies(session, staged, options.settings.currency ?? USUAL_CURRENCY);
  await gatherSales(session, staged, { full: options.full, vat, by_place: currencies.by_place });
  const outdated = !options.full && (await hasOutdated(session, options.findOutdated));
  const touched = await touchedMonths(session, staged, outdated);
  const base: Previous = options.full ? { folder: null, manifest: null, months: [] } : previous;
  const month: MonthOptions = {
    previous: base,
    histories: await readHistories(session, {
      usual: options.usual_list,
      paid: options.settings.paid_price_list_id,
    }),
    discounts: staged.some(givesDiscounts),
    tickets: ticketsOf(staged),
    currencies,
    pending: (await session.rows('SELECT 1 FROM pending_sale LIMIT 1')).length > 0,
    outdated,
  };
  const files: WrittenFile[] = [];
  for (const name of base.months.filter((known) => !touched.includes(known))) {
    const file = base.manifest?.files.find((known) => known.name === saleFile(name));
    if (!file || base.folder === null) continue;
    await shareFile(join(base.folder, file.name), join(folder, file.name));
    files.push(file);
  }
  const write = (at: Session, name: string): Promise<WrittenFile> =>
    writeParquet(at, folder, saleFile(name), 'sale', monthSelect(name, month));
  files.push(...(await writeMonths(session, touched, write, options.onMonth)));
  await session.run(`DROP VIEW fresh_sale`);
  return files.sort((left, right) => left.name.localeCompare(right.name));
}
