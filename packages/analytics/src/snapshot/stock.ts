import { isClosed } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { sizeOrderSql } from '../database/size-order.ts';
import { countedStock, expectedAfter, openOrdersSql, presentRowsSql } from '../warehouse/counted.ts';
import { codeCondition } from './select.ts';
import type { SnapshotProject } from './types.ts';

/**
 * Tables `present` (stock of today by variant and inventory, `in_store` says which is a shop) and `ordered` (expected units by
 * product and variant). The stock of an inventory is that of its latest day at or before the data date; below zero counts as zero.
 */
export async function gatherStock(
  session: Session,
  { data_date, selection }: SnapshotProject,
): Promise<void> {
  const chosen = codeCondition('inventory_code', selection.inventory_codes);
  await session.run(`CREATE TABLE present AS
    SELECT s.item_group_id, s.item_id, s.inventory_code, ${countedStock('s.quantity')} AS quantity,
      coalesce(p.kind, 'store') = 'store' AS in_store, coalesce(p.kind, 'store') = 'warehouse' AS in_warehouse
    FROM (${presentRowsSql('w_', data_date)}) s LEFT JOIN "w_place" p ON p.code = s.inventory_code
    WHERE ${chosen.replace('inventory_code', 's.inventory_code')}`);
  const months = selection.on_order_months ?? [];
  // What was expected by now is in the stock, or never came: a month that was chosen does not count it a second time.
  const expected = `${expectedAfter(data_date)} AND ${codeCondition(`strftime(expected_date, '%Y-%m')`, months)}`;
  const open = openOrdersSql('w_', `${expected} AND (${chosen} OR inventory_code IS NULL)`);
  await session.run(
    `CREATE TABLE ordered AS SELECT item_group_id, item_id, quantity FROM (${open}) WHERE quantity > 0`,
  );
}

/** Products with present stock of which the variant is not known: how it is shared among their sizes is unknown. */
export const UNSIZED_STOCK = `(SELECT DISTINCT item_group_id FROM present p
  WHERE p.quantity > 0 AND NOT EXISTS (FROM "w_item" i WHERE i.item_id = p.item_id AND i.item_group_id = p.item_group_id))`;

/**
 * Tables `line_size` (stock by variant, orders counted as the project says) and `line_stock` (totals of a line). What an
 * operation left is unknown, not nothing, when no stock had been counted by its day; so is what is there where none ever was.
 */
export async function sumStock(session: Session, project: SnapshotProject): Promise<void> {
  const counted = project.selection.include_stock_on_order ? 'coalesce(o.quantity, 0)' : '0';
  const [stocked] = await session.rows<{ known: boolean }>('SELECT count(*) > 0 AS known FROM present');
  const [ever] = await session.rows<{ known: boolean }>('SELECT EXISTS (FROM "w_stock") AS known');
  const isKnown = stocked?.known === true || (!isClosed(project) && ever?.known === true);
  const none = isKnown ? '0' : 'NULL::DOUBLE';
  const sizesKnown = isKnown ? 'u.item_group_id IS NULL' : 'false';
  await session.run(`CREATE TABLE line_size AS
    SELECT line_no, i.item_id, i.size, coalesce(on_hand, ${none}) + ${counted} AS stock_qty, coalesce(on_hand, ${none}) AS on_hand_qty,
      coalesce(in_store, ${none}) AS in_store_stock_qty
    FROM line JOIN "w_item" i USING (item_group_id)
    LEFT JOIN (SELECT item_id, sum(quantity) AS on_hand, sum(quantity) FILTER (in_store) AS in_store FROM present GROUP BY item_id) p ON p.item_id = i.item_id
    LEFT JOIN ordered o ON o.item_id = i.item_id AND o.item_group_id = i.item_group_id ORDER BY line_no`);
  await session.run(`CREATE TABLE line_stock AS
    WITH placed AS (
      SELECT item_group_id, sum(quantity) AS on_hand, coalesce(sum(quantity) FILTER (in_store), 0) AS in_store,
        coalesce(sum(quantity) FILTER (in_warehouse), 0) AS in_warehouse
      FROM present GROUP BY item_group_id),
    expected AS (SELECT item_group_id, sum(quantity) AS quantity FROM ordered GROUP BY item_group_id),
    varied AS (
      SELECT line_no, count(*) AS items_count, count_if(in_store_stock_qty > 0) AS in_store_items_count, count_if(on_hand_qty > 0) AS in_stock_items_count,
        list(item_id ORDER BY item_id) AS item_ids
      FROM line_size GROUP BY line_no),
    hung AS (
      SELECT line_no, list(size ORDER BY ${sizeOrderSql('size')}) AS sizes
      FROM (SELECT DISTINCT line_no, size FROM line_size WHERE size IS NOT NULL) GROUP BY line_no),
    sized AS (
      SELECT line_no, list({size: size, stock_qty: stock_qty, in_store_stock_qty: in_store_stock_qty} ORDER BY ${sizeOrderSql('size')}) AS items_stats
      FROM (SELECT line_no, coalesce(size, item_id) AS size, sum(stock_qty) AS stock_qty, sum(in_store_stock_qty) AS in_store_stock_qty
        FROM line_size GROUP BY ALL) GROUP BY line_no)
    SELECT line_no, coalesce(on_hand, ${none}) AS on_hand, coalesce(in_store, ${none}) AS in_store, coalesce(in_warehouse, ${none}) AS in_warehouse,
      coalesce(o.quantity, 0) AS on_order, coalesce(on_hand, ${none}) + ${counted} AS total,
      coalesce(items_count, 0) AS items_count,
      CASE WHEN ${sizesKnown} THEN coalesce(in_store_items_count, 0) END AS in_store_items_count,
      CASE WHEN ${sizesKnown} THEN coalesce(in_stock_items_count, 0) END AS in_stock_items_count,
      CASE WHEN ${sizesKnown} THEN items_stats END AS items_stats, sizes, item_ids
    FROM line LEFT JOIN placed USING (item_group_id) LEFT JOIN expected o USING (item_group_id) LEFT JOIN varied USING (line_no)
    LEFT JOIN sized USING (line_no) LEFT JOIN hung USING (line_no) LEFT JOIN ${UNSIZED_STOCK} u USING (item_group_id)`);
}
