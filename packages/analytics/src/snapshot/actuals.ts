import { addDays, daysBetween, isClosed, isOver, phaseEnd } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import {
  cogsSql,
  leftSql,
  meanDiscountSql,
  profitSql,
  realisedProfitSql,
  salesSql,
  sellThroughSql,
} from '../formulas.ts';
import { codeCondition } from './select.ts';
import type { ClosedForecast, LeftOutLines, SnapshotProject } from './types.ts';

const date = (day: string): string => `DATE ${quoteText(day)}`;

/** The number of the four weeks before the first phase, among the phases. */
const BEFORE = -1;
export const BEFORE_DAYS = 28;

/** Days after the end until which the stock tells what was left at the end; later than that nobody knows. */
const KNOWN_LEFT_DAYS = 35;

interface Span {
  phase: number;
  from: string;
  /** The day after the last. */
  to: string;
}

function spansOf(project: SnapshotProject): Span[] {
  const [first] = project.phases;
  if (!first) return [];
  const before = { phase: BEFORE, from: addDays(first.start_date, -BEFORE_DAYS), to: first.start_date };
  const phases = project.phases.map(({ start_date }, phase) => ({
    ...{ phase, from: start_date },
    to: phaseEnd({ phases: project.phases, end_date: project.end_date }, phase),
  }));
  return [before, ...phases];
}

/** Rows `span (phase, from_day, to_day)`, `to_day` the day after the last. */
function spanRows(project: SnapshotProject): string {
  const rows = spansOf(project).map(({ phase, from, to }) => `(${phase}, ${date(from)}, ${date(to)})`);
  return `(VALUES ${rows.join(', ')}) span (phase, from_day, to_day)`;
}

/** Sales of the half year before the operation weigh its sizes too. */
const WEIGHED_DAYS = 182;

/**
 * Share of the days of each phase on which sizes were out, each size weighted by its sales: the days after the last sale
 * of a size that has no stock left. A size that came back and sold out again was never out in between: this share is a
 * lower bound.
 */
function outShares({ data_date, phases, selection }: SnapshotProject): string {
  const today = date(data_date);
  const since = `${date(phases[0]?.start_date ?? data_date)} - ${WEIGHED_DAYS}`;
  return `SELECT line_no, phase, sum(qty * CASE WHEN gone THEN greatest(least(to_day, ${today} + 1) - greatest(from_day, last_day + 1), 0) ELSE 0 END)
      / nullif(sum(qty * greatest(least(to_day, ${today} + 1) - from_day, 0)), 0) AS out_share
    FROM (SELECT line_no, sum(s.quantity) AS qty, max(s.date) AS last_day, coalesce(any_value(p.quantity), 0) <= 0 AS gone
      FROM "w_sale" s JOIN line USING (item_group_id) LEFT JOIN (SELECT item_id, sum(quantity) AS quantity FROM present GROUP BY item_id) p ON p.item_id = s.item_id
      WHERE s.date <= ${today} AND s.date >= ${since} AND s.quantity > 0 AND s.item_id IS NOT NULL AND ${codeCondition('s.location_code', selection.location_codes)}
      GROUP BY line_no, s.item_id) size CROSS JOIN span
    WHERE EXISTS (FROM present) GROUP BY line_no, phase`;
}

/**
 * `SELECT` of what each line sold since the end by the day that the stock it is taken from was counted: that of its shop,
 * where it has one that the project takes; else the last of the stocks that the project takes.
 */
function soldBeforeCount({ data_date, end_date, selection }: SnapshotProject): string {
  const taken = codeCondition('inventory_code', selection.inventory_codes);
  return `SELECT line_no, sum(s.quantity) AS since_counted
    FROM "w_sale" s JOIN line USING (item_group_id)
      LEFT JOIN (SELECT inventory_code, CASE WHEN ${taken} THEN max(date) END AS day FROM "w_stock"
        WHERE date <= ${date(data_date)} AND inventory_code IS NOT NULL GROUP BY inventory_code) own ON own.inventory_code = s.location_code
    WHERE s.date >= ${date(end_date)} AND ${codeCondition('s.location_code', selection.location_codes)}
      AND s.date <= CASE WHEN own.inventory_code IS NOT NULL THEN own.day
        ELSE (SELECT max(date) FROM "w_stock" WHERE date <= ${date(data_date)} AND ${taken}) END
    GROUP BY line_no`;
}

/**
 * Actuals, for every screen the same: what the project's lines sold at its places on the days of each phase, up to the
 * data date. Table `line_actual (line_no, phase, qty, sales, list_sales, out_share)`, a row for every line and phase; what a
 * currency without rate leaves unknown is NULL.
 */
export async function gatherActuals(session: Session, project: SnapshotProject): Promise<void> {
  if (project.phases.length === 0) throw new Error('a project has phases');
  const known = (column: string): string =>
    `CASE WHEN NOT coalesce(bool_or(unknown), false) THEN coalesce(sum(${column}), 0) END`;
  await session.run(`CREATE TABLE line_actual AS WITH span AS (FROM ${spanRows(project)}), out AS (${outShares(project)})
    SELECT line.line_no, span.phase, coalesce(sum(qty), 0) AS qty, ${known('sales')} AS sales, ${known('list_sales')} AS list_sales, any_value(out_share) AS out_share
    FROM line CROSS JOIN span LEFT JOIN day ON day.line_no = line.line_no AND date >= from_day AND date < to_day
      LEFT JOIN out ON out.line_no = line.line_no AND out.phase = span.phase
    GROUP BY line.line_no, span.phase`);
}

/**
 * Table `line_sold`: what each line sold over the phases that it took part in, and over the last of the project if it did
 * in that one, with the units sold since the end, and of those what was sold by the day of the last count of the stock.
 * `took_part`: in some phase. Of a line that took part in none, what it sold in all: no sum of included lines counts it.
 */
export async function gatherSold(
  session: Session,
  project: SnapshotProject,
  leftOut: LeftOutLines,
): Promise<void> {
  await gatherLeftOut(session, leftOut);
  const last = project.phases.length - 1;
  const over = (
    name: string,
    phases: string,
  ): string => `coalesce(sum(qty) FILTER (${phases}), 0) AS ${name}qty,
    ${['sales', 'list_sales'].map((column) => `CASE WHEN NOT coalesce(bool_or(${column} IS NULL) FILTER (${phases}), false) THEN coalesce(sum(${column}) FILTER (${phases}), 0) END AS ${name}${column}`).join(', ')}`;
  await session.run(`CREATE OR REPLACE TABLE line_sold AS
    WITH part AS (SELECT line_no, phase, bool_or(NOT left_out) OVER (PARTITION BY line_no) AS took_part, NOT left_out OR NOT took_part AS counted
      FROM (SELECT line_no, phase, left_out.line_no IS NOT NULL AS left_out FROM line_actual LEFT JOIN left_out USING (line_no, phase) WHERE phase >= 0))
    SELECT line_no, coalesce(any_value(took_part), true) AS took_part, coalesce(bool_or(counted) FILTER (phase = ${last}), true) AS in_last,
      ${over('end_', 'counted')}, ${over('phase_', `counted AND phase = ${last}`)}, coalesce(any_value(since), 0) AS since_qty, coalesce(any_value(since_counted), 0) AS since_counted_qty
    FROM line LEFT JOIN line_actual USING (line_no) LEFT JOIN part USING (line_no, phase)
      LEFT JOIN (SELECT line_no, sum(qty) AS since FROM day WHERE date >= ${date(project.end_date)} GROUP BY line_no) USING (line_no)
      LEFT JOIN (${soldBeforeCount(project)}) USING (line_no)
    GROUP BY line_no`);
}

/** Table `left_out (line_no, phase)`: the validated phases that lines took no part in. */
async function gatherLeftOut(session: Session, leftOut: LeftOutLines): Promise<void> {
  await session.run('CREATE OR REPLACE TABLE left_out (line_no INTEGER, phase INTEGER)');
  const rows = leftOut.flatMap((phases, line_no) => phases.map((phase) => ({ line_no, phase })));
  if (rows.length === 0) return;
  const list = (of: (row: (typeof rows)[number]) => number): string => `unnest([${rows.map(of).join(', ')}])`;
  await session.run(`INSERT INTO left_out SELECT ${list((row) => row.line_no)}, ${list((row) => row.phase)}`);
}

/** Table `line_rest (line_no, qty, pct)`: what a closed project has still to sell, and at which discount. */
export async function gatherRest(session: Session, rest: ClosedForecast | null): Promise<void> {
  await session.run('CREATE OR REPLACE TABLE line_rest (line_no INTEGER, qty DOUBLE, pct DOUBLE)');
  if (rest === null || rest.qty.length === 0) return;
  const list = (values: ArrayLike<number>): string =>
    `[${Array.from(values, (value) => (Number.isFinite(value) ? String(value) : 'NULL')).join(', ')}]::DOUBLE[]`;
  await session.run(
    `INSERT INTO line_rest SELECT unnest(range(${rest.qty.length}))::INTEGER, unnest(${list(rest.qty)}), unnest(${list(rest.discount_pct)})`,
  );
}

/** Columns of `line` that take the place of a closed project's forecasts, by the forecast's id. */
const prefixed = (id: string): string => `final.${id}`;
export const finalColumn = (id: string): string => quoteIdentifier(prefixed(id));

interface Known {
  qty: string;
  sales: string;
  list_sales: string;
}

/** A family of figures: what was sold and what is still to be, of the phases that the line took part in. */
function family(
  prefix: string,
  sold: Known,
  rest: { qty: string; pct: string },
  left: string,
  season: string,
) {
  const qty = `(${sold.qty} + ${rest.qty})`;
  const sales = `(${sold.sales} + ${salesSql('p.price', rest.pct, rest.qty)})`;
  const list = `(${sold.list_sales} + p.price * ${rest.qty})`;
  const unit = { price: 'p.price', base_price: 'p.base_price', cost: 'p.cost' };
  const realised = realisedProfitSql({ sales: sold.sales, qty: sold.qty, ...unit });
  return [
    [`${prefix}sales_qty`, qty],
    [`${prefix}sales`, sales],
    [`${prefix}cogs`, cogsSql('p.cost', qty)],
    [`${prefix}profit`, `(${realised} + ${profitSql('p.base_price', rest.pct, 'p.cost', rest.qty)})`],
    [`${prefix}stock`, left],
    [`${prefix}list_sales`, list],
    [`${prefix}sales_discount_pct`, meanDiscountSql(sales, list)],
    [`${prefix}season_sales_qty`, season],
    [`${prefix}available_qty`, `(${season} + ${left})`],
    [`${prefix}sell_through_pct`, sellThroughSql(season, left)],
    [`${prefix}discount_budget`, `(${list} - ${sales})`],
  ] satisfies [string, string][];
}

/**
 * What a closed project's forecasts are: its actuals, with the forecast of the days that are left until it is over. The
 * worked phase's place is taken by the last one. None while a phase is worked.
 *
 * @returns column → SQL over the gathered tables
 */
export function finalMetrics(project: SnapshotProject): Map<string, string> {
  if (!isClosed(project) || project.phases.length === 0) return new Map();
  const over = isOver(project);
  // What a line sells of a phase that it took no part in leaves the stock too, and is of no figure of the operation.
  const gone = over ? '0' : 'rest.qty';
  const rest = over
    ? { qty: '0', pct: '0' }
    : { qty: 'CASE WHEN sold.in_last THEN rest.qty ELSE 0 END', pct: 'rest.pct' };
  const since = 'sold.since_qty';
  const late = daysBetween(project.end_date, project.data_date) > KNOWN_LEFT_DAYS;
  // What an operation left is what was counted: a delivery to come is not of it, even in a project that counts orders.
  const left = late
    ? 'NULL::DOUBLE'
    : over
      ? leftSql('st.on_hand', '-sold.since_counted_qty')
      : leftSql('st.total', gone);
  const season = `(coalesce(sa.season_sales_qty, 0) - ${over ? since : '0'} + ${gone})`;
  const sold = (name: string): Known => ({
    qty: `sold.${name}_qty`,
    sales: `sold.${name}_sales`,
    list_sales: `sold.${name}_list_sales`,
  });
  const columns = [
    ...family('forecast.', sold('end'), rest, left, season),
    ...family('phase_forecast.', sold('phase'), rest, left, season),
  ];
  const figures = columns.map(([id, sql]): [string, string] => [
    prefixed(id === 'phase_forecast.discount_budget' ? 'discount_budget' : id),
    sql,
  ]);
  return new Map([...figures, [prefixed('took_part'), 'sold.took_part']]);
}
