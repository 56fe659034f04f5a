import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { ratioSql } from '../formulas.ts';
import type { EngineLines, LinePrices, SnapshotProject } from './types.ts';

interface Row {
  _id: string;
  item_group_id: string;
  price: number | null;
  base_price: number | null;
  cost: number | null;
  stock_qty: number | null;
  season_sales_qty: number;
  phase_sales_qty: number;
  breadth: number;
  current_discount: number | null;
}

/** The columns of `metric` that lines are read from: the others may wait for the curves. */
export const LINE_METRICS: ReadonlySet<string> = new Set([
  ...['line_no', '_id', 'item_group_id', 'price', 'base_price', 'cost', 'stock_qty', 'season_sales_qty'],
  ...['phase_sales_qty', 'items_count', 'in_stock_items_count'],
]);

const numberOrNaN = (value: number | null | undefined): number => value ?? Number.NaN;

/** The lines of a snapshot under construction, in line order. */
export async function readLines(session: Session, project: SnapshotProject): Promise<EngineLines> {
  const today = `DATE ${quoteText(project.data_date)}`;
  const rows = await session.rows<Row>(`
    SELECT _id, item_group_id, price, base_price, cost, stock_qty, season_sales_qty, phase_sales_qty,
      CASE WHEN items_count > 0 AND stock_qty > 0 THEN greatest(in_stock_items_count, 1) / items_count ELSE 1 END AS breadth, current_discount
    FROM metric LEFT JOIN (
      SELECT line_no, 1 - ${ratioSql('sum(sales)', 'sum(list_sales)')} AS current_discount FROM (
        SELECT * FROM day WHERE date > ${today} - 28 AND qty > 0 QUALIFY date > max(date) OVER (PARTITION BY line_no) - 7)
      GROUP BY line_no) USING (line_no)
    ORDER BY line_no`);
  const column = (pick: (row: Row) => number): Float64Array => Float64Array.from(rows, pick);
  return {
    ids: rows.map(({ _id }) => _id),
    item_group_ids: rows.map(({ item_group_id }) => item_group_id),
    price: column(({ price }) => numberOrNaN(price)),
    base_price: column(({ base_price }) => numberOrNaN(base_price)),
    cost: column(({ cost }) => numberOrNaN(cost)),
    stock_qty: column(({ stock_qty }) => numberOrNaN(stock_qty)),
    season_sales_qty: column(({ season_sales_qty }) => season_sales_qty),
    phase_sales_qty: column(({ phase_sales_qty }) => phase_sales_qty),
    upcoming_qty: new Float64Array(rows.length),
    breadth: column(({ breadth }) => breadth),
    current_discount: column(({ current_discount }) => Math.max(0, current_discount ?? 0)),
    phase_qty: new Float32Array(0),
    rest_qty: new Float32Array(0),
  };
}

/** What each line sells at, with its variants, in line order. */
export function readPrices(session: Session): Promise<LinePrices[]> {
  return session.rows<LinePrices>(
    'SELECT m._id, p.price, p.variants FROM metric m JOIN line_price p USING (line_no) ORDER BY line_no',
  );
}

/** Units of each line sold from a day on, up to the day before `to`, in line order. */
export async function readSold(session: Session, from: string, to: string): Promise<Float64Array> {
  const rows = await session.rows<{ qty: number }>(`
    SELECT coalesce(sum(qty) FILTER (date >= DATE ${quoteText(from)} AND date < DATE ${quoteText(to)}), 0)::DOUBLE AS qty
    FROM line LEFT JOIN day USING (line_no) GROUP BY line_no ORDER BY line_no`);
  return Float64Array.from(rows, ({ qty }) => qty);
}
