import type { Database } from '../database/database.ts';
import { sizeOrderSql } from '../database/size-order.ts';
import { quoteIdentifier, raw, sql } from '../database/sql.ts';
import { codeCondition } from '../snapshot/select.ts';
import { SAID_PRICE } from '../warehouse/price-history.ts';
import type {
  ProductDay,
  ProductDetail,
  ProductPlace,
  ProductPrice,
  ProductVariant,
  ProductView,
} from './types.ts';

/** Everything the warehouse knows of one product, as `view` looks at it; null when it does not know it. */
export async function readProduct(
  database: Database,
  prefix: string,
  id: string,
  view: ProductView = {},
): Promise<ProductDetail | null> {
  const table = (name: string) => raw(quoteIdentifier(prefix + name));
  const [group] = await database.rows<Record<string, string | number | null>>(
    sql`SELECT * REPLACE (on_sale_date::VARCHAR AS on_sale_date) FROM ${table('item_group')} WHERE item_group_id = ${id}`,
  );
  if (!group) return null;
  const today = view.data_date
    ? sql`${view.data_date}::DATE`
    : sql`(SELECT coalesce(max(date), DATE '9999-12-31') FROM ${table('sale')})`;
  const kept = raw(codeCondition('s.inventory_code', view.inventory_codes));
  const sold = sql`(SELECT * FROM ${table('sale')} WHERE item_group_id = ${id} AND date <= ${today}
    AND ${raw(codeCondition('location_code', view.location_codes))})`;
  const stocked = view.data_date ? sql`date <= ${today}` : raw('true');
  const present = sql`(SELECT s.* FROM ${table('stock')} s JOIN (SELECT inventory_code, max(date) AS date FROM ${table('stock')} WHERE ${stocked} GROUP BY 1) l
    ON s.date = l.date AND s.inventory_code IS NOT DISTINCT FROM l.inventory_code WHERE s.item_group_id = ${id} AND ${kept})`;
  const [variants, places, daily_sales, prices, orders] = await Promise.all([
    database.rows<ProductVariant>(sql`
      SELECT i.item_id, i.size, i.color, coalesce(s.stock_qty, 0) AS stock_qty, coalesce(s.in_store_stock_qty, 0) AS in_store_stock_qty,
        coalesce(v.sales_qty, 0) AS sales_qty, coalesce(v.last_28_days, 0) / 4 AS weekly_sales_qty
      FROM ${table('item')} i
      LEFT JOIN (SELECT item_id, sum(greatest(quantity, 0)) AS stock_qty, sum(greatest(quantity, 0)) FILTER (coalesce(p.kind, 'store') = 'store') AS in_store_stock_qty
        FROM ${present} q LEFT JOIN ${table('place')} p ON p.code = q.inventory_code GROUP BY item_id) s USING (item_id)
      LEFT JOIN (SELECT item_id, sum(quantity) AS sales_qty, sum(quantity) FILTER (date > ${today} - 28) AS last_28_days
        FROM ${sold} GROUP BY item_id) v USING (item_id)
      WHERE i.item_group_id = ${id} ORDER BY ${raw(sizeOrderSql('i.size'))}, i.item_id`),
    database.rows<ProductPlace>(sql`
      SELECT code, coalesce(p.name, code) AS name, coalesce(p.kind, 'store') AS kind, coalesce(sum(stock), 0) AS stock_qty, coalesce(sum(sold), 0) AS sales_qty_last_30_days FROM (
        SELECT inventory_code AS code, greatest(quantity, 0) AS stock, 0 AS sold FROM ${present} WHERE inventory_code IS NOT NULL
        UNION ALL SELECT location_code, 0, quantity FROM ${sold} WHERE location_code IS NOT NULL AND date > ${today} - 30) x
      LEFT JOIN ${table('place')} p USING (code) GROUP BY ALL ORDER BY stock_qty DESC, code`),
    database.rows<ProductDay>(sql`
      SELECT coalesce(d.date, k.date)::VARCHAR AS date, coalesce(qty, 0) AS qty, coalesce(sales, 0) AS sales, k.stock FROM
        (SELECT date, sum(quantity) AS qty, sum(amount) AS sales FROM ${sold} GROUP BY date) d
      FULL JOIN (SELECT date, sum(greatest(quantity, 0)) AS stock FROM ${table('stock')} s WHERE item_group_id = ${id} AND ${stocked} AND ${kept} GROUP BY date) k
        ON k.date = d.date ORDER BY 1`),
    database.rows<ProductPrice>(sql`
      SELECT from_date::VARCHAR AS from_date, max(price) AS price, nullif(price_list_id, '') AS price_list_id FROM ${table('price')}
      WHERE item_group_id = ${id} AND price IS NOT NULL AND ${raw(SAID_PRICE)} GROUP BY ALL ORDER BY price_list_id NULLS FIRST, from_date`),
    database.rows<{ expected_date: string; quantity: number }>(
      sql`SELECT expected_date::VARCHAR AS expected_date, sum(quantity) AS quantity FROM ${table('order')} WHERE item_group_id = ${id} GROUP BY 1 ORDER BY 1`,
    ),
  ]);
  return { item_group_id: id, attributes: group, variants, places, daily_sales, prices, orders };
}
