import { ALL_SALES_WINDOWS, COVERAGE_STATISTICS, FORECAST_MEASURES } from '@palier/domain';
import type { Session } from '../database/database.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { ATTRIBUTE_PREFIX } from '../warehouse/tables.ts';
import { paceCoverage, scoreSql } from './coverage.ts';
import { shopSetColumns } from './sales.ts';

/** Column id → SQL over the gathered tables, as `metricsSelect` joins them. */
export type Metrics = Map<string, string>;

/** Sales and returns that cancel out leave a residue of rounding, which is no turnover to measure a rate on. */
const rate = (sales: string, list: string): string =>
  `CASE WHEN round(${list}, 4) > 0 THEN 100 * (1 - ${sales} / ${list}) END`;
const share = (part: string, whole: string): string =>
  `CASE WHEN (${whole}) > 0 THEN 100.0 * (${part}) / (${whole}) END`;

const identity = (attributes: readonly string[]): Metrics =>
  new Map([
    ['line_no', 'line.line_no'],
    ['_id', 'line._id'],
    ['item_group_id', 'line.item_group_id'],
    ['item_id', 'st.item_ids'],
    ['size', 'st.sizes'],
    ['tags', `list_filter(list_transform(string_split(g.tags, '|'), tag -> trim(tag)), tag -> tag <> '')`],
    ['title', 'coalesce(g.title, g.name, line.item_group_id)'],
    ['name', 'coalesce(g.name, g.title)'],
    ...[
      'brand',
      'section',
      'family',
      'subfamily',
      'color',
      'supplier',
      'release_season',
      'last_season',
      'image_url',
    ].map((name): [string, string] => [name, `g.${name}`]),
    ['ranking_key', 'coalesce(g.ranking_key, g.family, g.section)'],
    ['on_sale_date', 'coalesce(g.on_sale_date, se.first_date)'],
    ['items_count', 'st.items_count'],
    ['search_text', `strip_accents(lower(concat_ws(' ', line.item_group_id, g.name, g.title, g.brand)))`],
    ...attributes.map((name): [string, string] => [name, `g.${quoteIdentifier(name)}`]),
  ]);

const prices = (): Metrics =>
  new Map([
    ['price', 'p.price'],
    ['base_price', 'p.base_price'],
    ['gross_base_price', 'p.gross_base_price'],
    ['min_price', 'coalesce(p.min_price, p.price)'],
    ['max_price', 'coalesce(p.max_price, p.price)'],
    ['prices', 'p.prices'],
    ['variants', 'p.variants'],
    ['cost', 'p.cost'],
    ['margin', 'p.base_price - p.cost'],
    ['margin_pct', share('(p.base_price - p.cost)', 'p.base_price')],
    ['markup_pct', share('(p.base_price - p.cost)', 'p.cost')],
    ['supplier_rebate_pct', 'g.supplier_rebate_pct'],
  ]);

const stock = (): Metrics =>
  new Map([
    ['stock_qty', 'st.total'],
    ['stock_qty_on_hand', 'st.on_hand'],
    ['stock_qty_on_order', 'st.on_order'],
    ['in_store_stock_qty', 'st.in_store'],
    ['warehouse_stock_qty', 'st.in_warehouse'],
    ['stock_cost_value', 'st.total * p.cost'],
    ['stock_retail_value', 'st.total * p.price'],
    ['in_store_stock_cost_value', 'st.in_store * p.cost'],
    ['in_store_stock_retail_value', 'st.in_store * p.price'],
    ['stock_base_value', 'st.total * p.base_price'],
    ['stock_margin_value', 'st.total * (p.base_price - p.cost)'],
    ['in_store_stock_pct', share('st.in_store', 'st.on_hand')],
    ['in_store_items_count', 'st.in_store_items_count'],
    ['in_store_items_pct', share('st.in_store_items_count', 'st.items_count')],
    ['in_stock_items_count', 'st.in_stock_items_count'],
    ['items_stats', 'st.items_stats'],
    ['sold_couples_count', 're.couples'],
    ['out_of_stock_couples_count', 'CASE WHEN re.couples IS NOT NULL THEN re.couples_out END'],
    ['out_of_stock_rate', share('re.couples_out', 're.couples')],
    ['availability_pct', share('re.couples - re.couples_out', 're.couples')],
  ]);

const soldIn = (name: string): string => `coalesce(sa.${quoteIdentifier(name)}, 0)`;

const windows = (): Metrics => {
  const found: Metrics = new Map();
  for (const { fieldId } of ALL_SALES_WINDOWS) {
    const [qty, sales, list] = [
      soldIn(fieldId('sales_qty')),
      soldIn(fieldId('sales')),
      soldIn(fieldId('list_sales')),
    ];
    found.set(fieldId('sales_qty'), qty);
    found.set(fieldId('sales'), sales);
    found.set(fieldId('list_sales'), list);
    found.set(fieldId('cogs'), `${qty} * p.cost`);
    found.set(fieldId('profit'), `${sales} * p.base_price / nullif(p.price, 0) - ${qty} * p.cost`);
    found.set(fieldId('sales_discount_pct'), rate(sales, list));
  }
  return found;
};

const performance = (): Metrics => {
  const weekly = (days: number): string => `${soldIn(`sales_qty_last_${days}_days`)} * 7 / ${days}`;
  const found: Metrics = new Map<string, string>([
    ['lifetime_sales_qty', soldIn('lifetime_sales_qty')],
    ['lifetime_sales', soldIn('lifetime_sales')],
    ['lifetime_list_sales', soldIn('lifetime_list_sales')],
    ['sales_discount_pct', rate('sa.lifetime_sales', 'sa.lifetime_list_sales')],
    ['weekly_sales_qty_last_7_days', weekly(7)],
    ['weekly_sales_qty_last_30_days', weekly(30)],
    ['weekly_sales_qty_last_90_days', weekly(90)],
    ['selling_store_count', 'CASE WHEN re.line_no IS NULL THEN 0 ELSE re.selling_store_count END'],
    [
      'store_throughput',
      `CASE WHEN re.selling_store_count > 0 THEN ${weekly(7)} / re.selling_store_count END`,
    ],
    ['sales_qty_previous_4_weeks', soldIn('sales_qty_previous_4_weeks')],
  ]);
  const ratio = `sa.sales_qty_last_4_weeks / sa.sales_qty_previous_4_weeks`;
  found.set('sales_growth_coef', `CASE WHEN sa.sales_qty_previous_4_weeks > 0 THEN ${ratio} END`);
  found.set('sales_growth_pct', `CASE WHEN sa.sales_qty_previous_4_weeks > 0 THEN 100 * (${ratio} - 1) END`);
  for (const kind of ['season', 'phase', 'operation', 'lifetime']) {
    const available = `(${soldIn(`${kind}_sales_qty`)} + st.total)`;
    found.set(`${kind}_available_qty`, available);
    found.set(
      kind === 'lifetime' ? 'sell_through_pct' : `${kind}_sell_through_pct`,
      share(soldIn(`${kind}_sales_qty`), available),
    );
  }
  return found;
};

/** Sets of shops are known where their number is. */
const shopSets = (shops: number): Metrics =>
  new Map(
    shopSetColumns(shops).map((name) => [
      name,
      `CASE WHEN re.line_no IS NULL OR re.selling_store_count IS NOT NULL THEN coalesce(sh.${name}, 0) END::UBIGINT`,
    ]),
  );

const coverage = (withDemand: boolean): Metrics => {
  const pace = paceCoverage('st.total', 'sa.last_28_days / 4');
  const total = withDemand
    ? `coalesce(CASE WHEN isnan(cu.coverage) THEN NULL ELSE cu.coverage END, ${pace})`
    : pace;
  const found: Metrics = new Map<string, string>([
    ['stock_coverage.weeks', total],
    ['stock_coverage.cv_score', scoreSql(`(${total})`)],
  ]);
  for (const name of COVERAGE_STATISTICS) {
    found.set(`stock_coverage.stores_${name}_weeks`, `co.${name}`);
    found.set(`stock_coverage.stores_${name}_cv_score`, scoreSql(`co.${name}`));
  }
  return found;
};

/**
 * A family of forecasts from a quantity and a discount share (both SQL), see the domain's FORECAST_FIELDS.
 * @param sold SQL of the part of the quantity that is sold already: gone from the stock, counted in the season.
 */
const forecast = (prefix: string, qty: string | null, discount: string, sold = '0'): Metrics => {
  const names = [...FORECAST_MEASURES, 'list_sales', 'available_qty', 'season_sales_qty', 'sell_through_pct'];
  if (qty === null) return new Map(names.map((name) => [prefix + name, 'NULL::DOUBLE']));
  const season = `(greatest(${soldIn('season_sales_qty')} - ${sold}, 0) + ${qty})`;
  const left = `CASE WHEN ${qty} IS NOT NULL THEN greatest(st.total + ${sold} - ${qty}, 0) END`;
  return new Map([
    [`${prefix}sales_qty`, qty],
    [`${prefix}sales`, `p.price * (1 - ${discount}) * ${qty}`],
    [`${prefix}cogs`, `p.cost * ${qty}`],
    [`${prefix}profit`, `(p.base_price * (1 - ${discount}) - p.cost) * ${qty}`],
    [`${prefix}stock`, left],
    [`${prefix}list_sales`, `p.price * ${qty}`],
    [`${prefix}sales_discount_pct`, `CASE WHEN ${qty} > 0 THEN 100 * ${discount} END`],
    [`${prefix}season_sales_qty`, season],
    [`${prefix}available_qty`, `(${season} + ${left})`],
    [`${prefix}sell_through_pct`, share(season, `(${season} + ${left})`)],
  ]);
};

const completion = (withOngoing: boolean): Metrics =>
  new Map(
    (['sales_qty', 'sales', 'cogs', 'profit'] as const).map((measure) => {
      const planned = forecast(
        '',
        withOngoing ? 'cu.ongoing_qty' : null,
        'coalesce(cu.ongoing_discount, 0)',
      ).get(measure);
      const real = windows().get(`phase_${measure}`);
      return [
        `ongoing_phase_completion.${measure}`,
        withOngoing ? share(real ?? 'NULL', `(${planned})`) : 'NULL::DOUBLE',
      ];
    }),
  );

/** Which optional columns the engine's answer has. */
export type CurveColumns = {
  coverage: boolean;
  upcoming: boolean;
  ongoing: boolean;
  extra: readonly string[];
};

/** Every static column of a line; `shops`: how many shops `line_shops` tells of. */
export const staticMetrics = (attributes: readonly string[], curves: CurveColumns, shops: number): Metrics =>
  new Map([
    ...identity(attributes.filter((name) => name.startsWith(ATTRIBUTE_PREFIX))),
    ...prices(),
    ...stock(),
    ...windows(),
    ...performance(),
    ...shopSets(shops),
    ...coverage(curves.coverage),
    ...forecast('upcoming_', curves.upcoming ? 'cu.upcoming_qty' : null, 'coalesce(cu.upcoming_discount, 0)'),
    ...forecast(
      'ongoing_phase_forecast.',
      curves.ongoing ? 'cu.ongoing_qty' : null,
      'coalesce(cu.ongoing_discount, 0)',
      soldIn('phase_sales_qty'),
    ),
    ...completion(curves.ongoing),
    ...curves.extra.map((name): [string, string] => [name, `cu.${quoteIdentifier(name)}`]),
  ]);

const FROM = `FROM line JOIN "w_item_group" g USING (item_group_id) LEFT JOIN line_stock st USING (line_no) LEFT JOIN line_price p USING (line_no)
  LEFT JOIN line_sales sa USING (line_no) LEFT JOIN line_season se USING (line_no) LEFT JOIN line_reach re USING (line_no) LEFT JOIN line_shops sh USING (line_no)
  LEFT JOIN line_coverage co USING (line_no) LEFT JOIN line_curve cu USING (line_no)`;

/** Table `metric`: one row per line with every static column but the ranks. */
export const buildMetrics = async (session: Session, metrics: Metrics): Promise<void> => {
  const columns = [...metrics].map(([id, expression]) => `${expression} AS ${quoteIdentifier(id)}`);
  // Not replaced: two tables of several hundred columns would stand side by side meanwhile.
  await session.run('DROP TABLE IF EXISTS metric');
  await session.run(`CREATE TABLE metric AS SELECT ${columns.join(', ')} ${FROM}`);
};
