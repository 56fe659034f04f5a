import { BIGINT, BOOLEAN, DOUBLE, type DuckDBType, type DuckDBValue, VARCHAR } from '@duckdb/node-api';
import type { DiscountKind } from '@palier/domain';
import { quoteIdentifier } from '../database/sql.ts';
import type { DecisionRow } from './types.ts';

/** A stored column: its type, how a row gives its value, and what a line without a decision has. */
export type Column = {
  name: string;
  type: DuckDBType;
  sqlType: string;
  usual: string;
  value: (row: DecisionRow) => DuckDBValue;
};

export const plain = (
  name: keyof DecisionRow,
  type: DuckDBType,
  sqlType: string,
  usual = 'NULL',
): Column => ({
  name,
  type,
  sqlType,
  usual,
  value: (row) => (row[name] as DuckDBValue | undefined) ?? null,
});

/**
 * Lists are kept as text, their elements joined by commas: DuckDB changes a text in its place, but moves a row whose
 * list changes to the end of the table.
 */
const joined = (
  name: 'previous_discount_pcts' | 'next_discount_pcts' | 'applied_discount_rule_ids',
): Column => ({
  name,
  type: VARCHAR,
  sqlType: 'VARCHAR',
  usual: "''",
  value: (row) => (row[name] ?? []).join(','),
});

const LISTS: Readonly<Record<string, string>> = {
  previous_discount_pcts: 'DOUBLE[]',
  next_discount_pcts: 'DOUBLE[]',
  applied_discount_rule_ids: 'VARCHAR[]',
};

/** Decisions as they come, with what a line without a decision has. */
export const STORED: readonly Column[] = [
  plain('included', BOOLEAN, 'BOOLEAN', 'true'),
  ...(
    [
      'discount_pct_user',
      'discount_pct_auto',
      'discount_pct_opti',
      'discount_pct_min',
      'discount_pct_max',
    ] as const
  ).map((name) => plain(name, DOUBLE, 'DOUBLE')),
  plain('discount_pct_is_optimal', BOOLEAN, 'BOOLEAN', 'false'),
  plain('optimization_goal', VARCHAR, 'VARCHAR'),
  plain('discount_pct_reviewed', BOOLEAN, 'BOOLEAN', 'false'),
  joined('previous_discount_pcts'),
  joined('next_discount_pcts'),
  joined('applied_discount_rule_ids'),
  plain('discount_pct_update_date', VARCHAR, 'VARCHAR'),
  plain('discount_pct_update_user', VARCHAR, 'VARCHAR'),
  plain('discount_pct_update_description', VARCHAR, 'VARCHAR'),
  { name: 'version', type: BIGINT, sqlType: 'BIGINT', usual: '0', value: (row) => BigInt(row.version) },
];

const RAISED = 'greatest(discount_pct_auto, coalesce(discount_pct_min, discount_pct_auto))';
/** The automatic discount inside its shields. Said apart for none: `greatest` and `least` pass over NULL. */
const CLAMPED = `CASE WHEN discount_pct_auto IS NOT NULL THEN least(${RAISED}, coalesce(discount_pct_max, ${RAISED})) END`;

/** Where a discount comes from; the domain's `discountKind`. */
const kindSql = (hasOptimizations: boolean): string =>
  `CASE WHEN discount_pct_user IS NOT NULL THEN 'user' WHEN discount_pct_auto IS NULL THEN NULL
      WHEN ${hasOptimizations} OR (${CLAMPED}) <> discount_pct_auto THEN 'optimised' ELSE 'auto' END`;

/** Discounts that follow from a decision; see the domain's resolution and steps. */
const resolvedSql = (hasOptimizations: boolean): string => `SELECT *,
    coalesce(discount_pct_user, ${CLAMPED}) AS discount_pct, ${kindSql(hasOptimizations)} AS discount_kind,
    nullif(string_split(previous_discount_pcts, ',')[-1], '')::DOUBLE AS previous_discount_pct,
    nullif(string_split(next_discount_pcts, ',')[1], '')::DOUBLE AS next_discount_pct
  FROM stored`;

/**
 * What is counted of a line in one number, so that groups count by it: goal, origin of the discount, review, inclusion.
 * `readState` reads it back.
 */
const stateSql = (
  goalCode: string,
  kind: string,
): string => `(16 * ${goalCode} + CASE ${kind} WHEN 'user' THEN 4 WHEN 'optimised' THEN 8 WHEN 'auto' THEN 12 ELSE 0 END
    + 2 * discount_pct_reviewed::INTEGER + included::INTEGER)::INTEGER`;

const KINDS = [null, 'user', 'optimised', 'auto'] as const;

export const readState = (
  state: number,
): { included: boolean; reviewed: boolean; kind: DiscountKind | null; goal_code: number } => ({
  included: (state & 1) === 1,
  reviewed: (state & 2) === 2,
  kind: KINDS[(state >> 2) & 3] ?? null,
  goal_code: state >> 4,
});

/**
 * Where a line stands in the forecast. Without a discount, or left out of the markdown, it stays at its previous one.
 * Later phases stand at the next discount, never below the worked one's.
 */
const PLACED = `SELECT *, ${stateSql('goal_code', 'discount_kind')} AS state, discount_pct - coalesce(previous_discount_pct, 0) AS discount_pct_incr,
    CASE WHEN included THEN coalesce(discount_pct, previous_discount_pct, 0) ELSE coalesce(previous_discount_pct, 0) END AS worked_pct
  FROM resolved`;

const QUANTITIES = (levels: readonly number[]): string => {
  const list = `[${levels.map((level) => `${level}::DOUBLE`).join(', ')}]`;
  const later = 'greatest(worked_pct, coalesce(next_discount_pct, worked_pct))';
  return `SELECT p.*, ${later} AS later_pct, c.phase_qty[list_position(${list}, worked_pct)]::DOUBLE AS qty,
      c.phase_p10[list_position(${list}, worked_pct)]::DOUBLE AS p10, c.phase_p90[list_position(${list}, worked_pct)]::DOUBLE AS p90,
      c.phase_qty[1]::DOUBLE AS undiscounted,
      nullif(c.rest_qty[(list_position(${list}, worked_pct) - 1) * ${levels.length} + list_position(${list}, ${later})]::DOUBLE, 'nan'::DOUBLE) AS rest
    FROM placed p LEFT JOIN curve c USING (line_no)`;
};

/** Units forecast to sell between the data date and the worked phase: gone from the stock, part of the season's. */
const UPCOMING = 'coalesce(l.upcoming_sales_qty, 0)';

/** A family of forecasts out of quantities; see the domain's FORECAST_FIELDS. */
const family = (prefix: string, qty: string, byRate: (unit: string) => string): [string, string][] => {
  const season = `(coalesce(l.season_sales_qty, 0) + ${UPCOMING} + ${qty})`;
  // Said apart for nothing forecast: `greatest` passes over NULL.
  const left = `CASE WHEN ${qty} IS NOT NULL THEN greatest(l.stock_qty - ${UPCOMING} - ${qty}, 0) END`;
  return [
    [`${prefix}sales_qty`, qty],
    [`${prefix}sales`, byRate('l.price')],
    [`${prefix}cogs`, `l.cost * ${qty}`],
    [`${prefix}profit`, `${byRate('l.base_price')} - l.cost * ${qty}`],
    [`${prefix}stock`, left],
    [`${prefix}list_sales`, `l.price * ${qty}`],
    [
      `${prefix}sales_discount_pct`,
      `CASE WHEN l.price * ${qty} > 0 THEN 100 * (1 - ${byRate('l.price')} / (l.price * ${qty})) END`,
    ],
    [`${prefix}season_sales_qty`, season],
    [`${prefix}available_qty`, `(${season} + ${left})`],
    [`${prefix}sell_through_pct`, `100 * ${season} / nullif(${season} + ${left}, 0)`],
  ];
};

const kept = (pct: string): string => `(1 - ${pct} / 100)`;

const FORECASTS: readonly [string, string][] = [
  ...family('phase_forecast.', 'q.qty', (unit) => `${unit} * ${kept('q.worked_pct')} * q.qty`),
  ...family(
    'forecast.',
    '(q.qty + q.rest)',
    (unit) => `${unit} * (${kept('q.worked_pct')} * q.qty + ${kept('q.later_pct')} * q.rest)`,
  ),
  ['phase_forecast.undiscounted_sales_qty', 'q.undiscounted'],
  ['phase_forecast.sales_qty_p10', 'q.p10'],
  ['phase_forecast.sales_qty_p90', 'q.p90'],
  ['sales_boost', 'q.qty / nullif(q.undiscounted, 0)'],
  ['discount_budget', 'l.price * q.worked_pct / 100 * q.qty'],
];

const DERIVED = [
  'discount_pct',
  'discount_kind',
  'discount_pct_incr',
  'previous_discount_pct',
  'next_discount_pct',
] as const;

/** Names of the columns of a decision table. */
export const DECISION_COLUMNS: ReadonlySet<string> = new Set([
  ...STORED.map(({ name }) => name),
  ...DERIVED,
  ...FORECASTS.map(([name]) => name),
]);

/** Decision columns that every line of an answer carries. */
export const ALWAYS: readonly string[] = [...STORED.map(({ name }) => name), ...DERIVED];

/** Lists of a line that were read as the text they are kept as. */
export const splitLists = (line: Record<string, unknown>): void => {
  for (const [name, type] of Object.entries(LISTS)) {
    const text = line[name];
    if (typeof text !== 'string') continue;
    const parts = text === '' ? [] : text.split(',');
    line[name] = type === 'DOUBLE[]' ? parts.map(Number) : parts;
  }
};

/** SQL of a decision column of the table `d`. */
export const decisionColumn = (name: string): string => {
  const column = `d.${quoteIdentifier(name)}`;
  const type = LISTS[name];
  return type ? `(CASE WHEN ${column} = '' THEN [] ELSE string_split(${column}, ',') END)::${type}` : column;
};

/** Where complete rows come from: `stored (line_no, …, goal_code)`, the lines' facts and their curves. */
type Sources = {
  stored: string;
  lines: string;
  curves: string;
  levels: readonly number[];
  /** Whether the project has optimisations: automatic discounts are then theirs. */
  has_optimizations: boolean;
  /** A few lines: their steps are written down, as unfolding them all takes longer than the lines do. */
  few?: boolean;
};

export const COMPLETE = [
  ...[...STORED.map(({ name }) => name), ...DERIVED, 'state'].map((name) => ({ name, sql: `q.${name}` })),
  ...FORECASTS.map(([name, sql]) => ({ name: quoteIdentifier(name), sql })),
];

/** SELECT of complete decision rows: what follows from each and its forecasts. */
export const completeSelect = (sources: Sources): string => {
  const { stored, lines, curves, levels, has_optimizations, few = false } = sources;
  const step = few ? 'AS MATERIALIZED' : 'AS';
  return `WITH stored AS (${stored}), resolved AS (${resolvedSql(has_optimizations)}), placed ${step} (${PLACED}), curve AS (FROM ${curves}),
    q ${step} (${QUANTITIES(levels)})
    SELECT q.line_no, ${COMPLETE.map(({ name, sql }) => `${sql} AS ${name}`).join(', ')} FROM q JOIN ${lines} l USING (line_no)`;
};

/** SET of an UPDATE that says anew where the discounts of a decision table come from. */
export const kindAssignments = (hasOptimizations: boolean): string => {
  const kind = kindSql(hasOptimizations);
  return `discount_kind = ${kind}, state = ${stateSql('(state >> 4)', `(${kind})`)}`;
};
