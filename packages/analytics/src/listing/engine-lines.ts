import { raw, sql } from '../database/sql.ts';
import { curveShape, restOf } from '../snapshot/curve-file.ts';
import type { EngineLines } from '../snapshot/types.ts';
import type { ProjectContext } from './context.ts';
import { hasEndings } from './decision-figures.ts';
import { ValueLists, valuesSql } from './line-values.ts';
import { pathColumns } from './path-columns.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { LineValues, ValuedSelection } from './types.ts';

interface Row {
  _id: string;
  item_group_id: string;
  price: number | null;
  base_price: number | null;
  cost: number | null;
  stock_qty: number | null;
  season_sales_qty: number | null;
  phase_sales_qty: number;
  upcoming_qty: number;
  breadth: number;
  line_no: number;
  field_values?: string | null;
  level_rates?: number[] | null;
}

/** Lines of a selection as columns, with their curves; line order. */
export async function readEngineLines(
  context: ProjectContext,
  { value_field, ...selection }: ValuedSelection,
): Promise<EngineLines & { values: LineValues | null }> {
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const valued = valuesSql(context, value_field);
  const values = sql`${raw(valued ? ', ' : '')}${valued ?? raw('')}${raw(valued ? ' AS field_values' : '')}`;
  const rows: Row[] = [];
  const stream = context.database.stream<Row>(sql`
    SELECT l._id, l.item_group_id, l.price, l.base_price, l.cost, l.stock_qty, l.season_sales_qty,
      coalesce(l.phase_sales_qty, 0) AS phase_sales_qty, coalesce(l.upcoming_sales_qty, 0) AS upcoming_qty,
      CASE WHEN l.items_count > 0 AND l.stock_qty > 0 THEN greatest(l.in_stock_items_count, 1) / l.items_count ELSE 1 END AS breadth, l.line_no${raw(hasEndings(context.manifest) ? ', l.level_rates' : '')}${values}
    ${fromSql(context, [condition, valued ?? undefined])} ${where} ORDER BY l.line_no`);
  const levels = context.levels.length;
  for await (const batch of stream) rows.push(...batch);
  const withCurves = context.manifest.has_curves;
  const phase_qty = new Float32Array(withCurves ? rows.length * levels : 0);
  const rest_qty = new Float32Array(withCurves ? rows.length * levels * levels : 0);
  const curves = withCurves ? await context.curves.read(rows.map(({ line_no }) => line_no)) : [];
  for (const [index, curve] of curves.entries()) {
    phase_qty.set(curve.subarray(0, levels), index * levels);
    rest_qty.set(restOf(curve, levels), index * levels * levels);
  }
  const column = (pick: (row: Row) => number | null): Float64Array =>
    Float64Array.from(rows, (row) => pick(row) ?? Number.NaN);
  return {
    ids: rows.map(({ _id }) => _id),
    item_group_ids: rows.map(({ item_group_id }) => item_group_id),
    price: column(({ price }) => price),
    base_price: column(({ base_price }) => base_price),
    cost: column(({ cost }) => cost),
    stock_qty: column(({ stock_qty }) => stock_qty),
    season_sales_qty: column(({ season_sales_qty }) => season_sales_qty),
    phase_sales_qty: column(({ phase_sales_qty }) => phase_sales_qty),
    upcoming_qty: column(({ upcoming_qty }) => upcoming_qty),
    breadth: column(({ breadth }) => breadth),
    current_discount: new Float64Array(rows.length),
    phase_qty,
    rest_qty,
    path: pathColumns(curves, curveShape(context.manifest)),
    ...(hasEndings(context.manifest) && {
      level_rate: levelRates(
        rows.map(({ level_rates }) => level_rates ?? null),
        context.levels,
      ),
    }),
    values: valued && listValues(rows),
  };
}

/** The rates that lines' prices stand at, `n * L + l`, in points: the levels where a line has none of its own. */
function levelRates(rates: readonly (readonly number[] | null)[], levels: readonly number[]): Float64Array {
  const found = new Float64Array(rates.length * levels.length);
  rates.forEach((own, line) => {
    found.set(own ?? levels, line * levels.length);
  });
  return found;
}

function listValues(rows: readonly Row[]): LineValues {
  const lists = new ValueLists();
  for (const { field_values } of rows) lists.add(field_values ?? null);
  return lists.values();
}
