import type { Session } from '../database/session.ts';
import { sizeOrderSql } from '../database/size-order.ts';
import { quoteText } from '../database/sql.ts';
import { listedSql } from '../warehouse/price-history.ts';
import type { SnapshotProject } from './types.ts';

/** A mean that leaves equal values as they are: no last digit of 24,5 becomes 24,500000000000004. */
function meanSql(value: string, mean: string): string {
  return `CASE WHEN min(${value}) = max(${value}) THEN min(${value}) ELSE ${mean} END`;
}

/**
 * Table `line_price`: list prices in force at the data date. The project's price list decides, else the variant's own
 * price, else the last one of the list that has ended. A product's price is that of most of its variants, the highest of these when several; its cost is the mean of
 * its variants' costs, weighted by their stock.
 */
export async function gatherPrices(
  session: Session,
  { data_date, selection }: SnapshotProject,
): Promise<void> {
  const list = quoteText(selection.price_list_id ?? '');
  const latest = (name: string): string =>
    `arg_max_null(${listedSql(name)}, from_date) FILTER (${name} IS NOT NULL) AS ${name}`;
  const inForce = (level: 'item_id' | 'item_group_id', condition: string): string =>
    `SELECT ${level}, ${latest('price')}, ${latest('base_price')},
       arg_max(price, from_date) AS last_price, arg_max(base_price, from_date) AS last_base_price FROM "w_price"
     WHERE price_list_id = ${list} AND from_date <= DATE ${quoteText(data_date)} AND ${condition} GROUP BY ${level}`;
  await session.run(`CREATE TABLE line_price AS
    WITH of_item AS (${inForce('item_id', 'item_id IS NOT NULL')}), of_group AS (${inForce('item_group_id', 'item_id IS NULL')}),
    variant AS (
      SELECT line_no, i.item_id, i.size, coalesce(oi.price, og.price, i.price, g.price, oi.last_price, og.last_price) AS price,
        coalesce(oi.base_price, og.base_price, i.base_price, g.base_price, oi.last_base_price, og.last_base_price) AS base_price, coalesce(i.cost, g.cost) AS cost,
        CASE WHEN coalesce(i.cost, g.cost) IS NOT NULL THEN ls.on_hand_qty END AS weight
      FROM line JOIN "w_item_group" g USING (item_group_id) LEFT JOIN "w_item" i USING (item_group_id)
      LEFT JOIN line_size ls USING (line_no, item_id)
      LEFT JOIN of_item oi ON oi.item_id = i.item_id LEFT JOIN of_group og ON og.item_group_id = line.item_group_id),
    common AS (
      SELECT line_no, price, ${meanSql('base_price', 'avg(base_price)')} AS base_price, count(*) AS variants FROM variant WHERE price IS NOT NULL GROUP BY line_no, price
      QUALIFY row_number() OVER (PARTITION BY line_no ORDER BY variants DESC, price DESC) = 1)
    SELECT line_no, c.price, c.base_price, v.cost, v.min_price, v.max_price, v.prices, v.variants,
      coalesce(first_price.base_price, c.base_price) AS gross_base_price
    FROM (SELECT line_no, any_value(item_group_id) AS item_group_id, ${meanSql('variant.cost', 'coalesce(sum(variant.cost * weight) / nullif(sum(weight), 0), avg(variant.cost))')} AS cost, min(price) AS min_price, max(price) AS max_price,
        list(DISTINCT price ORDER BY price) FILTER (price IS NOT NULL) AS prices,
        list({item_id: item_id, size: size, price: price} ORDER BY ${sizeOrderSql('size')}, item_id) FILTER (item_id IS NOT NULL) AS variants
      FROM line JOIN variant USING (line_no) GROUP BY line_no) v
    LEFT JOIN common c USING (line_no)
    LEFT JOIN (SELECT item_group_id, max(base_price) AS base_price FROM (
        FROM "w_price" WHERE price_list_id = ${list} QUALIFY from_date = min(from_date) OVER (PARTITION BY item_group_id)) GROUP BY 1) first_price
      USING (item_group_id)`);
}
