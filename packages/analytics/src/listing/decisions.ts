import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import type { Session } from '../database/database.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { DecisionRow } from './types.ts';

type Column = {
  name: string;
  type: DuckDBType;
  sqlType: string;
  usual: string;
  value: (row: DecisionRow) => DuckDBValue;
};

const plain = (name: keyof DecisionRow, type: DuckDBType, sqlType: string, usual = 'NULL'): Column => ({
  name,
  type,
  sqlType,
  usual,
  value: (row) => (row[name] as DuckDBValue | undefined) ?? null,
});

/** Decisions as they come, with what a line without a decision has. */
const STORED: readonly Column[] = [
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
  ...(['previous_discount_pcts', 'next_discount_pcts'] as const).map(
    (name): Column => ({
      name,
      type: LIST(DOUBLE),
      sqlType: 'DOUBLE[]',
      usual: '[]',
      value: (row) => listValue([...(row[name] ?? [])]),
    }),
  ),
  {
    name: 'applied_discount_rule_ids',
    type: LIST(VARCHAR),
    sqlType: 'VARCHAR[]',
    usual: '[]',
    value: (row) => listValue([...(row.applied_discount_rule_ids ?? [])]),
  },
  plain('discount_pct_update_date', VARCHAR, 'VARCHAR'),
  plain('discount_pct_update_user', VARCHAR, 'VARCHAR'),
  plain('discount_pct_update_description', VARCHAR, 'VARCHAR'),
  { name: 'version', type: BIGINT, sqlType: 'BIGINT', usual: '0', value: (row) => BigInt(row.version) },
];

const RAISED = 'greatest(discount_pct_auto, coalesce(discount_pct_min, discount_pct_auto))';
/** The automatic discount inside its shields. Said apart for none: `greatest` and `least` pass over NULL. */
const CLAMPED = `CASE WHEN discount_pct_auto IS NOT NULL THEN least(${RAISED}, coalesce(discount_pct_max, ${RAISED})) END`;

/** Discounts that follow from a decision; see the domain's resolution and steps. */
const RESOLVED = `SELECT *,
    coalesce(discount_pct_user, ${CLAMPED}) AS discount_pct,
    CASE WHEN discount_pct_user IS NOT NULL THEN 'user' WHEN discount_pct_auto IS NULL THEN NULL
      WHEN discount_pct_opti IS NOT NULL OR (${CLAMPED}) <> discount_pct_auto THEN 'optimised' ELSE 'auto' END AS discount_kind,
    previous_discount_pcts[-1] AS previous_discount_pct, next_discount_pcts[1] AS next_discount_pct
  FROM stored`;

/**
 * Where a line stands in the forecast. Without a discount, or left out of the markdown, it stays at its previous one.
 * Later phases stand at the next discount, never below the worked one's.
 */
const PLACED = `SELECT *, discount_pct - coalesce(previous_discount_pct, 0) AS discount_pct_incr,
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

/** A family of forecasts out of quantities; see the domain's FORECAST_FIELDS. */
const family = (prefix: string, qty: string, byRate: (unit: string) => string): [string, string][] => {
  const season = `(coalesce(l.season_sales_qty, 0) + ${qty})`;
  const left = `greatest(l.stock_qty - ${qty}, 0)`;
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

/** SELECT of complete decision rows out of `stored (line_no, …)`: what follows from each and its forecasts. */
const completeSelect = (stored: string, facts: string, levels: readonly number[]): string => {
  const columns = [...STORED.map(({ name }) => name), ...DERIVED].map((name) => `q.${name}`);
  const forecasts = FORECASTS.map(([name, expression]) => `${expression} AS ${quoteIdentifier(name)}`);
  return `WITH stored AS (${stored}), resolved AS (${RESOLVED}), placed AS (${PLACED}), curve AS (FROM ${facts}.curve),
    q AS (${QUANTITIES(levels)})
    SELECT q.line_no, ${[...columns, ...forecasts].join(', ')} FROM q JOIN ${facts}.line l USING (line_no)`;
};

/** Creates the decision table of a project whose lines have no decision yet. */
export const createDecisions = (
  session: Session,
  table: string,
  facts: string,
  levels: readonly number[],
): Promise<void> => {
  const usual = STORED.map(({ name, sqlType, usual }) => `${usual}::${sqlType} AS ${name}`);
  return session.run(
    `CREATE TABLE ${table} AS ${completeSelect(`SELECT line_no, ${usual.join(', ')} FROM ${facts}.line`, facts, levels)} ORDER BY q.line_no`,
  );
};

const BATCH = 2048;

const loadRows = async (session: Session, table: string, rows: readonly DecisionRow[]): Promise<void> => {
  const columns: readonly Column[] = [
    plain('discount_id', VARCHAR, 'VARCHAR'),
    plain('item_group_id', VARCHAR, 'VARCHAR'),
    ...STORED,
  ];
  await session.run(
    `CREATE OR REPLACE TEMP TABLE ${table} (${columns.map(({ name, sqlType }) => `${name} ${sqlType}`).join(', ')})`,
  );
  const appender = await session.connection.createAppender(table, 'main', 'temp');
  for (let start = 0; start < rows.length; start += BATCH) {
    const part = rows.slice(start, start + BATCH);
    const chunk = DuckDBDataChunk.create(columns.map(({ type }) => type));
    chunk.setColumns(columns.map(({ value }) => part.map(value)));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
};

/**
 * Replaces the decisions of some lines and what follows from them, in one transaction: a query sees all of it or
 * nothing. Rows that name no line of the snapshot, or older than the one held, are left out.
 */
export const replaceDecisions = async (
  session: Session,
  project: { table: string; facts: string; levels: readonly number[]; line_count: number },
  rows: readonly DecisionRow[],
): Promise<void> => {
  const { table, facts, levels, line_count } = project;
  const incoming = `incoming_${table.replaceAll(/\W/g, '_')}`;
  await loadRows(session, incoming, rows);
  const names = STORED.map(({ name, usual }) =>
    usual === 'NULL' ? `i.${name}` : `coalesce(i.${name}, ${usual}) AS ${name}`,
  ).join(', ');
  const stored = `SELECT l.line_no, ${names} FROM temp.${incoming} i JOIN ${facts}.line l ON l._id = i.discount_id JOIN ${table} d ON d.line_no = l.line_no
    WHERE coalesce(i.version, 0) >= d.version QUALIFY row_number() OVER (PARTITION BY l.line_no ORDER BY i.version DESC) = 1`;
  await session.run(
    `CREATE OR REPLACE TEMP TABLE ${incoming}_full AS ${completeSelect(stored, facts, levels)}`,
  );
  await session.run('BEGIN TRANSACTION');
  try {
    if (rows.length > line_count / 4) {
      await session.run(
        `CREATE OR REPLACE TABLE ${table} AS FROM (FROM ${table} d ANTI JOIN temp.${incoming}_full USING (line_no) UNION ALL FROM temp.${incoming}_full) ORDER BY line_no`,
      );
    } else {
      await session.run(`DELETE FROM ${table} WHERE line_no IN (SELECT line_no FROM temp.${incoming}_full)`);
      await session.run(`INSERT INTO ${table} FROM temp.${incoming}_full`);
    }
    await session.run('COMMIT');
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
  await session.run(`DROP TABLE temp.${incoming}; DROP TABLE temp.${incoming}_full`);
};
