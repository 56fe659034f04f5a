import type { PriceExample, PriceListEffect, PriceMoves } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { listedSql } from '../warehouse/price-history.ts';
import { isReducedSql } from '../warehouse/reduced-list.ts';

/** The price of a product in a list once it changes; null: none. */
export interface ChangedPrice {
  list: string;
  item_group_id: string;
  price: number | null;
  /** Of that price; null where there is none. */
  currency: string | null;
}

export interface PriceEffect {
  lists: PriceListEffect[];
  changed: ChangedPrice[];
}

/** What list prices are compared by. */
export interface PriceSides {
  /** The usual list of both versions, which may be another in the new one. */
  usual: { before: string; after: string };
  /** The list of what is paid, which is none. */
  paid: string | null;
  data_date: string;
}

const SHOWN = 3;
/** Beyond any date of a file. */
const EVER = '9999-12-31';

/**
 * Query of the prices of a version as a project of their list takes them (`snapshot/prices.ts`), at the data date and at
 * the last date there is: `list, moment, item_group_id, price, currency`. In a list that is not the usual one, of the
 * products that have a price in it.
 */
function pricesSql(prefix: string, usual: string, { paid, data_date }: PriceSides): string {
  const of = (level: 'item_id' | 'item_group_id', condition: string): string =>
    `SELECT list, moment, ${level}, arg_max_null(${listedSql('price')}, from_date) FILTER (price IS NOT NULL) AS price, arg_max(price, from_date) AS last_price, arg_max_null(currency, from_date) AS currency
     FROM listed JOIN moments ON from_date <= day WHERE ${condition} GROUP BY ALL`;
  return `WITH moments AS (FROM (VALUES ('now', DATE ${quoteText(data_date)}), ('ever', DATE '${EVER}')) t(moment, day)),
    listed AS (SELECT *, CASE WHEN price_list_id = ${quoteText(usual)} THEN '' ELSE price_list_id END AS list FROM "${prefix}price"
      WHERE NOT ${isReducedSql('price_list_id')} AND price_list_id IS DISTINCT FROM ${paid === null ? 'NULL' : quoteText(paid)}),
    of_item AS (${of('item_id', 'item_id IS NOT NULL')}), of_group AS (${of('item_group_id', 'item_id IS NULL')}),
    wanted AS (SELECT '' AS list, item_group_id FROM "${prefix}item_group" UNION SELECT list, item_group_id FROM listed),
    variant AS (
      SELECT w.list, moment, w.item_group_id, coalesce(oi.price, og.price, i.price, g.price, oi.last_price, og.last_price) AS price,
        CASE WHEN oi.price IS NOT NULL THEN oi.currency WHEN og.price IS NOT NULL THEN og.currency WHEN i.price IS NOT NULL THEN i.currency WHEN g.price IS NOT NULL THEN g.currency ELSE coalesce(oi.currency, og.currency) END AS currency
      FROM wanted w CROSS JOIN moments JOIN "${prefix}item_group" g USING (item_group_id) LEFT JOIN "${prefix}item" i USING (item_group_id)
      LEFT JOIN of_item oi USING (list, moment, item_id)
      LEFT JOIN of_group og ON og.list = w.list AND og.moment = moments.moment AND og.item_group_id = w.item_group_id)
    SELECT list, moment, item_group_id, price, currency
    FROM (SELECT v.* REPLACE (coalesce(currency, code) AS currency) FROM variant v, "${prefix}own_currency" WHERE price > 0)
    GROUP BY list, moment, item_group_id, price, currency
    QUALIFY row_number() OVER (PARTITION BY list, moment, item_group_id ORDER BY count(*) DESC, price DESC) = 1`;
}

/** Table `price_move (list, item_group_id, before, after, currency, later)`: what changes at once, else what does later. */
function movesSql(sides: PriceSides): string {
  const differs = '(o.price IS NULL OR n.price IS NULL OR round(o.price, 2) <> round(n.price, 2))';
  return `CREATE OR REPLACE TEMP TABLE price_move AS
    WITH old AS (${pricesSql('prev_', sides.usual.before, sides)}), new AS (${pricesSql('new_', sides.usual.after, sides)})
    SELECT list, item_group_id, o.price AS before, n.price AS after, n.currency, moment = 'ever' AS later
    FROM old o LEFT JOIN new n USING (list, moment, item_group_id)
    WHERE ${differs} AND coalesce(o.currency = n.currency, true)
    QUALIFY row_number() OVER (PARTITION BY list, item_group_id ORDER BY moment = 'ever') = 1`;
}

interface MoveRow {
  list: string;
  way: 'up' | 'down' | 'lost';
  count: number;
  mean_pct: number;
  examples: PriceExample[];
}

function sumsSql(usual: string): string {
  const listName = `CASE WHEN m.list = '' THEN ${quoteText(usual)} ELSE m.list END`;
  const first = `(SELECT min(from_date) FROM new_price p WHERE p.item_group_id = m.item_group_id AND p.price_list_id = ${listName} AND round(p.price, 2) = round(m.after, 2))`;
  return `WITH way AS (SELECT *, CASE WHEN after IS NULL THEN 'lost' WHEN after > before THEN 'up' ELSE 'down' END AS way FROM price_move),
    ranked AS (SELECT *, row_number() OVER (PARTITION BY list, way ORDER BY abs(after / before - 1) DESC, before DESC, item_group_id) AS rank FROM way),
    sums AS (SELECT list, way, count(*)::DOUBLE AS count, coalesce(avg(after / before - 1) * 100, 0)::DOUBLE AS mean_pct FROM way GROUP BY ALL),
    shown AS (SELECT m.list, way, list({item_group_id: m.item_group_id, title: g.title, before: before, after: after,
        currency: nullif(m.currency, (SELECT code FROM new_own_currency)), "from": CASE WHEN later THEN strftime(${first}, '%Y-%m-%d') END} ORDER BY rank) AS examples
      FROM ranked m LEFT JOIN new_item_group g USING (item_group_id) WHERE rank <= ${SHOWN} AND way <> 'lost' GROUP BY ALL)
    SELECT ${listName.replaceAll('m.list', 'list')} AS list, way, count, mean_pct, coalesce(examples, []) AS examples FROM sums LEFT JOIN shown USING (list, way)`;
}

/**
 * What changes in list prices, by list, before (views `prev_*`) and after (views `new_*`), at the data date or from a later
 * day on. Prices that change currency are not compared.
 */
export async function readPriceEffect(session: Session, sides: PriceSides): Promise<PriceEffect> {
  const usual = sides.usual.after;
  await session.run(movesSql(sides));
  const rows = await session.rows<MoveRow>(sumsSql(usual));
  const changed = await session.rows<ChangedPrice>(
    `SELECT CASE WHEN list = '' THEN ${quoteText(usual)} ELSE list END AS list, item_group_id, after AS price, currency FROM price_move`,
  );
  const names = [...new Set(rows.map(({ list }) => list))].sort(
    (left, right) => Number(right === usual) - Number(left === usual) || left.localeCompare(right, 'fr'),
  );
  const lists = names.map((list): PriceListEffect => {
    const own = rows.filter((row) => row.list === list);
    const moves = (way: MoveRow['way']): PriceMoves | null => {
      const row = own.find((each) => each.way === way);
      return row ? { count: row.count, mean_pct: row.mean_pct, examples: row.examples } : null;
    };
    return {
      ...{ list, is_usual: list === usual, up: moves('up'), down: moves('down') },
      lost_count: moves('lost')?.count ?? 0,
    };
  });
  return { lists, changed };
}
