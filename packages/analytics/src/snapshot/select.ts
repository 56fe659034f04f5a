import { DuckDBDataChunk, VARCHAR } from '@duckdb/node-api';
import type { Session } from '../database/session.ts';
import { quoteText, raw, type Sql, sql } from '../database/sql.ts';
import { filterSql } from '../listing/filter.ts';
import { describeItemFields, itemFieldLookup } from '../warehouse/item-fields.ts';
import { followCodes, replacing } from './recoded.ts';
import type { SignedProducts, SnapshotRequest, SnapshotSelection } from './types.ts';

const NONE_SIGNED: SignedProducts = { item_group_ids: [], whatever_query: false };

const codes = (values: readonly string[]): string => values.map(quoteText).join(', ');

/** Condition on a code column; an empty choice takes all. */
export function codeCondition(column: string, values: readonly string[] | undefined): string {
  return values && values.length > 0 ? `${column} IN (${codes(values)})` : 'true';
}

/** Table of texts, filled through DuckDB's appender: any length, nothing quoted. */
export async function textTable(
  session: Session,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  await session.run(
    `CREATE OR REPLACE TEMP TABLE "${name}" (${columns.map((column) => `"${column}" VARCHAR`).join(', ')})`,
  );
  const appender = await session.connection.createAppender(name, 'main', 'temp');
  for (let start = 0; start < rows.length; start += 2048) {
    const part = rows.slice(start, start + 2048);
    const chunk = DuckDBDataChunk.create(columns.map(() => VARCHAR));
    chunk.setRows(part.map((row) => [...row]));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** Condition on the products of a list, put into a table of its own. */
export async function listCondition(session: Session, table: string, ids: readonly string[]): Promise<Sql> {
  await textTable(
    session,
    table,
    ['item_group_id'],
    ids.map((id) => [id]),
  );
  return raw(
    `(g.item_group_id IN (SELECT item_group_id FROM temp.${table}) OR ${replacing(`temp.${table}`)})`,
  );
}

/**
 * The products of the query that are alive or signed, and those that the project names; a project of names alone has no
 * query.
 */
async function condition(
  session: Session,
  selection: SnapshotSelection,
  alive: Sql,
  { item_group_ids: signed, whatever_query }: SignedProducts,
): Promise<Sql> {
  const { item_group_ids: ids, excluded_item_group_ids: excluded = [] } = selection;
  const fields = await describeItemFields(session, 'w_');
  const query = filterSql(selection.item_query, itemFieldLookup(fields, 'w_'));
  const held = signed.length > 0 ? await listCondition(session, 'signed', signed) : raw('false');
  const standing = sql`(${alive} OR ${held})`;
  const chosen = query ? sql`(${query}) AND ${standing}` : ids ? raw('false') : standing;
  const named = ids ? sql`(${chosen}) OR ${await listCondition(session, 'wanted', ids)}` : chosen;
  const taken = whatever_query ? sql`(${named}) OR ${held}` : named;
  return excluded.length > 0
    ? sql`(${taken}) AND NOT ${await listCondition(session, 'unwanted', excluded)}`
    : taken;
}

/**
 * Table `line (line_no, _id, item_group_id)`: the products that the selection's query takes and that have something to
 * sell, something on order or recent sales, those it names, and those at signed prices. Lines that existed keep their
 * `_id`, also under the new code of their product. Needs tables `present` and `ordered`.
 */
export async function selectLines(session: Session, request: SnapshotRequest): Promise<void> {
  const { project } = request;
  const today = `DATE ${quoteText(project.data_date)}`;
  const starts = [project.phases[0]?.start_date, project.season_start_date].filter(
    (day) => typeof day === 'string',
  );
  const recent = `least(${[`${today} - 89`, ...starts.map((day) => `DATE ${quoteText(day)}`)].join(', ')})`;
  const places = codeCondition('location_code', project.selection.location_codes);
  const alive = raw(`(NOT EXISTS (FROM "w_stock")
      OR g.item_group_id IN (SELECT item_group_id FROM present WHERE quantity > 0)
      OR g.item_group_id IN (SELECT item_group_id FROM ordered)
      OR g.item_group_id IN (SELECT item_group_id FROM "w_sale" WHERE date >= ${recent} AND date <= ${today} AND ${places}))`);
  const taken = await condition(session, project.selection, alive, request.signed ?? NONE_SIGNED);
  await session.run(
    sql`CREATE TABLE selected AS SELECT g.item_group_id FROM "w_item_group" g WHERE ${taken}`,
  );
  const selected = await session.rows<{ item_group_id: string }>(
    'SELECT item_group_id FROM selected ORDER BY 1',
  );
  const ids = await followCodes(
    session,
    request.line_ids ?? new Map(),
    selected.map(({ item_group_id }) => item_group_id),
    request.former_warehouse_folder ?? null,
  );
  const rows = selected.map(({ item_group_id }) => [
    ids.get(item_group_id) ?? request.newId(),
    item_group_id,
  ]);
  await textTable(session, 'identity', ['_id', 'item_group_id'], rows);
  await session.run(
    `CREATE TABLE line AS SELECT (row_number() OVER (ORDER BY item_group_id) - 1)::INTEGER AS line_no, _id, item_group_id FROM temp.identity ORDER BY item_group_id`,
  );
}
