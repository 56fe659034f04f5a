import type { Row, Session } from '../database/database.ts';
import { join, list, quoteIdentifier, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { DEFAULT_PAGE, MAXIMUM_PAGE, type ProjectContext } from './context.ts';
import { afterSql, decodeCursor, encodeCursor, sortKey } from './cursor.ts';
import { ALWAYS } from './decisions.ts';
import { chosenFields, type ListingField } from './fields.ts';
import { presentLine } from './present.ts';
import { fromSql, selectionSql } from './selection.ts';
import { HISTORY_FIELD, readHistories } from './series.ts';
import type { FieldChoice, LinePage, LineRow, LineSelection, PageRequest } from './types.ts';

const DEFAULT_SORT = 'item_group_id';

export type Order = { sort: string; order: 'asc' | 'desc'; key: Sql };

export const lineOrder = (context: ProjectContext, request: PageRequest): Order => {
  const sort = request.sort ?? DEFAULT_SORT;
  const order = request.order ?? 'asc';
  if (order !== 'asc' && order !== 'desc') throw new InvalidQueryError('Requête non valide');
  const field = context.fields.get(sort);
  return { sort, order, key: sortKey(field.definition, field.column) };
};

export const pageSize = (size: number | undefined): number =>
  Math.min(MAXIMUM_PAGE, Math.max(1, Math.trunc(size ?? DEFAULT_PAGE)));

const selected = ({ definition, column }: ListingField): Sql => {
  const shown = definition.type === 'date' ? sql`${column}::VARCHAR` : column;
  return sql`${shown} AS ${raw(quoteIdentifier(definition.id))}`;
};

/** Columns of an answer's lines: what was asked, identity, decisions, prices, and the curve. */
export const lineColumns = (
  context: ProjectContext,
  choice: FieldChoice,
): { columns: Sql; withCurve: boolean } => {
  const fields = chosenFields(context.fields, choice).filter(
    ({ definition }) => definition.id !== HISTORY_FIELD,
  );
  const known = new Set(fields.map(({ definition }) => definition.id));
  const withCurve = context.manifest.has_curves && !choice.excludes?.includes('curve');
  const columns = [
    raw('l._id, l.item_group_id'),
    ...fields.filter(({ definition }) => definition.id !== 'item_group_id').map(selected),
    ...ALWAYS.filter((name) => !known.has(name)).map((name) => raw(`d.${name}`)),
    ...['price', 'base_price', 'cost', 'stock_qty', 'title', 'season_sales_qty']
      .filter((name) => !known.has(name) && context.fields.find(name))
      .map((name) => raw(`l.${name}`)),
    ...(withCurve
      ? ['phase_qty', 'phase_p10', 'phase_p90', 'rest_qty'].map((name) => raw(`c.${name} AS "@${name}"`))
      : []),
  ];
  return { columns: join(columns, ', '), withCurve };
};

const direction = (order: Pick<Order, 'order'>): Sql =>
  raw(order.order === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST');

/** Rows of the lines that `page (line_no, sort_key, sort_id)` holds, in its order. */
const fetchSql = (
  context: ProjectContext,
  page: Sql,
  choice: FieldChoice,
  order: Pick<Order, 'order'>,
  more: Sql = raw(''),
): Sql => {
  const { columns, withCurve } = lineColumns(context, choice);
  const curve = withCurve ? raw(`LEFT JOIN ${context.facts}.curve c ON c.line_no = l.line_no`) : raw('');
  return sql`WITH page AS MATERIALIZED (${page})
    SELECT page.sort_key AS "@sort_key", ${columns}${more} FROM page
    JOIN ${raw(context.facts)}.line l ON l.line_no = page.line_no JOIN ${raw(context.decisions)} d ON d.line_no = page.line_no ${curve}
    ORDER BY page.sort_key ${direction(order)}, page.sort_id`;
};

const keysSql = (context: ProjectContext, condition: Sql | undefined, order: Order): Sql => {
  const from = fromSql(context, [condition, order.key]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  return sql`SELECT l.line_no, ${order.key} AS sort_key, l._id AS sort_id ${from} ${where} ORDER BY sort_key ${direction(order)}, sort_id`;
};

export const countLines = async (context: ProjectContext, condition: Sql | undefined): Promise<number> => {
  if (!condition) return context.manifest.line_count;
  const from = fromSql(context, [condition]);
  const [row] = await context.database.rows<{ count: number }>(
    sql`SELECT count(*) AS count ${from} WHERE ${condition}`,
  );
  return row?.count ?? 0;
};

const withProject = (line: LineRow, context: ProjectContext): LineRow => {
  line.project_phase = context.manifest.working_phase;
  return line;
};

const addHistories = async (
  context: ProjectContext,
  lines: LineRow[],
  choice: FieldChoice,
): Promise<void> => {
  const asked = [...(choice.includes ?? []), ...(choice.fields ?? [])].includes(HISTORY_FIELD);
  if (!asked || lines.length === 0) return;
  const histories = await readHistories(
    context,
    lines.map(({ _id }) => _id),
  );
  for (const line of lines) line[HISTORY_FIELD] = histories.get(line._id) ?? null;
};

/** One page of lines in a stable order: the sort field, missing values last, then `_id`. */
export const readLines = async (
  context: ProjectContext,
  request: LineSelection & FieldChoice & PageRequest,
): Promise<LinePage> => {
  const order = lineOrder(context, request);
  const size = pageSize(request.size);
  const condition = selectionSql(context.fields, request);
  const cursor = request.after ? decodeCursor(request.after, order.sort, order.order) : null;
  const after = cursor ? afterSql(order.key, raw('l._id'), cursor) : undefined;
  const both = [condition, after].filter((part): part is Sql => part !== undefined);
  const keys = keysSql(
    context,
    both.length > 0
      ? join(
          both.map((part) => sql`(${part})`),
          ' AND ',
        )
      : undefined,
    order,
  );
  const [rows, discount_count] = await Promise.all([
    context.database.rows(fetchSql(context, sql`${keys} LIMIT ${size + 1}`, request, order)),
    countLines(context, condition),
  ]);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  const data = shown.map((row) => withProject(presentLine(row, context.levels), context));
  await addHistories(context, data, request);
  return { data, discount_count, cursor: last ? cursorOf(last, order) : null };
};

const cursorOf = (row: Row, order: Order): string =>
  encodeCursor({
    sort: order.sort,
    order: order.order,
    value: row['@sort_key'] as string | number | null,
    id: String(row._id),
  });

/** Lines in the order of their groups' keys (missing ones last), then in the order asked; `groups` are the keys. */
const groupedKeysSql = (
  context: ProjectContext,
  condition: Sql | undefined,
  order: Order,
  groups: readonly Sql[],
): Sql => {
  const names = groups.map((_, index) => `k${index}`);
  const from = fromSql(context, [condition, order.key, ...groups]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const keys = join(
    groups.map((key, index) => sql`${key} AS ${raw(names[index] ?? 'k')}`),
    ', ',
  );
  const places = raw(names.map((name) => `strip_accents(lower(${name})) NULLS LAST, ${name}`).join(', '));
  return sql`SELECT line_no, sort_id, [${raw(names.join(', '))}] AS keys,
      row_number() OVER (ORDER BY ${places}, sort_key ${direction(order)}, sort_id) AS sort_key
    FROM (SELECT l.line_no, ${order.key} AS sort_key, l._id AS sort_id, ${keys} ${from} ${where})`;
};

/**
 * Every line of a selection in order, by batches of about 2,000. With the keys of groups, lines of a group
 * follow each other and each tells its `keys`.
 */
export async function* streamLines(
  context: ProjectContext,
  request: LineSelection & FieldChoice & PageRequest,
  groups: readonly Sql[] = [],
): AsyncGenerator<LineRow[]> {
  const order = lineOrder(context, request);
  const condition = selectionSql(context.fields, request);
  const choice = { excludes: ['curve'], ...request };
  const query =
    groups.length === 0
      ? fetchSql(context, keysSql(context, condition, order), choice, order)
      : fetchSql(
          context,
          groupedKeysSql(context, condition, order, groups),
          choice,
          { order: 'asc' },
          raw(', page.keys AS "@keys"'),
        );
  for await (const batch of context.database.stream(query)) {
    const lines = batch.map((row) => {
      const line = withProject(presentLine(row, context.levels), context);
      if (groups.length > 0) line.keys = row['@keys'] as (string | null)[];
      return line;
    });
    await addHistories(context, lines, request);
    yield lines;
  }
}

/** Given lines, in the order given; unknown ids are left out. */
export const readLinesById = async (
  context: ProjectContext,
  ids: readonly string[],
  choice: FieldChoice,
): Promise<LineRow[]> => {
  if (ids.length === 0) return [];
  const order = lineOrder(context, {});
  const page = keysSql(context, sql`l._id IN (SELECT unnest(${list(ids)}))`, order);
  const rows = await context.database.rows(fetchSql(context, page, choice, order));
  const byId = new Map(
    rows.map((row) => [String(row._id), withProject(presentLine(row, context.levels), context)]),
  );
  const lines = ids.flatMap((id) => byId.get(id) ?? []);
  await addHistories(context, lines, choice);
  return lines;
};

/** Ids of a selection's lines, in the snapshot's order. */
export const readLineIds = async (context: ProjectContext, selection: LineSelection): Promise<string[]> => {
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const rows = await context.database.rows<{ _id: string }>(
    sql`SELECT l._id ${fromSql(context, [condition])} ${where} ORDER BY l.line_no`,
  );
  return rows.map(({ _id }) => _id);
};

/** The first lines of each of several groups, in one query. */
export const readFirstLines = async (
  context: ProjectContext,
  session: Session,
  request: LineSelection & FieldChoice & PageRequest,
  keys: readonly Sql[],
  wanted: readonly (readonly (string | null)[])[] | undefined,
): Promise<{ keys: (string | null)[]; line: LineRow; sort_key: unknown }[]> => {
  const order = lineOrder(context, request);
  const condition = selectionSql(context.fields, request);
  const names = keys.map((_, index) => raw(`k${index}`));
  const chosen = wanted
    ? join(
        wanted.map(
          (group) =>
            sql`(${join(
              names.map((name, index) => sql`${name} IS NOT DISTINCT FROM ${group[index] ?? null}::VARCHAR`),
              ' AND ',
            )})`,
        ),
        ' OR ',
      )
    : raw('true');
  const from = fromSql(context, [condition, order.key, ...keys]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const page = sql`SELECT *, row_number() OVER (PARTITION BY ${join(names, ', ')} ORDER BY sort_key ${direction(order)}, sort_id) AS place FROM (
      SELECT l.line_no, ${order.key} AS sort_key, l._id AS sort_id, ${join(
        keys.map((key, index) => sql`${key} AS ${names[index] ?? raw('k')}`),
        ', ',
      )} ${from} ${where})
    WHERE ${chosen} QUALIFY place <= ${pageSize(request.size) + 1}`;
  const { columns, withCurve } = lineColumns(context, request);
  const curve = withCurve ? raw(`LEFT JOIN ${context.facts}.curve c ON c.line_no = l.line_no`) : raw('');
  const rows = await session.rows(sql`WITH page AS MATERIALIZED (${page})
    SELECT page.sort_key AS "@sort_key", ${join(
      names.map((name) => sql`page.${name} AS ${raw(`"@${name.text}"`)}`),
      ', ',
    )}, ${columns} FROM page
    JOIN ${raw(context.facts)}.line l ON l.line_no = page.line_no JOIN ${raw(context.decisions)} d ON d.line_no = page.line_no ${curve}
    ORDER BY ${join(
      names.map((name) => sql`page.${name} NULLS LAST`),
      ', ',
    )}, page.place`);
  const found = rows.map((row) => ({
    keys: keys.map((_, index) => (row[`@k${index}`] ?? null) as string | null),
    line: withProject(presentLine(row, context.levels), context),
    sort_key: row['@sort_key'],
  }));
  await addHistories(
    context,
    found.map(({ line }) => line),
    request,
  );
  return found;
};
