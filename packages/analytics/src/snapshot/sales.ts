import { ALL_SALES_WINDOWS, ongoingPhase, type SalesWindow } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { codeCondition } from './select.ts';
import { UNSIZED_STOCK } from './stock.ts';
import type { SnapshotProject } from './types.ts';

const date = (day: string): string => `DATE ${quoteText(day)}`;

/**
 * Table `day (line_no, date, qty, sales, list_sales, unknown)`: units, paid turnover and turnover at list price, and
 * whether some of it is of a currency that no rate converts. A sale
 * without a known list price counts at the line's.
 */
export async function gatherSales(session: Session, project: SnapshotProject): Promise<void> {
  const { data_date, selection } = project;
  const where = `s.date <= ${date(data_date)} AND ${codeCondition('s.location_code', selection.location_codes)}`;
  // A discount is measured in the currency of the sale: another's prices are none to it.
  const price = 'CASE WHEN s.is_foreign THEN s.list_price ELSE coalesce(s.list_price, lp.price) END';
  const paid = `coalesce(s.amount, s.quantity * (${price}))`;
  // In memory, where it is not pressed: it is read a few times and never found by its order.
  await session.run(`CREATE TEMP TABLE day AS
    SELECT line_no, s.date, sum(s.quantity) AS qty, sum(${paid}) AS sales,
      sum(coalesce(s.quantity * (${price}), s.amount)) AS list_sales, bool_or(s.is_foreign AND ${paid} IS NULL) AS unknown
    FROM "w_priced_sale" s JOIN (SELECT item_group_id, line_no, price FROM line JOIN line_price USING (line_no)) lp USING (item_group_id)
    WHERE ${where} GROUP BY line_no, s.date`);
}

/** Condition on `date` that a window stands for. Days end at the data date, weeks at the last Sunday. */
export function windowCondition(window: SalesWindow, project: SnapshotProject): string {
  const today = date(project.data_date);
  if (window.kind === 'days') return `date > ${today} - ${window.length ?? 0}`;
  if (window.kind === 'weeks') {
    const sunday = `(${today} - (isodow(${today}) % 7)::INTEGER)`;
    return `date > ${sunday} - ${7 * (window.length ?? 0)} AND date <= ${sunday}`;
  }
  if (window.kind === 'season') return 'date >= season_start';
  const ongoing = ongoingPhase(project, project.data_date);
  const start =
    window.kind === 'operation'
      ? project.phases[0]?.start_date
      : ongoing === null
        ? undefined
        : project.phases[ongoing]?.start_date;
  return start ? `date >= ${date(start)} AND date < ${date(project.end_date)}` : 'false';
}

/** Table `line_sales`: quantity, turnover and list turnover of each window, lifetime figures, reach. */
export async function sumSales(session: Session, project: SnapshotProject): Promise<void> {
  const today = date(project.data_date);
  const inWindow = (window: SalesWindow): string =>
    window.kind === 'season' ? 'in_season' : windowCondition(window, project);
  const measures = { sales_qty: 'qty', sales: 'sales', list_sales: 'list_sales' } as const;
  const doubt = (await session.rows('SELECT 1 FROM day WHERE unknown LIMIT 1')).length > 0;
  // A turnover of which a part has no rate is unknown: units would count, and not what they brought.
  const whole = (column: string, condition: string): string => {
    const added = `coalesce(sum(${column}) FILTER (${condition}), 0)`;
    // What adding leaves behind the cents would put a product sold for 239.92 € beyond « 239.92 € at most ».
    const sum = column === 'qty' ? added : `round(${added}, 6)`;
    return doubt && column !== 'qty'
      ? `CASE WHEN NOT coalesce(bool_or(unknown) FILTER (${condition}), false) THEN ${sum} END`
      : sum;
  };
  const sums = ALL_SALES_WINDOWS.flatMap((window) =>
    Object.entries(measures).map(
      ([measure, column]) =>
        `${whole(column, inWindow(window))} AS ${quoteIdentifier(window.fieldId(measure as keyof typeof measures))}`,
    ),
  );
  const fourWeeks: SalesWindow = {
    kind: 'weeks',
    length: 8,
    fieldId: () => '',
    column_suffix: '',
    label: '',
    description: '',
  };
  const previous = `${windowCondition(fourWeeks, project)} AND NOT (${windowCondition({ ...fourWeeks, length: 4 }, project)})`;
  const season = project.season_start_date
    ? date(project.season_start_date)
    : `greatest(coalesce(g.on_sale_date, first_date, ${today}), ${today} - 364)`;
  await session.run(`CREATE TABLE line_season AS SELECT line_no, first_date, least(${season}, ${today}) AS season_start
    FROM line JOIN "w_item_group" g USING (item_group_id)
    LEFT JOIN (SELECT line_no, min(date) FILTER (qty > 0) AS first_date FROM day GROUP BY line_no) USING (line_no)`);
  const recent = `date > ${today} - 28`;
  const conditions = ALL_SALES_WINDOWS.filter(({ kind }) => kind !== 'season').map(inWindow);
  await sumSpans(session, [...new Set([...conditions, previous, recent])]);
  await session.run(`CREATE TABLE line_sales AS
    SELECT line_no, ${sums.join(', ')}, sum(qty) AS lifetime_sales_qty, ${whole('sales', 'true')} AS lifetime_sales, ${whole('list_sales', 'true')} AS lifetime_list_sales,
      coalesce(sum(qty) FILTER (${previous}), 0) AS sales_qty_previous_4_weeks,
      coalesce(sum(qty) FILTER (${recent}), 0) AS last_28_days
    FROM line_span GROUP BY line_no`);
}

/**
 * Table `line_span (line_no, date, in_season, qty, sales, list_sales, unknown)`: days that answer every condition alike summed
 * as the first of them, some twenty rows a line, so that the many windows are not each summed over all the days.
 */
async function sumSpans(session: Session, conditions: readonly string[]): Promise<void> {
  const alike = conditions.map((condition) => `(${condition})`).join(', ');
  await session.run(`CREATE TABLE line_span AS
    WITH span AS (SELECT date, min(date) OVER (PARTITION BY ${alike}) AS first_day FROM (SELECT DISTINCT date FROM day))
    SELECT line_no, first_day AS date, day.date >= season_start AS in_season, sum(qty) AS qty, sum(sales) AS sales, sum(list_sales) AS list_sales, bool_or(unknown) AS unknown
    FROM day JOIN span USING (date) JOIN line_season USING (line_no) GROUP BY ALL`);
}

/** Shops are kept as bits, so many in a number: the shops of a group are a few `bit_or`. */
const BITS = 64;

/** Columns of the sets of shops of `shops` shops. */
export function shopSetColumns(shops: number): string[] {
  return Array.from({ length: Math.max(1, Math.ceil(shops / BITS)) }, (_, word) => `selling_stores_${word}`);
}

/**
 * Table `line_shops`: the shops that sold each line in 30 days, as bits; see `shopSetColumns`.
 *
 * @returns how many shops they are in all
 */
export async function gatherShops(session: Session, project: SnapshotProject): Promise<number> {
  const today = date(project.data_date);
  const sold = `FROM "w_sale" s LEFT JOIN "w_place" p ON p.code = s.location_code
    WHERE s.date <= ${today} AND s.date > ${today} - 30 AND s.quantity > 0 AND location_code IS NOT NULL
      AND coalesce(p.kind, 'store') = 'store' AND ${codeCondition('s.location_code', project.selection.location_codes)}`;
  await session.run(`CREATE TABLE shop AS SELECT location_code, row_number() OVER (ORDER BY location_code) - 1 AS shop_no
    FROM (SELECT DISTINCT location_code ${sold})`);
  const [row] = await session.rows<{ shops: number }>('SELECT count(*) AS shops FROM shop');
  const shops = row?.shops ?? 0;
  const words = shopSetColumns(shops).map(
    (name, word) =>
      `bit_or(CASE WHEN shop_no // ${BITS} = ${word} THEN 1::UBIGINT << (shop_no % ${BITS})::UBIGINT ELSE 0 END) AS ${name}`,
  );
  await session.run(`CREATE TABLE line_shops AS SELECT line_no, ${words.join(', ')}
    FROM (SELECT DISTINCT item_group_id, location_code ${sold}) JOIN line USING (item_group_id) JOIN shop USING (location_code)
    GROUP BY line_no`);
  return shops;
}

/**
 * Table `line_reach`: shops that sold in 30 days, the size × shop couples that sold in 180, and how many of them are out
 * of stock. Warehouses and web shops are no shops. Sales of the whole chain leave the shops unknown, and stand in
 * front of the whole stock. What the stock does not say is unknown, never a shortage: a shop that it never names, a
 * product whose stock comes without its sizes.
 */
export async function sumReach(session: Session, project: SnapshotProject): Promise<void> {
  const today = date(project.data_date);
  const { location_codes, inventory_codes } = project.selection;
  const where = `s.date <= ${today} AND ${codeCondition('s.location_code', location_codes)}`;
  const watched = `(location_code IS NULL OR ${codeCondition('location_code', inventory_codes)})`;
  const known = `${watched} AND (location_code IS NULL AND stocked OR location_code IN (FROM stocked_place)) AND line_no NOT IN (FROM unsized)`;
  await session.run(`CREATE TABLE line_reach AS
    WITH couple AS (
      SELECT line_no, s.item_id, s.location_code, max(s.date) AS last_date
      FROM "w_sale" s JOIN line USING (item_group_id) LEFT JOIN "w_place" p ON p.code = s.location_code
      WHERE ${where} AND s.date > ${today} - 180 AND s.quantity > 0 AND coalesce(p.kind, 'store') = 'store'
      GROUP BY line_no, s.item_id, s.location_code),
    placed AS (SELECT item_id, inventory_code, sum(quantity) AS quantity FROM present GROUP BY ALL),
    anywhere AS (SELECT item_id, sum(quantity) AS quantity FROM present GROUP BY item_id),
    stocked_place AS (SELECT DISTINCT inventory_code FROM "w_stock" WHERE date <= ${today} AND inventory_code IS NOT NULL),
    unsized AS (SELECT DISTINCT line_no FROM ${UNSIZED_STOCK} JOIN line USING (item_group_id))
    SELECT line_no,
      CASE WHEN count(location_code) > 0 THEN count(DISTINCT location_code) FILTER (last_date > ${today} - 30) END AS selling_store_count,
      nullif(count_if(${known}), 0) AS couples,
      count_if(${known} AND coalesce(CASE WHEN location_code IS NULL THEN a.quantity ELSE p.quantity END, 0) <= 0) AS couples_out
    FROM couple c CROSS JOIN (SELECT count(*) > 0 AS stocked FROM "w_stock" WHERE date <= ${today}) LEFT JOIN placed p ON p.item_id = c.item_id AND p.inventory_code = c.location_code LEFT JOIN anywhere a ON a.item_id = c.item_id
    GROUP BY line_no`);
}
