import { ALL_SALES_WINDOWS, COVERAGE_STATISTICS, FORECAST_MEASURES } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import {
  cogsSql,
  coverageScoreSql,
  forecastFamilySql,
  meanDiscountSql,
  paceCoverageSql,
  ratioSql,
  realisedProfitSql,
  sellThroughSql,
  shareSql,
} from '../formulas.ts';
import { ATTRIBUTE_PREFIX } from '../warehouse/tables.ts';
import { shopSetColumns } from './sales.ts';

/** Column id → SQL over the gathered tables, as `metricsSelect` joins them. */
export type Metrics = Map<string, string>;

function identity(attributes: readonly string[]): Metrics {
  return new Map([
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
}

function prices(): Metrics {
  return new Map([
    ['price', 'p.price'],
    ['base_price', 'p.base_price'],
    ['gross_base_price', 'p.gross_base_price'],
    ['min_price', 'coalesce(p.min_price, p.price)'],
    ['max_price', 'coalesce(p.max_price, p.price)'],
    ['prices', 'p.prices'],
    ['variants', 'p.variants'],
    ['cost', 'p.cost'],
    ['margin', 'p.base_price - p.cost'],
    ['margin_pct', shareSql('p.base_price - p.cost', 'p.base_price')],
    ['markup_pct', shareSql('p.base_price - p.cost', 'p.cost')],
    ['supplier_rebate_pct', 'g.supplier_rebate_pct'],
    ['level_rates', 'lr.rates'],
    ['signed_price', 'sg.price'],
    ['signed_list_price', 'sg.list_price'],
    ['variant_rises', 'sg.variant_rises'],
    ['prior_prices', 'pp.prices'],
    ['prior_price_dates', 'pp.dates'],
    ['prior_price_states', 'pp.states'],
  ]);
}

function stock(): Metrics {
  return new Map([
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
    ['in_store_stock_pct', shareSql('st.in_store', 'st.on_hand')],
    ['in_store_items_count', 'st.in_store_items_count'],
    ['in_store_items_pct', shareSql('st.in_store_items_count', 'st.items_count')],
    ['in_stock_items_count', 'st.in_stock_items_count'],
    ['items_stats', 'st.items_stats'],
    ['sold_couples_count', 're.couples'],
    ['out_of_stock_couples_count', 'CASE WHEN re.couples IS NOT NULL THEN re.couples_out END'],
    ['out_of_stock_rate', shareSql('re.couples_out', 're.couples')],
    ['availability_pct', shareSql('re.couples - re.couples_out', 're.couples')],
  ]);
}

const soldIn = (name: string): string => `coalesce(sa.${quoteIdentifier(name)}, 0)`;

/** Money that nothing sold is 0; that some sale's currency leaves unknown, it stays so. */
const earnedIn = (name: string): string =>
  `CASE WHEN sa.line_no IS NULL THEN 0 ELSE sa.${quoteIdentifier(name)} END`;

/** Where the unit prices of a line are. */
const UNIT = { price: 'p.price', base_price: 'p.base_price', cost: 'p.cost' } as const;

function windows(): Metrics {
  const found: Metrics = new Map();
  for (const { fieldId } of ALL_SALES_WINDOWS) {
    const [qty, sales, list] = [
      soldIn(fieldId('sales_qty')),
      `(${earnedIn(fieldId('sales'))})`,
      `(${earnedIn(fieldId('list_sales'))})`,
    ];
    found.set(fieldId('sales_qty'), qty);
    found.set(fieldId('sales'), sales);
    found.set(fieldId('list_sales'), list);
    found.set(fieldId('cogs'), cogsSql('p.cost', qty));
    found.set(fieldId('profit'), realisedProfitSql({ sales, qty, ...UNIT }));
    found.set(fieldId('sales_discount_pct'), meanDiscountSql(sales, list));
  }
  return found;
}

function performance(): Metrics {
  const weekly = (days: number): string => `${soldIn(`sales_qty_last_${days}_days`)} * 7 / ${days}`;
  const found: Metrics = new Map<string, string>([
    ['lifetime_sales_qty', soldIn('lifetime_sales_qty')],
    ['lifetime_sales', earnedIn('lifetime_sales')],
    ['lifetime_list_sales', earnedIn('lifetime_list_sales')],
    ['sales_discount_pct', meanDiscountSql('sa.lifetime_sales', 'sa.lifetime_list_sales')],
    ['weekly_sales_qty_last_7_days', weekly(7)],
    ['weekly_sales_qty_last_30_days', weekly(30)],
    ['weekly_sales_qty_last_90_days', weekly(90)],
    ['selling_store_count', 'CASE WHEN re.line_no IS NULL THEN 0 ELSE re.selling_store_count END'],
    ['store_throughput', ratioSql(weekly(7), 're.selling_store_count')],
    ['sales_qty_previous_4_weeks', soldIn('sales_qty_previous_4_weeks')],
  ]);
  const growth = ratioSql('sa.sales_qty_last_4_weeks', 'sa.sales_qty_previous_4_weeks');
  found.set('sales_growth_coef', growth);
  found.set('sales_growth_pct', `100 * (${growth} - 1)`);
  for (const kind of ['season', 'phase', 'operation', 'lifetime']) {
    const sold = soldIn(`${kind}_sales_qty`);
    found.set(`${kind}_available_qty`, `(${sold} + st.total)`);
    found.set(
      kind === 'lifetime' ? 'sell_through_pct' : `${kind}_sell_through_pct`,
      sellThroughSql(sold, 'st.total'),
    );
  }
  return found;
}

/** Sets of shops are known where their number is. */
function shopSets(shops: number): Metrics {
  return new Map(
    shopSetColumns(shops).map((name) => [
      name,
      `CASE WHEN re.line_no IS NULL OR re.selling_store_count IS NOT NULL THEN coalesce(sh.${name}, 0) END::UBIGINT`,
    ]),
  );
}

function coverage(withDemand: boolean): Metrics {
  const pace = paceCoverageSql('st.total', 'sa.last_28_days / 4');
  const total = withDemand
    ? `coalesce(CASE WHEN isnan(cu.coverage) THEN NULL ELSE cu.coverage END, ${pace})`
    : pace;
  const found: Metrics = new Map<string, string>([
    ['stock_coverage.weeks', total],
    ['stock_coverage.cv_score', coverageScoreSql(`(${total})`)],
  ]);
  for (const name of COVERAGE_STATISTICS) {
    found.set(`stock_coverage.stores_${name}_weeks`, `co.${name}`);
    found.set(`stock_coverage.stores_${name}_cv_score`, coverageScoreSql(`co.${name}`));
  }
  return found;
}

/**
 * A family of forecasts from a quantity and a discount in points (both SQL), see the domain's FORECAST_FIELDS.
 * @param sold SQL of the part of the quantity that is sold already: gone from the stock, counted in the season.
 */
function forecast(prefix: string, qty: string | null, discount: string, sold = '0'): Metrics {
  const names = [...FORECAST_MEASURES, 'list_sales', 'available_qty', 'season_sales_qty', 'sell_through_pct'];
  if (qty === null) return new Map(names.map((name) => [prefix + name, 'NULL::DOUBLE']));
  return new Map(
    forecastFamilySql(prefix, {
      parts: [{ qty, pct: discount }],
      prices: 'p',
      sold_before: `greatest(${soldIn('season_sales_qty')} - ${sold}, 0)`,
      stock: `(st.total + ${sold})`,
    }),
  );
}

/** The engine's discounts are shares. */
const UPCOMING_DISCOUNT = '(100 * coalesce(cu.upcoming_discount, 0))';
const ONGOING_DISCOUNT = '(100 * coalesce(cu.ongoing_discount, 0))';

function completion(withOngoing: boolean): Metrics {
  return new Map(
    (['sales_qty', 'sales', 'cogs', 'profit'] as const).map((measure) => {
      const planned = forecast('', withOngoing ? 'cu.ongoing_qty' : null, ONGOING_DISCOUNT).get(measure);
      const real = windows().get(`phase_${measure}`);
      return [
        `ongoing_phase_completion.${measure}`,
        withOngoing ? shareSql(real ?? 'NULL', planned ?? 'NULL') : 'NULL::DOUBLE',
      ];
    }),
  );
}

/** Which optional columns the engine's answer has. */
export interface CurveColumns {
  coverage: boolean;
  upcoming: boolean;
  ongoing: boolean;
  extra: readonly string[];
}

/** Every static column of a line; `shops`: how many shops `line_shops` covers. */
export function staticMetrics(attributes: readonly string[], curves: CurveColumns, shops: number): Metrics {
  return new Map([
    ...identity(attributes.filter((name) => name.startsWith(ATTRIBUTE_PREFIX))),
    ...prices(),
    ...stock(),
    ...windows(),
    ...performance(),
    ...shopSets(shops),
    ...coverage(curves.coverage),
    ...forecast('upcoming_', curves.upcoming ? 'cu.upcoming_qty' : null, UPCOMING_DISCOUNT),
    ...forecast(
      'ongoing_phase_forecast.',
      curves.ongoing ? 'cu.ongoing_qty' : null,
      ONGOING_DISCOUNT,
      soldIn('phase_sales_qty'),
    ),
    ...completion(curves.ongoing),
    ...curves.extra.map((name): [string, string] => [name, `cu.${quoteIdentifier(name)}`]),
  ]);
}

const FROM = `FROM line JOIN "w_item_group" g USING (item_group_id) LEFT JOIN line_stock st USING (line_no) LEFT JOIN line_price p USING (line_no) LEFT JOIN line_prior pp USING (line_no) LEFT JOIN line_rate lr USING (line_no) LEFT JOIN line_signed sg USING (line_no)
  LEFT JOIN line_sales sa USING (line_no) LEFT JOIN line_season se USING (line_no) LEFT JOIN line_reach re USING (line_no) LEFT JOIN line_shops sh USING (line_no)
  LEFT JOIN line_coverage co USING (line_no) LEFT JOIN line_curve cu USING (line_no) LEFT JOIN line_rest rest USING (line_no) LEFT JOIN line_sold sold USING (line_no)`;

/** Table `metric`: one row per line with every static column but the ranks. */
export async function buildMetrics(session: Session, metrics: Metrics): Promise<void> {
  const columns = [...metrics].map(([id, expression]) => `${expression} AS ${quoteIdentifier(id)}`);
  // Not replaced: two tables of several hundred columns would stand side by side meanwhile.
  await session.run('DROP TABLE IF EXISTS metric');
  await session.run(`CREATE TABLE metric AS SELECT ${columns.join(', ')} ${FROM}`);
}
