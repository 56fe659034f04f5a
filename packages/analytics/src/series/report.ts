import { join as joinPath } from 'node:path';
import { daysBetween, type SerieDays } from '@palier/domain';
import { join, quoteText, raw, type Sql, sql } from '../database/sql.ts';
import { leftSql, profitSql, realisedProfitSql, salesSql } from '../formulas.ts';
import { type ProjectContext, recurringRows } from '../listing/context.ts';
import { keysSql } from '../listing/group-query.ts';
import { fromSql, selectionSql } from '../listing/selection.ts';
import { DAY_FILE, LINE_FILE, listSalesOf, pctOf, qtyOf, salesOf } from './record.ts';
import type { CountedSerie, SerieDay, SerieSums, SeriesGroup, SeriesRequest } from './types.ts';

const fileOf = ({ folder }: CountedSerie, name: string): string =>
  `read_parquet(${quoteText(joinPath(folder, name))})`;

/** A phase counted, and SQL of the part of its units that its counted days have. */
interface Flow {
  phase: SerieDays;
  part: string;
  days: number;
}

const isWhole = (held: SerieDays, counted: SerieDays): boolean =>
  held.from_date === counted.from_date && held.to_date === counted.to_date;

function flowsOf({ phases, spans }: CountedSerie): Flow[] {
  return phases.flatMap((phase) => {
    const counted = spans.find(({ project_phase }) => project_phase === phase.project_phase);
    if (!counted) return [];
    const days = daysBetween(counted.from_date, counted.to_date) + 1;
    return [{ phase, days, part: isWhole(phase, counted) ? '1' : `w.part_${phase.project_phase}` }];
  });
}

/** SQL of the part of each phase's units that are gone by the last day counted. */
function goneParts({ phases, spans }: CountedSerie): string[] {
  const last = spans.at(-1);
  return phases.map((phase) => {
    if (!last || phase.project_phase > last.project_phase) return '0';
    if (phase.project_phase < last.project_phase || phase.to_date === last.to_date) return '1';
    return `w.gone_${phase.project_phase}`;
  });
}

/** Parts of phases by family, for those that are not counted whole; empty when all are. */
function partsSql(serie: CountedSerie): string {
  const columns = serie.spans.flatMap((span) => {
    const held = serie.phases.find(({ project_phase }) => project_phase === span.project_phase);
    if (!held || isWhole(held, span)) return [];
    const [from, to] = [span.from_date, span.to_date].map((day) => daysBetween(span.start_date, day));
    const phase = span.project_phase;
    return [
      `sum(share) FILTER (phase = ${phase} AND day BETWEEN ${from} AND ${to}) AS part_${phase}`,
      `sum(share) FILTER (phase = ${phase} AND day <= ${to}) AS gone_${phase}`,
    ];
  });
  if (columns.length === 0) return '';
  return `LEFT JOIN (SELECT family, ${columns.join(', ')} FROM ${fileOf(serie, DAY_FILE)} GROUP BY family) w USING (family)`;
}

const total = (terms: readonly string[]): string => `(${terms.length > 0 ? terms.join(' + ') : '0'})`;
const times = (value: string, part: string): string => (part === '1' ? value : `${value} * ${part}`);

/** What a line of a series sells over some of its phases, as SQL; the formulas are the listing's and the post-mortem's. */
function flowSql(kind: CountedSerie['kind'], flows: readonly Pick<Flow, 'phase' | 'part'>[]) {
  const sum = (of: (phase: SerieDays) => string): string =>
    total(flows.map(({ phase, part }) => times(`(${of(phase)})`, part)));
  const qty = sum(qtyOf);
  if (kind === 'forecast')
    return {
      qty,
      sales: sum((phase) => salesSql('price', pctOf(phase), qtyOf(phase))),
      list_sales: sum((phase) => `price * ${qtyOf(phase)}`),
      profit: sum((phase) => profitSql('base_price', pctOf(phase), 'cost', qtyOf(phase))),
    };
  const sales = sum(salesOf);
  const realised = realisedProfitSql({ sales, qty, price: 'price', base_price: 'base_price', cost: 'cost' });
  // Without a sale, nothing was earned whatever is known of the product.
  const profit = `CASE WHEN ${qty} = 0 AND ${sales} = 0 THEN 0 ELSE ${realised} END`;
  return { qty, sales, list_sales: sum(listSalesOf), profit };
}

/** A row for each line of a series: its figures over the days counted, and what is left on the last of them. */
function lineSql(serie: CountedSerie, index: number): string {
  const flows = flowsOf(serie);
  const gone = goneParts(serie);
  const { qty, sales, list_sales, profit } = flowSql(serie.kind, flows);
  const days = flows.reduce((sum, flow) => sum + flow.days, 0);
  const pct = `${total(flows.map(({ phase, days: own }) => `${pctOf(phase)} * ${own}`))} / ${Math.max(1, days)}`;
  const sold = total(serie.phases.map((phase, at) => times(qtyOf(phase), gone[at] ?? '0')));
  const since = total(serie.phases.map((phase, at) => `${qtyOf(phase)} * (1 - ${gone[at] ?? '0'})`));
  const all = gone.every((part) => part === '1');
  const left =
    serie.kind === 'forecast' ? leftSql('(stock - upcoming)', sold) : all ? 'stock' : `(stock + ${since})`;
  const season =
    serie.kind === 'forecast' ? `(season + upcoming + ${sold})` : all ? 'season' : `(season - ${since})`;
  return `(SELECT line_id, ${qty} AS qty, ${sales} AS sales, ${list_sales} AS list_sales, ${profit} AS profit,
      ${pct} AS pct, stock, ${left} AS left_qty, ${season} AS season_qty, price, cost
    FROM ${fileOf(serie, LINE_FILE)} ${partsSql(serie)}) s${index}`;
}

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

/** Lines of the project that a filter takes, with their keys. */
function chosenSql(context: ProjectContext, { by, filter }: Pick<SeriesRequest, 'by' | 'filter'>): Sql {
  const keys = keysSql(context, by).map((key, index) => sql`${key} AS ${raw(`k${index}`)}`);
  const condition = selectionSql(context.fields, { filter: filter ?? null });
  const where = condition ? sql`WHERE ${condition}` : raw('');
  return sql`SELECT ${join([raw('l._id::UUID AS line_id'), ...keys], ', ')} ${fromSql(context, [condition, ...keys])} ${where}`;
}

/**
 * The figures of some series of a project by the values of fields, over the lines that every one of them has: of the
 * deepest groups alone, since all are sums.
 */
export async function readSeriesGroups(
  context: ProjectContext,
  request: SeriesRequest,
): Promise<SeriesGroup[]> {
  const { series, by } = request;
  const keys = by.map((_, index) => `k${index}`);
  const joined = series.map((serie, index) => `JOIN ${lineSql(serie, index)} USING (line_id)`);
  const sums = series.map((_, index) => sumsSql(index));
  return recurringRows<SeriesGroup>(
    context,
    sql`WITH chosen AS (${chosenSql(context, request)}) SELECT [${raw(keys.join(', '))}]::VARCHAR[] AS keys, [${raw(sums.join(', '))}] AS series
      FROM chosen ${raw(joined.join(' '))} ${raw(keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : '')}`,
  );
}

/** How many lines of each series a filter takes, whatever the others have. */
export async function countSeriesLines(context: ProjectContext, request: SeriesRequest): Promise<number[]> {
  const counts: number[] = [];
  for (const serie of request.series) {
    const [row] = await context.database.rows<{ lines: number }>(
      sql`SELECT count(*)::DOUBLE AS lines FROM (${chosenSql(context, { by: [], filter: request.filter })}) JOIN ${raw(fileOf(serie, LINE_FILE))} USING (line_id)`,
    );
    counts.push(row?.lines ?? 0);
  }
  return counts;
}

/** What the lines of each series sell day by day over the days counted, as their families do. */
export async function readSeriesDays(
  context: ProjectContext,
  request: Omit<SeriesRequest, 'by'>,
): Promise<SerieDay[][]> {
  const { series, filter } = request;
  const common = series.map((serie) => raw(`SELECT line_id FROM ${fileOf(serie, LINE_FILE)}`));
  const found: SerieDay[][] = [];
  for (const serie of series) {
    const parts = flowsOf(serie).map(({ phase }) => dayRows(serie, phase));
    if (parts.length === 0) {
      found.push([]);
      continue;
    }
    const lines = join([chosenIds(context, filter), ...common], ' INTERSECT ');
    found.push(
      await context.database.rows<SerieDay>(
        sql`WITH chosen AS MATERIALIZED (${lines}), held AS MATERIALIZED (FROM ${raw(fileOf(serie, LINE_FILE))} SEMI JOIN chosen USING (line_id))
          ${join(parts, ' UNION ALL ')} ORDER BY 1, 2`,
      ),
    );
  }
  return found;
}

function chosenIds(context: ProjectContext, filter: SeriesRequest['filter']): Sql {
  return sql`SELECT line_id FROM (${chosenSql(context, { by: [], filter })})`;
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
