import { daysBetween, type SerieDays } from '@palier/domain';
import { join, quoteText, raw, type Sql, sql } from '../database/sql.ts';
import { type ProjectContext, recurringRows } from '../listing/context.ts';
import { keysSql } from '../listing/group-query.ts';
import { fromSql, selectionSql } from '../listing/selection.ts';
import { fileOf, flowSql, flowsOf } from './line-figures.ts';
import { DAY_FILE, LINE_FILE } from './record.ts';
import type { CountedSerie, SerieDay, SerieSums, SeriesGroup, SeriesRequest } from './types.ts';

/** The sums of a series' lines; what is not known of a line is left out of its sum, as in the listing's totals. */
function sumsSql(index: number): string {
  const of = (column: string): string => `s${index}.${column}`;
  const [sales, list_sales, left] = [of('sales'), of('list_sales'), of('left_qty')];
  const sums: Record<keyof SerieSums, string> = {
    sales_qty: `sum(${of('qty')})`,
    sales: `sum(${sales})`,
    list_sales: `sum(CASE WHEN ${sales} IS NOT NULL THEN ${list_sales} END)`,
    discount_budget: `sum(${list_sales} - ${sales})`,
    profit: `sum(${of('profit')})`,
    season_sales_qty: `sum(${of('season_qty')})`,
    sold_qty: `sum(CASE WHEN ${left} IS NOT NULL THEN ${of('season_qty')} END)`,
    stock_qty: `sum(${left})`,
    stock_cost_value: `sum(${left} * ${of('cost')})`,
    stock_retail_value: `sum(${left} * ${of('price')})`,
    face_sum: `sum(${of('pct')} * ${of('stock')})`,
    face_weight: `sum(CASE WHEN ${of('pct')} IS NOT NULL THEN ${of('stock')} END)`,
    line_count: 'count(*)',
    unknown_count: `count(*) FILTER (${sales} IS NULL OR ${of('profit')} IS NULL)`,
  };
  const named = Object.entries(sums).map(([name, sum]) => `${name}: (${sum})::DOUBLE`);
  return `{${named.join(', ')}}`;
}

/** Lines that a filter takes, beside their figures in the series' tables, and the values that they are asked for. */
function besideSql(
  context: ProjectContext,
  { by, filter }: Pick<SeriesRequest, 'by' | 'filter'>,
  tables: readonly string[],
): { keys: Sql[]; from: Sql; condition: Sql | undefined } {
  const keys = keysSql(context, by);
  const condition = selectionSql(context.fields, { filter: filter ?? null });
  const joined = tables.map((table, index) => raw(`POSITIONAL JOIN ${table} s${index}`));
  return { keys, condition, from: join([fromSql(context, [condition, ...keys]), ...joined], ' ') };
}

const heldBy = (tables: readonly string[]): Sql[] => tables.map((_, index) => raw(`s${index}.held`));

/** The lines that a filter takes and that all the series have. */
const whereCommon = (condition: Sql | undefined, tables: readonly string[]): Sql =>
  sql`WHERE ${join([...(condition ? [condition] : []), ...heldBy(tables)], ' AND ')}`;

/**
 * The figures of some series of a project by the values of fields, over the lines that every one of them has: of the
 * deepest groups alone, since all are sums.
 */
export function readSeriesGroups(context: ProjectContext, request: SeriesRequest): Promise<SeriesGroup[]> {
  return context.series.use(request.series, (tables) => {
    const { keys, condition, from } = besideSql(context, request, tables);
    const names = raw(keys.map((_, index) => `k${index}`).join(', '));
    const named = keys.map((key, index) => sql`${key} AS ${raw(`k${index}`)}, `);
    const sums = raw(tables.map((_, index) => sumsSql(index)).join(', '));
    return recurringRows<SeriesGroup>(
      context,
      sql`SELECT [${names}]::VARCHAR[] AS keys, series
        FROM (SELECT ${join(named, '')}[${sums}] AS series ${from} ${whereCommon(condition, tables)} GROUP BY ALL)`,
    );
  });
}

/** How many lines of each series a filter takes, whatever the others have. */
export function countSeriesLines(context: ProjectContext, request: SeriesRequest): Promise<number[]> {
  return context.series.use(request.series, async (tables) => {
    const { condition, from } = besideSql(context, { by: [], filter: request.filter }, tables);
    const counts = heldBy(tables).map((held) => sql`count(*) FILTER (${held})::DOUBLE`);
    const [row] = await recurringRows<{ lines: number[] }>(
      context,
      sql`SELECT [${join(counts, ', ')}] AS lines ${from} ${condition ? sql`WHERE ${condition}` : raw('')}`,
    );
    return row?.lines ?? [];
  });
}

/** What the lines of each series sell day by day over the days counted, as their families do. */
export function readSeriesDays(
  context: ProjectContext,
  request: Omit<SeriesRequest, 'by'>,
): Promise<SerieDay[][]> {
  const { series, filter } = request;
  return context.series.use(series, async (tables) => {
    const { condition, from } = besideSql(context, { by: [], filter }, tables);
    const lines = sql`SELECT l._id::UUID AS line_id ${from} ${whereCommon(condition, tables)}`;
    const found: SerieDay[][] = [];
    for (const serie of series) {
      const parts = flowsOf(serie).map(({ phase }) => dayRows(serie, phase));
      const held = raw(`FROM ${fileOf(serie, LINE_FILE)} SEMI JOIN chosen USING (line_id)`);
      found.push(
        parts.length === 0
          ? []
          : await context.database.rows<SerieDay>(
              sql`WITH chosen AS MATERIALIZED (${lines}), held AS MATERIALIZED (${held}) ${join(parts, ' UNION ALL ')} ORDER BY 1, 2`,
            ),
      );
    }
    return found;
  });
}

/** The days of one phase: what its lines sell in all, as each family's days have it. */
function dayRows(serie: CountedSerie, phase: SerieDays): Sql {
  const span = serie.spans.find(({ project_phase }) => project_phase === phase.project_phase) ?? phase;
  const { qty, sales, list_sales, profit } = flowSql(serie.kind, [{ phase, part: '1' }]);
  const [from, to] = [span.from_date, span.to_date].map((day) => daysBetween(span.start_date, day));
  const over = (name: string): string => `sum(${name} * share)::DOUBLE AS ${name}`;
  return raw(`SELECT ${phase.project_phase}::DOUBLE AS project_phase, (DATE ${quoteText(span.start_date)} + day)::VARCHAR AS date,
      ${over('sales_qty')}, ${over('sales')}, ${over('list_sales')}, ${over('profit')}
    FROM (SELECT family, sum(${qty}) AS sales_qty, sum(${sales}) AS sales, sum(${list_sales}) AS list_sales, sum(${profit}) AS profit FROM held GROUP BY family)
      JOIN (FROM ${fileOf(serie, DAY_FILE)} WHERE phase = ${phase.project_phase} AND day BETWEEN ${from} AND ${to}) USING (family)
    GROUP BY day`);
}
