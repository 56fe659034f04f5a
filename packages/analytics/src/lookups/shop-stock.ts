import type { Database } from '../database/database.ts';
import { list, raw, type Sql, sql } from '../database/sql.ts';
import { codeCondition } from '../snapshot/select.ts';
import { countedStock, presentRowsSql } from '../warehouse/counted.ts';

/** Some products as a project counts their stock. Lists of codes that are empty take every place. */
export interface ShopStockRequest {
  item_group_ids: readonly string[];
  /** The day of the stock, YYYY-MM-DD. */
  data_date: string;
  inventory_codes: readonly string[];
}

/** Units of some products in a shop; code and name are empty for the stock of a file that names no place. */
export interface ShopStock {
  code: string;
  name: string;
  quantity: number;
}

/** The shops that hold some products, with how many units, the fullest first; counted as the snapshot's stock in shops. */
export async function readShopStock(
  database: Database,
  prefix: string,
  within: Sql,
  { item_group_ids, data_date, inventory_codes }: ShopStockRequest,
): Promise<ShopStock[]> {
  if (item_group_ids.length === 0) return [];
  return database.rows<ShopStock>(sql`
    SELECT coalesce(s.inventory_code, '') AS code, coalesce(any_value(p.name), s.inventory_code, '') AS name,
      sum(${raw(countedStock('s.quantity'))})::DOUBLE AS quantity
    FROM (${raw(presentRowsSql(prefix, data_date))}) s LEFT JOIN ${raw(`"${prefix}place"`)} p ON p.code = s.inventory_code
    WHERE coalesce(p.kind, 'store') = 'store' AND ${raw(codeCondition('s.inventory_code', inventory_codes))}
      AND s.item_group_id IN (SELECT unnest(${list([...item_group_ids])})) AND ${within}
    GROUP BY s.inventory_code HAVING quantity > 0 ORDER BY quantity DESC, code`);
}
