import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { emptySelect } from './tables.ts';
import type { StagedRows } from './types.ts';

/** Table `pack`: what packs are made of, as told. A pack told again is made of what it is now. */
export async function mergePacks(
  session: Session,
  staged: readonly StagedRows[],
  full: boolean,
): Promise<void> {
  if (staged.length === 0) return session.run('CREATE TABLE pack AS FROM prev_pack');
  const rows = staged
    .map(
      ({ table }, index) =>
        `SELECT pack_code, component_code, coalesce(quantity, 1) AS quantity, ${index} AS file FROM ${quoteIdentifier(table)} WHERE NOT refused`,
    )
    .join(' UNION ALL ');
  await session.run(`CREATE TABLE pack AS
    WITH sent AS (FROM (${rows}) QUALIFY file = max(file) OVER (PARTITION BY pack_code))
    SELECT pack_code, component_code, sum(quantity) AS quantity FROM sent WHERE quantity > 0 GROUP BY ALL
    UNION ALL SELECT pack_code, component_code, quantity FROM prev_pack p
    WHERE ${full ? 'false AND' : ''} NOT EXISTS (FROM sent s WHERE s.pack_code = p.pack_code)`);
}

const now = (column: string): string =>
  `coalesce((SELECT code FROM code_now WHERE old_code = ${column}), ${column})`;

/** Every pack down to articles, packs of packs included; one that holds itself through codes that changed is none. */
const LEAVES = `WITH RECURSIVE named AS (SELECT ${now('pack_code')} AS pack_code, ${now('component_code')} AS component_code, sum(quantity) AS units FROM pack GROUP BY ALL),
  deep AS (
    SELECT pack_code, component_code, units, [pack_code, component_code] AS path FROM named
    UNION ALL SELECT d.pack_code, n.component_code, d.units * n.units, list_append(d.path, n.component_code)
    FROM deep d JOIN named n ON n.pack_code = d.component_code WHERE len(list_distinct(d.path)) = len(d.path)),
  turning AS (SELECT pack_code FROM deep WHERE len(list_distinct(path)) < len(path))
  SELECT pack_code, component_code, sum(units) AS units FROM deep
  WHERE component_code NOT IN (SELECT pack_code FROM named) AND pack_code NOT IN (FROM turning) GROUP BY ALL`;

/** Every name that the data have for a pack: of a variant or of a product. */
const NAMES = `SELECT DISTINCT item_group_id, item_id FROM (
    SELECT item_group_id, item_id FROM item UNION ALL SELECT resolved_group, resolved_item FROM key_map
    UNION ALL SELECT item_group_id, item_id FROM pending_key UNION ALL SELECT item_group_id, item_id FROM prev_sale_any
    UNION ALL SELECT item_group_id, item_id FROM prev_stock UNION ALL SELECT item_group_id, item_id FROM prev_order)
  WHERE item_id IN (SELECT pack_code FROM pack_leaf) OR item_group_id IN (SELECT pack_code FROM pack_leaf)`;

/**
 * Table `pack_part`: for each variant of a pack, its articles, how many of each, and the weight of each in what the
 * pack is sold for: its list price, or its number where one of them has none. A product of several sizes is there in
 * the size of the pack. Needs the tables of articles, `key_map`, `pending_key` and `code_now`.
 */
export async function resolvePacks(session: Session): Promise<void> {
  const [some] = await session.rows('SELECT 1 FROM pack LIMIT 1');
  if (!some) return session.run(`CREATE TABLE pack_part AS ${emptySelect('pack_part')}`);
  await session.run(`CREATE TABLE pack_leaf AS ${LEAVES}`);
  await session.run(`CREATE TABLE pack_part AS
    WITH pack_name AS (${NAMES}),
    sized AS (SELECT item_group_id, size, min(item_id) AS item_id FROM item WHERE size IS NOT NULL GROUP BY ALL),
    lone AS (SELECT item_group_id, any_value(item_id) AS item_id FROM item GROUP BY item_group_id HAVING count(*) = 1),
    part AS (
      SELECT n.item_group_id, n.item_id, coalesce(own.item_group_id, g.item_group_id, l.component_code) AS part_group,
        coalesce(own.item_id, s.item_id, lone.item_id, l.component_code) AS part_item, sum(l.units) AS units
      FROM pack_name n
      JOIN pack_leaf l ON l.pack_code = CASE WHEN n.item_id IN (SELECT pack_code FROM pack_leaf) THEN n.item_id ELSE n.item_group_id END
      LEFT JOIN item sold ON sold.item_id = n.item_id
      LEFT JOIN item own ON own.item_id = l.component_code
      LEFT JOIN item_group g ON g.item_group_id = l.component_code AND own.item_id IS NULL
      LEFT JOIN sized s ON s.item_group_id = g.item_group_id AND s.size = sold.size
      LEFT JOIN lone ON lone.item_group_id = g.item_group_id
      GROUP BY ALL),
    priced AS (
      SELECT p.*, coalesce(i.price, g.price) AS price, CASE WHEN i.price IS NULL THEN g.currency ELSE i.currency END AS currency
      FROM part p LEFT JOIN item i ON i.item_id = p.part_item LEFT JOIN item_group g ON g.item_group_id = p.part_group)
    SELECT item_group_id, item_id, part_group, part_item, units, price, currency,
      CASE WHEN bool_and(coalesce(price > 0, false)) OVER one AND min(coalesce(currency, '')) OVER one = max(coalesce(currency, '')) OVER one
        THEN units * price ELSE units END AS weight
    FROM priced WINDOW one AS (PARTITION BY item_group_id, item_id)`);
}

const isPack = (parts: string): string =>
  `EXISTS (FROM ${parts} k WHERE k.item_id = r.item_id AND k.item_group_id = r.item_group_id)`;

const JOINED = 'k.item_id = r.item_id AND k.item_group_id = r.item_group_id';

/**
 * `SELECT` of sales with those of packs as sales of their articles: what was paid is shared by weight in whole cents,
 * those that are left go to the largest remainders, so that the sum is the same. Nobody paid an article that share.
 */
export function unpackedSales(select: string, parts: string, currency: string): string {
  const kept =
    'date, item_group_id, item_id, location_code, quantity, amount, list_price, copies, currency, derived, reserved';
  return `SELECT ${kept} FROM (${select}) r WHERE NOT ${isPack(parts)}
  UNION ALL (
    WITH sold AS (SELECT r.*, row_number() OVER () AS sale_no, floor(abs(r.amount) * 100 + 1e-6) AS cents FROM (${select}) r WHERE ${isPack(parts)}),
    cut AS (
      SELECT r.date, k.part_group, k.part_item, r.location_code, r.quantity * k.units AS quantity, r.amount, r.cents, r.sale_no, r.copies, r.currency,
        CASE WHEN coalesce(r.currency, ${currency}) = coalesce(k.currency, ${currency}) THEN k.price END AS list_price,
        r.cents * k.weight / sum(k.weight) OVER (PARTITION BY r.sale_no) AS share
      FROM sold r JOIN ${parts} k ON ${JOINED}),
    ranked AS (
      SELECT *, row_number() OVER (PARTITION BY sale_no ORDER BY share - floor(share) DESC, part_item) AS rank,
        cents - sum(floor(share)) OVER (PARTITION BY sale_no) AS left_over
      FROM cut)
    SELECT date, part_group AS item_group_id, part_item AS item_id, location_code, quantity,
      sign(amount) * ((floor(share) + CASE WHEN rank <= left_over THEN 1 ELSE 0 END) / 100 + CASE WHEN rank = 1 THEN abs(amount) - cents / 100 ELSE 0 END) AS amount,
      list_price, copies, currency, true AS derived, NULL::BOOLEAN AS reserved
    FROM ranked)`;
}

/** `SELECT` of stocks or orders with those of packs as those of their articles, each day, place and variant once. */
export function unpackedCounts(table: 'stock' | 'order', select: string, parts: string): string {
  const [when, copies] =
    table === 'stock'
      ? ['date', ', CASE WHEN count(*) = 1 THEN any_value(copies) END AS copies']
      : ['expected_date', ''];
  const every = `SELECT * FROM (${select}) r WHERE NOT ${isPack(parts)} UNION ALL BY NAME
    SELECT r.* REPLACE (k.part_group AS item_group_id, k.part_item AS item_id, r.quantity * k.units AS quantity) FROM (${select}) r JOIN ${parts} k ON ${JOINED}`;
  const names = `${when}, item_group_id, item_id, inventory_code`;
  return `SELECT ${names}, sum(quantity) AS quantity${copies} FROM (${every}) GROUP BY ${names}`;
}
