import { dayNumber, dayOfNumber } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteText, raw } from '../database/sql.ts';
import { ratioSql } from '../formulas.ts';
import { eachBatch } from './batches.ts';
import { codeCondition } from './select.ts';
import { sharedFloats, sharedMap } from './shared-floats.ts';
import type { SnapshotProject, WeeklyPanelData } from './types.ts';
import { type PanelSize, readWeeklyStock } from './weekly-stock.ts';

/** Days since the Monday of the week; 1970-01-01 was a Thursday. */
const sinceMonday = (day: number): number => (((day - 4) % 7) + 7) % 7;

interface Product {
  item_group_id: string;
  line_no: number | null;
  category: string;
  subcategory: string;
  price: number | null;
  list_price: number | null;
  /** Of its first sale. */
  first_date: string | null;
  on_sale_date: string | null;
}

function numbering(names: readonly string[]): { index: Int32Array; names: string[] } {
  const known = new Map<string, number>();
  const index = Int32Array.from(names, (name) => {
    const found = known.get(name) ?? known.size;
    known.set(name, found);
    return found;
  });
  return { index, names: [...known.keys()] };
}

/** In the order of their codes, whichever are lines: projects that learn from the same products have the same panel. */
function listProducts(session: Session, project: SnapshotProject, fromDay: number): Promise<Product[]> {
  const places = codeCondition('location_code', project.selection.location_codes);
  return session.rows<Product>(`
    SELECT g.item_group_id, line.line_no, coalesce(g.family, g.section, '') AS category, coalesce(g.family, '') || '/' || coalesce(g.subfamily, '') AS subcategory,
      coalesce(p.price, g.price) AS price, s.list_price, s.first_date::VARCHAR AS first_date, g.on_sale_date::VARCHAR AS on_sale_date
    FROM "w_item_group" g LEFT JOIN line USING (item_group_id) LEFT JOIN line_price p USING (line_no)
    LEFT JOIN (SELECT item_group_id, min(date) FILTER (quantity > 0) AS first_date, max(date) AS last_date, arg_max(list_price, date) AS list_price
      FROM "w_priced_sale" WHERE date <= DATE ${quoteText(project.data_date)} AND ${places} GROUP BY item_group_id) s ON s.item_group_id = g.item_group_id
    WHERE line.line_no IS NOT NULL OR (s.first_date IS NOT NULL AND s.last_date >= DATE ${quoteText(dayOfNumber(fromDay))})
    ORDER BY g.item_group_id`);
}

/**
 * Column of a product's first sale; of the day it was put on sale when it has sold nothing: its weeks of before say
 * nothing against it.
 */
function firstWeek({ first_date, on_sale_date }: Product, firstDay: number): number {
  const day = first_date ?? on_sale_date;
  return day === null ? -1_000_000 : Math.floor((dayNumber(day) - firstDay) / 7);
}

function rowsOfLines(products: readonly Product[]): Int32Array {
  const rows = new Int32Array(products.filter(({ line_no }) => line_no !== null).length).fill(-1);
  for (const [row, { line_no }] of products.entries()) if (line_no !== null) rows[line_no] = row;
  return rows;
}

interface Matrices {
  units: Float32Array;
  discount: Float32Array;
  list: Float32Array;
}

async function readSales(session: Session, project: SnapshotProject, size: PanelSize): Promise<Matrices> {
  const { items, weeks, firstDay } = size;
  const found = {
    units: sharedFloats(items * weeks),
    discount: sharedFloats(items * weeks).fill(Number.NaN),
    list: new Float32Array(items * weeks).fill(Number.NaN),
  };
  const places = codeCondition('location_code', project.selection.location_codes);
  await eachBatch(
    session,
    raw(`SELECT row_no, ((date - DATE ${quoteText(dayOfNumber(firstDay))}) // 7)::INTEGER AS week, sum(quantity)::DOUBLE AS units,
        coalesce(1 - ${ratioSql('sum(coalesce(amount, quantity * list)) FILTER (list > 0 AND quantity > 0)', 'sum(quantity * list) FILTER (list > 0 AND quantity > 0)')}, 'nan'::DOUBLE) AS discount,
        coalesce(sum(quantity * list) FILTER (quantity > 0) / nullif(sum(quantity) FILTER (list > 0 AND quantity > 0), 0), 'nan'::DOUBLE) AS list
      FROM (SELECT row_no, date, quantity, amount, CASE WHEN is_foreign THEN list_price ELSE coalesce(list_price, price) END AS list FROM "w_priced_sale" JOIN panel_row USING (item_group_id)
        WHERE date >= DATE ${quoteText(dayOfNumber(firstDay))} AND date < DATE ${quoteText(dayOfNumber(firstDay + 7 * weeks))} AND ${places})
      GROUP BY ALL`),
    ([rows, columns, units, discount, list], count) => {
      for (let index = 0; index < count; index++) {
        const at = (rows?.[index] ?? 0) * weeks + (columns?.[index] ?? 0);
        found.units[at] = Math.max(0, units?.[index] ?? 0);
        found.discount[at] = discount?.[index] ?? Number.NaN;
        found.list[at] = list?.[index] ?? Number.NaN;
      }
    },
  );
  return found;
}

/** Carries a value over the weeks without sales: forward, and back before the first one. */
function carry(values: Float32Array, weeks: number, usual: (item: number) => number): void {
  for (let item = 0; item * weeks < values.length; item++) {
    const row = values.subarray(item * weeks, (item + 1) * weeks);
    let last = usual(item);
    for (let week = 0; week < weeks; week++) {
      const value = row[week] as number;
      if (Number.isFinite(value)) last = value;
      else row[week] = last;
    }
  }
}

function priceIndex(list: Float32Array, listPrice: Float64Array, weeks: number): Float32Array | null {
  let moved = false;
  const index = sharedMap(list, (price, at) => {
    const now = listPrice[Math.floor(at / weeks)] ?? 0;
    const ratio = now > 0 && price > 0 ? price / now : 1;
    if (Math.abs(ratio - 1) > 0.005) moved = true;
    return ratio;
  });
  return moved ? index : null;
}

/** Weeks of a panel at least, where that many are asked for: fewer say nothing that a model could learn. */
const LEAST_WEEKS = 13;

/**
 * How many of the weeks asked for a panel has: none from before the first sale known. A history that begins later is
 * short, not one whose first year sold nothing: the first week of its sales would pass for a peak after calm weeks.
 */
function knownWeeks(products: readonly Product[], nextMonday: number, weeks: number): number {
  const first = products.flatMap(({ first_date }) => first_date ?? []).sort()[0];
  if (first === undefined) return weeks;
  const known = Math.ceil((nextMonday - dayNumber(first)) / 7);
  return Math.min(weeks, Math.max(known, LEAST_WEEKS));
}

/**
 * The weekly panel of the last whole weeks at the data date, `weeks` at most: the snapshot's products, and every other
 * that sold in these weeks, so that lines borrow from them.
 */
export async function extractPanel(
  session: Session,
  project: SnapshotProject,
  options: { weeks: number },
): Promise<WeeklyPanelData> {
  const dataDay = dayNumber(project.data_date);
  const nextMonday = dataDay + 1 - sinceMonday(dataDay + 1);
  const products = await listProducts(session, project, nextMonday - 7 * options.weeks);
  const weeks = knownWeeks(products, nextMonday, options.weeks);
  const firstDay = nextMonday - 7 * weeks;
  await session.run(
    'CREATE OR REPLACE TABLE panel_row (row_no INTEGER, item_group_id VARCHAR, price DOUBLE)',
  );
  const appender = await session.connection.createAppender('panel_row');
  for (const [row, { item_group_id, price }] of products.entries()) {
    appender.appendInteger(row);
    appender.appendVarchar(item_group_id);
    if (price === null) appender.appendNull();
    else appender.appendDouble(price);
    appender.endRow();
  }
  appender.closeSync();
  const size: PanelSize = { items: products.length, weeks, firstDay };
  const { units, discount, list } = await readSales(session, project, size);
  for (let at = 0; at < discount.length; at++)
    if (Number.isFinite(discount[at])) discount[at] = Math.min(0.95, Math.max(0, discount[at] as number));
  carry(discount, weeks, () => 0);
  const list_price = Float64Array.from(
    products,
    ({ price, list_price: last }) => price ?? last ?? Number.NaN,
  );
  carry(list, weeks, (item) => list_price[item] ?? Number.NaN);
  const stock = await readWeeklyStock(session, project, size, units);
  const category = numbering(products.map((product) => product.category));
  const subcategory = numbering(products.map((product) => product.subcategory));
  return {
    product_ids: products.map(({ item_group_id }) => item_group_id),
    category_names: category.names,
    subcategory_names: subcategory.names,
    line_rows: rowsOfLines(products),
    panel: {
      item_count: products.length,
      week_count: weeks,
      first_week_day: firstDay,
      units,
      discount,
      availability: stock?.availability ?? null,
      breadth: stock?.breadth ?? null,
      price_index: priceIndex(list, list_price, weeks),
      list_price,
      first_week: Int32Array.from(products, (product) => firstWeek(product, firstDay)),
      category: category.index,
      category_count: category.names.length,
      subcategory: subcategory.index,
    },
  };
}
