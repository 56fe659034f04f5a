import { DuckDBDataChunk, type DuckDBType, type DuckDBValue, INTEGER } from '@duckdb/node-api';
import type { Database } from '../database/database.ts';
import type { Session } from '../database/session.ts';
import { join, quoteIdentifier, raw, sql } from '../database/sql.ts';
import { COMPLETE, completeSelect, kindAssignments, leftoverAssignments } from './decision-columns.ts';
import { LINE_ID, STORED } from './stored-columns.ts';
import type { DecisionRow } from './types.ts';

/** Numbers given to goals, so that lines are counted by goal without comparing texts; 0 is no goal. */
export interface GoalCodes {
  codeOf(goal: string | null): number;
  nameOf(code: number): string;
}

export function goalCodes(): GoalCodes {
  const codes = new Map<string, number>();
  const names: string[] = [];
  return {
    codeOf: (goal) => {
      if (goal === null) return 0;
      const code = codes.get(goal) ?? names.push(goal);
      codes.set(goal, code);
      return code;
    },
    nameOf: (code) => names[code - 1] ?? '',
  };
}

/**
 * A project's decision table: a row for every line of the snapshot, in the same order as its facts, so that both are
 * read side by side (POSITIONAL JOIN). Rows are changed in their place or the table is written again in order: a row
 * is never deleted or added.
 */
export interface DecisionTable {
  name: string;
  /** Schema of the facts. */
  facts: string;
  levels: readonly number[];
  line_count: number;
  goals: GoalCodes;
  /** Whether the project has optimisations, which decides where its automatic discounts come from. */
  has_optimizations: boolean;
  /** Whether the decisions are closed: figures are then actuals; of the snapshot. */
  closed: boolean;
  /** Of the snapshot: whether its lines say whether they took part in a phase. */
  took_part: boolean;
  /** Of the snapshot: its prior prices are those before this phase; null when none is worked. */
  working_phase: number | null;
  /** Of the snapshot: whether its prices have endings. */
  has_endings: boolean;
  /** Of the snapshot: phases that its curves tell apart. */
  path_phases: number;
  /** SQL of ρ, the share of its cost that an unsold unit of a line keeps, over the facts `l`. */
  residual_value: string;
}

const indexName = (table: string): string => quoteIdentifier(`line_of_${table.replaceAll(/\W/g, '')}`);

/** A few lines are found by their number. */
function createIndex(session: Session, table: string): Promise<void> {
  return session.run(`CREATE UNIQUE INDEX ${indexName(table)} ON ${table} (line_no)`);
}

async function createDecisions(
  session: Session,
  {
    name,
    facts,
    levels,
    has_optimizations,
    residual_value,
    closed,
    took_part,
    working_phase,
    has_endings,
    path_phases,
  }: DecisionTable,
): Promise<void> {
  const usual = STORED.map((column) => `${column.usual}::${column.sqlType} AS ${column.name}`);
  const stored = `SELECT line_no, ${usual.join(', ')}, 0 AS goal_code FROM ${facts}.line`;
  const tables = { lines: `${facts}.line`, curves: `${facts}.curve` };
  const complete = completeSelect({
    ...{ stored, ...tables, levels, has_optimizations, residual_value },
    ...{ closed, took_part, working_phase, has_endings, path_phases },
  });
  await session.run(`CREATE TABLE ${name} AS ${complete} ORDER BY q.line_no`);
  await createIndex(session, name);
}

const BATCH = 2048;

interface Incoming {
  line_no: number | null;
  row: DecisionRow;
}

/** Writes incoming rows to a temporary table. */
async function loadRows(
  session: Session,
  table: string,
  rows: readonly Incoming[],
  goals: GoalCodes,
): Promise<void> {
  const columns = [LINE_ID, ...STORED];
  const defined = columns.map(({ name, sqlType }) => `${name} ${sqlType}`);
  await session.run(
    `CREATE OR REPLACE TEMP TABLE ${table} (line_no INTEGER, goal_code INTEGER, ${defined.join(', ')})`,
  );
  const types: DuckDBType[] = [INTEGER, INTEGER, ...columns.map(({ type }) => type)];
  const appender = await session.connection.createAppender(table, 'main', 'temp');
  for (let start = 0; start < rows.length; start += BATCH) {
    const part = rows.slice(start, start + BATCH);
    const chunk = DuckDBDataChunk.create(types);
    const values: DuckDBValue[][] = columns.map(({ value }) => part.map(({ row }) => value(row)));
    chunk.setColumns([
      part.map(({ line_no }) => line_no),
      part.map(({ row }) => goals.codeOf(row.optimization_goal)),
      ...values,
    ]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** Up to so many lines are found by the indexes; more are joined. */
const FEW = 64;

function latestOf(rows: readonly DecisionRow[]): DecisionRow[] {
  const latest = new Map<string, DecisionRow>();
  for (const row of rows) {
    const known = latest.get(row.discount_id);
    if (!known || BigInt(row.version) >= BigInt(known.version)) latest.set(row.discount_id, row);
  }
  return [...latest.values()];
}

/** The last row of each line, with the line's number when the lines are few. */
async function findPlaces(
  session: Session,
  facts: string,
  rows: readonly DecisionRow[],
): Promise<Incoming[]> {
  const latest = latestOf(rows);
  if (latest.length > FEW) return latest.map((row) => ({ line_no: null, row }));
  const ids = join(
    latest.map(({ discount_id }) => sql`${discount_id}`),
    ', ',
  );
  const found = await session.rows<{ line_no: number; _id: string }>(
    sql`SELECT line_no, _id FROM ${raw(facts)}.line WHERE _id IN (${ids})`,
  );
  const numbers = new Map(found.map(({ line_no, _id }) => [_id, line_no]));
  return latest.flatMap((row) => {
    const line_no = numbers.get(row.discount_id);
    return line_no === undefined ? [] : [{ line_no, row }];
  });
}

/** Complete rows of what came in, older versions than the one held left out. */
function completeIncoming(
  {
    name,
    facts,
    levels,
    has_optimizations,
    residual_value,
    closed,
    took_part,
    working_phase,
    has_endings,
    path_phases,
  }: DecisionTable,
  incoming: string,
  numbers: readonly number[] | null,
): string {
  const values = STORED.map((column) =>
    column.usual === 'NULL'
      ? `i.${column.name}`
      : `coalesce(i.${column.name}, ${column.usual}) AS ${column.name}`,
  );
  const few = numbers ? ` WHERE line_no IN (${numbers.join(', ')})` : '';
  const from = numbers
    ? `temp.${incoming} i JOIN (SELECT line_no, version FROM ${name}${few}) d ON d.line_no = i.line_no`
    : `temp.${incoming} i JOIN ${facts}.line l ON l._id = i.discount_id JOIN ${name} d ON d.line_no = l.line_no`;
  const stored = `SELECT d.line_no, ${values.join(', ')}, goal_code FROM ${from} WHERE coalesce(i.version, 0) >= d.version`;
  const narrow = (table: string): string =>
    numbers ? `(FROM ${facts}.${table}${few})` : `${facts}.${table}`;
  const sources = { stored, lines: narrow('line'), curves: narrow('curve'), levels };
  return completeSelect({
    ...{ ...sources, has_optimizations, residual_value },
    ...{ closed, took_part, working_phase, has_endings, path_phases },
    few: numbers !== null,
  });
}

const ASSIGNMENTS = COMPLETE.map((name) => `${name} = i.${name}`).join(', ');

/** From this part of the lines on, the table is written again. */
const REWRITTEN = 1 / 8;

/**
 * Changes the decisions of some lines and what follows from them, at once: a query sees all of it or nothing. Rows
 * that name no line of the snapshot, or older than the one held, are left out.
 *
 * @returns whether the table was written again: statements planned on the former one keep it alive
 */
async function replaceDecisions(
  session: Session,
  table: DecisionTable,
  rows: readonly DecisionRow[],
): Promise<boolean> {
  const { name, facts, line_count, goals } = table;
  const changed = await findPlaces(session, facts, rows);
  if (changed.length === 0) return false;
  const incoming = `incoming_${name.replaceAll(/\W/g, '_')}`;
  await loadRows(session, incoming, changed, goals);
  const numbers = changed.flatMap(({ line_no }) => line_no ?? []);
  const complete = completeIncoming(table, incoming, numbers.length > 0 ? numbers : null);
  const again = changed.length > line_count * REWRITTEN && numbers.length === 0;
  if (again) {
    await rewrite(session, name, complete);
  } else {
    await session.run(
      `UPDATE ${name} SET ${ASSIGNMENTS} FROM (${complete}) i WHERE ${name}.line_no = i.line_no`,
    );
  }
  await session.run(`DROP TABLE temp.${incoming}`);
  return again;
}

/** Writes the whole table again, in order. */
async function rewrite(session: Session, name: string, complete: string): Promise<void> {
  await session.run('BEGIN TRANSACTION');
  try {
    await session.run(
      `CREATE OR REPLACE TABLE ${name} AS WITH new AS MATERIALIZED (${complete})
        FROM (FROM ${name} d ANTI JOIN new USING (line_no) UNION ALL FROM new) ORDER BY line_no`,
    );
    await createIndex(session, name);
    await session.run('COMMIT');
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
}

/** Creates the decision table of a project whose lines have no decision yet. */
export async function openDecisions(database: Database, table: DecisionTable): Promise<void> {
  await database.session((session) => createDecisions(session, table));
  database.forgetPlans();
}

/** Takes in new or changed decisions; see `replaceDecisions`. */
export async function writeDecisions(
  database: Database,
  table: DecisionTable,
  rows: readonly DecisionRow[],
): Promise<void> {
  const again = await database.session((session) => replaceDecisions(session, table, rows));
  if (again) database.forgetPlans();
}

/** Takes in whether the project has optimisations: every line says anew where its discount comes from. */
export async function writeOptimizations(
  database: Database,
  table: DecisionTable,
  has_optimizations: boolean,
): Promise<void> {
  table.has_optimizations = has_optimizations;
  await database.run(`UPDATE ${table.name} SET ${kindAssignments(has_optimizations)}`);
}

/** Takes in what an unsold unit of each line keeps of its cost: every line's margin after leftovers follows. */
export async function writeResidualValue(
  database: Database,
  table: DecisionTable,
  residual_value: string,
): Promise<void> {
  table.residual_value = residual_value;
  const { name, facts } = table;
  await database.run(
    `UPDATE ${name} SET ${leftoverAssignments(name, residual_value)} FROM ${facts}.line l WHERE l.line_no = ${name}.line_no`,
  );
}

export async function closeDecisions(database: Database, { name }: DecisionTable): Promise<void> {
  database.forgetPlans();
  await database.run(`DROP TABLE IF EXISTS ${name}`);
}
