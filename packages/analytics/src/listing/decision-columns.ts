import { BIGINT, BOOLEAN, DOUBLE, type DuckDBType, type DuckDBValue, VARCHAR } from '@duckdb/node-api';
import {
  DECISION_LIST,
  type DecisionName,
  type DecisionSqlType,
  type DiscountKind,
  NO_DECISION,
} from '@palier/domain';
import { quoteIdentifier } from '../database/sql.ts';
import {
  afterLeftoversSql,
  announceableSql,
  announcedSql,
  announcementSql,
  belowCostSql,
  budgetSql,
  forecastFamilySql,
  markedDownSql,
  ratioSql,
  type SoldAt,
} from '../formulas.ts';
import { finalColumn } from '../snapshot/actuals.ts';
import type { SnapshotManifest } from '../snapshot/types.ts';
import type { DecisionRow } from './types.ts';

/** A stored column: its type, how a row gives its value, and what a line without a decision has. */
export interface Column {
  name: string;
  type: DuckDBType;
  sqlType: string;
  usual: string;
  value: (row: DecisionRow) => DuckDBValue;
}

/** How the copy has the columns of PostgreSQL: numbers as DuckDB computes them, moments as their ISO 8601 text. */
const TYPES: Readonly<Record<DecisionSqlType, { type: DuckDBType; sqlType: string; list?: string }>> = {
  boolean: { type: BOOLEAN, sqlType: 'BOOLEAN' },
  integer: { type: DOUBLE, sqlType: 'DOUBLE' },
  text: { type: VARCHAR, sqlType: 'VARCHAR' },
  timestamptz: { type: VARCHAR, sqlType: 'VARCHAR' },
  bigint: { type: BIGINT, sqlType: 'BIGINT' },
  // Lists are kept as text, their elements joined by commas: DuckDB changes a text in its place, but moves a row whose
  // list changes to the end of the table.
  'integer[]': { type: VARCHAR, sqlType: 'VARCHAR', list: 'DOUBLE[]' },
  'uuid[]': { type: VARCHAR, sqlType: 'VARCHAR', list: 'VARCHAR[]' },
};

function storedValue(name: DecisionName, sql: DecisionSqlType, row: DecisionRow): DuckDBValue {
  const value = row[name];
  if (Array.isArray(value)) return value.join(',');
  return sql === 'bigint' && value !== null ? BigInt(value) : value;
}

function literal(value: DuckDBValue): string {
  return typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL');
}

/** The line that a decision is of. */
export const LINE_ID: Column = {
  ...{ name: 'discount_id', ...TYPES.text, usual: 'NULL' },
  value: ({ discount_id }) => discount_id,
};

/** Decisions as they come, with what a line without a decision has. */
export const STORED: readonly Column[] = DECISION_LIST.map(({ name, sql }) => {
  const value = (row: DecisionRow): DuckDBValue => storedValue(name, sql, row);
  const usual = literal(value({ ...NO_DECISION, discount_id: '', item_group_id: '' }));
  return { name, ...TYPES[sql], usual, value };
});

/** The columns that are lists, with the type of what is kept of them as text. */
const LISTS: ReadonlyMap<string, string> = new Map(
  DECISION_LIST.flatMap(({ name, sql }) => {
    const { list } = TYPES[sql];
    return list ? [[name, list]] : [];
  }),
);

const RAISED = 'greatest(discount_pct_auto, coalesce(discount_pct_min, discount_pct_auto))';
/** The automatic discount inside its shields. Said apart for none: `greatest` and `least` pass over NULL. */
const CLAMPED = `CASE WHEN discount_pct_auto IS NOT NULL THEN least(${RAISED}, coalesce(discount_pct_max, ${RAISED})) END`;

/** The domain's `isChangedSinceReview`. */
const CHANGED_SINCE_REVIEW = '(NOT discount_pct_reviewed AND review_lost_date IS NOT NULL)';

/** Where a discount comes from; the domain's `discountKind`. */
function kindSql(hasOptimizations: boolean): string {
  return `CASE WHEN discount_pct_user IS NOT NULL THEN 'user' WHEN discount_pct_auto IS NULL THEN NULL
      WHEN ${hasOptimizations} OR (${CLAMPED}) <> discount_pct_auto THEN 'optimised' ELSE 'auto' END`;
}

/** Discounts that follow from a decision; see the domain's resolution and steps. */
function resolvedSql(hasOptimizations: boolean): string {
  return `SELECT *,
    coalesce(discount_pct_user, ${CLAMPED}) AS discount_pct, ${kindSql(hasOptimizations)} AS discount_kind,
    nullif(string_split(previous_discount_pcts, ',')[-1], '')::DOUBLE AS previous_discount_pct,
    nullif(string_split(next_discount_pcts, ',')[1], '')::DOUBLE AS next_discount_pct,
    ${CHANGED_SINCE_REVIEW} AS changed_since_review
  FROM stored`;
}

/**
 * What is counted of a line in one number, so that groups count by it: goal, origin of the discount, review, inclusion.
 * `readState` reads it back.
 */
function stateSql(goalCode: string, kind: string): string {
  return `(32 * ${goalCode} + 16 * ${CHANGED_SINCE_REVIEW}::INTEGER + CASE ${kind} WHEN 'user' THEN 4 WHEN 'optimised' THEN 8 WHEN 'auto' THEN 12 ELSE 0 END
    + 2 * discount_pct_reviewed::INTEGER + included::INTEGER)::INTEGER`;
}

const KINDS = [null, 'user', 'optimised', 'auto'] as const;

export function readState(state: number): {
  included: boolean;
  reviewed: boolean;
  changed_since_review: boolean;
  kind: DiscountKind | null;
  goal_code: number;
} {
  return {
    included: (state & 1) === 1,
    reviewed: (state & 2) === 2,
    changed_since_review: (state & 16) === 16,
    kind: KINDS[(state >> 2) & 3] ?? null,
    goal_code: state >> 5,
  };
}

/**
 * SQL of the discount that a line stands at in the worked phase. Without one, or left out of the markdown, it stays at
 * its previous one. The line's decision has the table or alias `of`.
 */
export const workedPct = (of: string): string =>
  `CASE WHEN ${of}.included THEN coalesce(${of}.discount_pct, ${of}.previous_discount_pct, 0) ELSE coalesce(${of}.previous_discount_pct, 0) END`;

/** SQL of where later phases stand: at the next discount, never below the worked one's. */
export const laterPct = (of: string, worked: string = workedPct(of)): string =>
  `greatest(${worked}, coalesce(${of}.next_discount_pct, ${worked}))`;

/** Where a line stands in the forecast. */
const PLACED = `SELECT *, ${stateSql('goal_code', 'discount_kind')} AS state, discount_pct - coalesce(previous_discount_pct, 0) AS discount_pct_incr,
    ${workedPct('resolved')} AS worked_pct
  FROM resolved`;

const levelList = (levels: readonly number[]): string =>
  `[${levels.map((level) => `${level}::DOUBLE`).join(', ')}]`;

function QUANTITIES(levels: readonly number[]): string {
  const list = levelList(levels);
  const later = laterPct('p', 'worked_pct');
  return `SELECT p.*, ${later} AS later_pct, list_position(${list}, worked_pct) AS worked_at, list_position(${list}, ${later}) AS later_at, c.phase_qty[list_position(${list}, worked_pct)]::DOUBLE AS qty,
      c.phase_p10[list_position(${list}, worked_pct)]::DOUBLE AS p10, c.phase_p90[list_position(${list}, worked_pct)]::DOUBLE AS p90,
      c.phase_qty[1]::DOUBLE AS undiscounted,
      nullif(c.rest_qty[(list_position(${list}, worked_pct) - 1) * ${levels.length} + list_position(${list}, ${later})]::DOUBLE, 'nan'::DOUBLE) AS rest
    FROM placed p LEFT JOIN curve c USING (line_no)`;
}

/** Units forecast to sell between the data date and the worked phase: gone from the stock, part of the season's. */
const UPCOMING = 'coalesce(l.upcoming_sales_qty, 0)';

/** A family of forecasts of the line `l` from the worked phase on. */
function family(prefix: string, parts: readonly SoldAt[]): [string, string][] {
  return forecastFamilySql(prefix, {
    parts,
    prices: 'l',
    sold_before: `coalesce(l.season_sales_qty, 0) + ${UPCOMING}`,
    stock: `(l.stock_qty - ${UPCOMING})`,
  });
}

/** Whether the prices of a snapshot may stand at other rates than the levels. */
export const hasEndings = ({
  price_endings = [],
  own_rates = false,
}: Pick<SnapshotManifest, 'price_endings' | 'own_rates'>): boolean => price_endings.length > 0 || own_rates;

/** The rate that a line's price stands at: `rateAt` of the domain, at the place of its discount among the levels. */
const rateAt = (hasEndings: boolean, pct: string, place: string): string =>
  hasEndings ? `coalesce(l.level_rates[${place}], ${pct})` : pct;

/** The same of any discount, over the facts `l` of an open project. */
export function rateSql(
  {
    manifest,
    levels,
  }: { manifest: Pick<SnapshotManifest, 'price_endings' | 'own_rates'>; levels: readonly number[] },
  pct: string,
): string {
  return rateAt(hasEndings(manifest), pct, `list_position(${levelList(levels)}, ${pct})`);
}

const workedRate = (hasEndings: boolean): string => rateAt(hasEndings, 'q.worked_pct', 'q.worked_at');

/** What a line is forecast to do; `hasEndings`: whether its prices may stand at other rates than the levels. */
function forecastsAt(hasEndings: boolean): readonly [string, string][] {
  const worked: SoldAt = { qty: 'q.qty', pct: workedRate(hasEndings) };
  const later: SoldAt = { qty: 'q.rest', pct: rateAt(hasEndings, 'q.later_pct', 'q.later_at') };
  const budget = ({ pct, qty }: SoldAt): string => budgetSql('l.price', pct, qty);
  return [
    ...family('phase_forecast.', [worked]),
    ...family('forecast.', [worked, later]),
    ['phase_forecast.undiscounted_sales_qty', 'q.undiscounted'],
    ['phase_forecast.sales_qty_p10', 'q.p10'],
    ['phase_forecast.sales_qty_p90', 'q.p90'],
    ['below_cost', belowCostSql('l.base_price', 'l.cost', [worked, later])],
    ['sales_boost', ratioSql('q.qty', 'q.undiscounted')],
    ['discount_budget', budget(worked)],
    ['forecast.discount_budget', `${budget(worked)} + ${budget(later)}`],
  ];
}

const FORECASTS = { plain: forecastsAt(false), ended: forecastsAt(true) };

/** The columns that follow from ρ; the margin is the domain's `profitAfterLeftovers`. */
function leftovers(residualValue: string, forecasts: readonly [string, string][]): [string, string][] {
  const at = (column: string): string => forecasts.find(([name]) => name === column)?.[1] ?? 'NULL';
  return [
    ['residual_value', residualValue],
    [
      'forecast.profit_after_leftovers',
      afterLeftoversSql(at('forecast.profit'), residualValue, 'l.cost', at('forecast.stock')),
    ],
  ];
}

/** The phase of the prior price, counted from 1: the first phase that marked the line down, else the worked one. Discounts are a text, joined by commas. */
function chainSql(workingPhase: number | null): string {
  const worked = workingPhase ?? 'len(l.prior_prices) - 1';
  return `(CASE WHEN regexp_matches(q.previous_discount_pcts, '[1-9]')
    THEN len(regexp_extract(q.previous_discount_pcts || ',', '^(0,)*')) // 2 ELSE ${worked} END + 1)`;
}

/** The price that the label bears at the worked discount, and what the law says of its announcement. */
function announcements(workingPhase: number | null, hasEndings: boolean): [string, string][] {
  const of = (list: string): string => `l.${list}[${chainSql(workingPhase)}]`;
  const label = markedDownSql('l.price', workedRate(hasEndings));
  const expected = hasEndings ? announceableSql('q.worked_pct', workedRate(true)) : 'q.worked_pct';
  return [
    ['label_price', label],
    ['real_discount_pct', workedRate(hasEndings)],
    ['prior_price', of('prior_prices')],
    ['prior_price_state', of('prior_price_states')],
    ['prior_price_date', of('prior_price_dates')],
    ['announced_pct', announcedSql(label, of('prior_prices'))],
    ['announcement', announcementSql(label, expected, of('prior_prices'))],
  ];
}

/** Forecasts of a project whose decisions are closed: what was sold and what is left to sell; see `finalMetrics`. */
function finalOf([name, sql]: [string, string]): [string, string] {
  if (name === 'below_cost') return [name, sql];
  const known = name === 'discount_budget' || /^(phase_)?forecast\./.test(name);
  const own = known && !/undiscounted|_p[19]0$/.test(name);
  return [name, own ? `l.${finalColumn(name)}` : 'NULL::DOUBLE'];
}

const DERIVED = [
  'discount_pct',
  'discount_kind',
  'discount_pct_incr',
  'previous_discount_pct',
  'next_discount_pct',
  'changed_since_review',
] as const;

/** Names of the columns of a decision table. */
export const DECISION_COLUMNS: ReadonlySet<string> = new Set([
  ...STORED.map(({ name }) => name),
  ...DERIVED,
  ...FORECASTS.plain.map(([name]) => name),
  ...leftovers('', FORECASTS.plain).map(([name]) => name),
  ...announcements(null, false).map(([name]) => name),
]);

/** Decision columns that every line of an answer carries. */
export const ALWAYS: readonly string[] = [...STORED.map(({ name }) => name), ...DERIVED];

/** Lists of a line that were read as the text they are kept as. */
export function splitLists(line: Record<string, unknown>): void {
  for (const [name, type] of LISTS) {
    const text = line[name];
    if (typeof text !== 'string') continue;
    const parts = text === '' ? [] : text.split(',');
    line[name] = type === 'DOUBLE[]' ? parts.map(Number) : parts;
  }
}

/** SQL of a decision column of the table `d`. */
export function decisionColumn(name: string): string {
  const column = `d.${quoteIdentifier(name)}`;
  const type = LISTS.get(name);
  return type ? `(CASE WHEN ${column} = '' THEN [] ELSE string_split(${column}, ',') END)::${type}` : column;
}

/** Where complete rows come from: `stored (line_no, …, goal_code)`, the lines' facts and their curves. */
interface Sources {
  stored: string;
  lines: string;
  curves: string;
  levels: readonly number[];
  /** Whether the project has optimisations: automatic discounts are then theirs. */
  has_optimizations: boolean;
  /** SQL of ρ over the lines' facts `l`. */
  residual_value: string;
  /** Whether the decisions are closed: the figures are those of the facts. */
  closed: boolean;
  working_phase: number | null;
  /** Whether the snapshot's prices have endings: its lines then have the rates that their prices stand at. */
  has_endings: boolean;
  /** A few lines: their steps are written down, as unfolding them all takes longer than the lines do. */
  few?: boolean;
}

interface CompleteColumn {
  name: string;
  sql: string;
}

type Figured = Pick<Sources, 'residual_value' | 'closed' | 'working_phase' | 'has_endings'>;

function completeColumns({ residual_value, closed, working_phase, has_endings }: Figured): CompleteColumn[] {
  const planned = has_endings ? FORECASTS.ended : FORECASTS.plain;
  const forecasts = closed ? planned.map(finalOf) : planned;
  return [
    ...[...STORED.map(({ name }) => name), ...DERIVED, 'state'].map((name) => ({ name, sql: `q.${name}` })),
    ...[
      ...forecasts,
      ...leftovers(residual_value, forecasts),
      ...announcements(working_phase, has_endings),
    ].map(([name, sql]) => ({ name: quoteIdentifier(name), sql })),
  ];
}

/** Quoted names of the columns of a complete row. */
export const COMPLETE: readonly string[] = completeColumns({
  ...{ residual_value: '', closed: false, working_phase: null, has_endings: false },
}).map(({ name }) => name);

/** SELECT of complete decision rows: what follows from each and its forecasts. */
export function completeSelect(sources: Sources): string {
  const { stored, lines, curves, levels, has_optimizations } = sources;
  const { few = false } = sources;
  const step = few ? 'AS MATERIALIZED' : 'AS';
  return `WITH stored AS (${stored}), resolved AS (${resolvedSql(has_optimizations)}), placed ${step} (${PLACED}), curve AS (FROM ${curves}),
    q ${step} (${QUANTITIES(levels)})
    SELECT q.line_no, ${completeColumns(sources)
      .map(({ name, sql }) => `${sql} AS ${name}`)
      .join(', ')} FROM q JOIN ${lines} l USING (line_no)`;
}

/** SET of an UPDATE that says anew where the discounts of a decision table come from. */
export function kindAssignments(hasOptimizations: boolean): string {
  const kind = kindSql(hasOptimizations);
  return `discount_kind = ${kind}, state = ${stateSql('(state >> 5)', `(${kind})`)}`;
}

/** SET of an UPDATE that values what is left anew, reading the facts `l` of each line of the decision table. */
export function leftoverAssignments(table: string, residualValue: string): string {
  const [profit, left] = [`${table}."forecast.profit"`, `${table}."forecast.stock"`];
  const after = afterLeftoversSql(profit, residualValue, 'l.cost', left);
  return `residual_value = ${residualValue}, "forecast.profit_after_leftovers" = ${after}`;
}
