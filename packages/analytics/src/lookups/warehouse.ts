import { findField, foldText, parseDay } from '@palier/domain';
import type { Database } from '../database/database.ts';
import { list, quoteIdentifier, quoteText, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { filterSql } from '../listing/filter.ts';
import type { FactsView } from '../listing/types.ts';
import { withinSql } from '../listing/view.ts';
import { countedOnce, excludedProducts, qualityProducts } from '../quality/quality.ts';
import { readControlGaps } from '../warehouse/controls.ts';
import { expectedAfter, openOrdersSql } from '../warehouse/counted.ts';
import { describeItemFields, type ItemFieldDescription, itemFieldLookup } from '../warehouse/item-fields.ts';
import { attachWarehouse, readPrevious } from '../warehouse/previous.ts';
import { isReducedSql } from '../warehouse/reduced-list.ts';
import { columnNames, TABLES } from '../warehouse/tables.ts';
import type { WarehouseManifest } from '../warehouse/types.ts';
import { readPastSales } from './past-sales.ts';
import { readProduct } from './product.ts';
import { readShopStock } from './shop-stock.ts';
import type {
  Inventory,
  ItemCounts,
  ItemField,
  OrderPeriod,
  PriceList,
  SalesLocation,
  WarehouseReader,
} from './types.ts';

let opened = 0;

const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];

const monthName = (day: string): string => `${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;

const FIRST_DAY = '0001-01-01';

function checkDay(date: string): void {
  if (date.length !== 10 || !parseDay(date))
    throw new InvalidQueryError('Requête non valide : date inconnue');
}

/** Condition of the products of `g` on sale at a day: those without a first day always are. */
function onSale(date: string | undefined): Sql {
  if (date === undefined) return raw('true');
  checkDay(date);
  return sql`coalesce(g.on_sale_date <= ${date}::DATE, true)`;
}

/** Days and checks that questions name are few; a client that tries them all must not fill the memory. */
const MOST_REMEMBERED = 100;

/** Answers by key, each looked for once: a version of the warehouse does not change. */
function once<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
}

/** A warehouse that is open: its tables' prefix and what its products are asked by. */
interface OpenedWarehouse {
  database: Database;
  folder: string;
  prefix: string;
  manifest: WarehouseManifest | null;
  fields: readonly ItemFieldDescription[];
}

/** Opens one version of a warehouse for questions; see `WarehouseReader`. */
export async function openWarehouse(database: Database, folder: string): Promise<WarehouseReader> {
  const known = new Map<string, Promise<OpenedWarehouse>>();
  const counting = (codes: readonly string[]): Promise<OpenedWarehouse> => {
    const copies_once = countedOnce(codes).sort();
    const key = copies_once.join(' ');
    const found = known.get(key) ?? openViews(database, folder, copies_once);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
  const readerOf = (warehouse: OpenedWarehouse, seen: FactsView | null): WarehouseReader => ({
    ...questionsOf(warehouse, seen),
    viewed: (view) => readerOf(warehouse, view),
    counting: async (codes) => readerOf(await counting(codes), seen),
    close: async () => {
      for (const opening of known.values()) {
        const { prefix } = await opening;
        for (const name of [...Object.keys(TABLES), 'sale_any', 'own_currency'])
          await database.run(`DROP VIEW IF EXISTS ${quoteIdentifier(prefix + name)}`);
      }
    },
  });
  return readerOf(await counting([]), null);
}

/** Views over a version of a warehouse, under a prefix of their own. */
async function openViews(
  database: Database,
  folder: string,
  copies_once: readonly ('sale' | 'stock')[],
): Promise<OpenedWarehouse> {
  const { manifest } = await readPrevious(folder);
  opened += 1;
  const prefix = `warehouse_${opened}_`;
  const fields = await database.session(async (session) => {
    await attachWarehouse(session, folder, prefix, { copies_once });
    return describeItemFields(session, prefix);
  });
  return { database, folder, prefix, manifest, fields };
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: questions on one opened warehouse, each short
function questionsOf(
  { database, folder, prefix, manifest, fields: all }: OpenedWarehouse,
  seen: FactsView | null,
): Omit<WarehouseReader, 'viewed' | 'counting' | 'close'> {
  const table = (name: string): string => quoteIdentifier(prefix + name);
  const fields = seen?.costs === false ? all.filter(({ field }) => findField(field)?.needs !== 'costs') : all;
  const lookup = itemFieldLookup(fields, prefix);
  const within = seen?.within ? withinSql(seen.within, itemFieldLookup(all, prefix)) : null;
  /** Condition of a product of `g`, and of rows of another table that have a product. */
  const isSeen = within ?? raw('true');
  const ofSeen = within
    ? sql`item_group_id IN (SELECT g.item_group_id FROM ${raw(table('item_group'))} g WHERE ${within})`
    : raw('true');
  /** The products that checks leave out, by the checks' codes. */
  const excluded = once((codes) =>
    database.session((session) =>
      excludedProducts(session, prefix, manifest?.data_date ?? null, codes.split(' ').filter(Boolean)),
    ),
  );
  /** How many values each field of products has, of those on sale at a day. */
  const termCounts = once(async (date) => {
    const known = columnNames('item_group');
    const counts = fields
      .filter(({ field }) => known.includes(field) || field.startsWith('attributes.'))
      .map(({ field }) => `approx_count_distinct(${quoteIdentifier(field)}) AS ${quoteIdentifier(field)}`);
    const [row] = await database.rows<Record<string, number>>(
      sql`SELECT ${raw(counts.join(', '))} FROM ${raw(table('item_group'))} g WHERE ${onSale(date || undefined)} AND ${isSeen}`,
    );
    return row ?? {};
  });
  const productsOf = async (ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const rows = await database.rows<{ id: string }>(
      sql`SELECT g.item_group_id AS id FROM ${raw(table('item_group'))} g WHERE g.item_group_id IN (SELECT unnest(${list([...ids])})) AND ${isSeen}`,
    );
    return rows.map(({ id }) => id);
  };
  return {
    folder,
    inventories: () =>
      database.rows<Inventory>(sql`
        SELECT coalesce(s.code, p.code) AS code, coalesce(p.name, s.code, p.code) AS name, coalesce(p.kind, 'store') AS kind, p.country, p.city, coalesce(s.stock_qty, 0) AS stock_qty
        FROM (SELECT inventory_code AS code, sum(greatest(quantity, 0)) FILTER (date = last) AS stock_qty FROM (
            SELECT *, max(date) OVER (PARTITION BY inventory_code) AS last FROM ${raw(table('stock'))} WHERE inventory_code IS NOT NULL) WHERE ${ofSeen} GROUP BY 1) s
        FULL JOIN ${raw(table('place'))} p ON p.code = s.code ORDER BY code`),
    salesLocations: (country) =>
      database.rows<SalesLocation>(sql`
        SELECT coalesce(s.code, p.code) AS code, coalesce(p.name, s.code, p.code) AS name, coalesce(p.kind, 'store') AS kind, p.country, p.city, p.postal_code, coalesce(p.currency, s.currency) AS currency
        FROM (SELECT location_code AS code, CASE WHEN 2 * count(currency) > count(*) THEN mode(currency) END AS currency
          FROM ${raw(table('sale'))} WHERE location_code IS NOT NULL GROUP BY 1) s
        FULL JOIN (FROM ${raw(table('place'))} WHERE kind <> 'warehouse') p ON p.code = s.code
        WHERE ${country ?? null}::VARCHAR IS NULL OR p.country = ${country ?? null} ORDER BY code`),
    priceLists: async () => {
      const lists = await database.rows<PriceList>(
        sql`SELECT price_list_id AS id, price_list_id AS name, count(DISTINCT item_group_id) AS item_group_count FROM ${raw(table('price'))} WHERE price_list_id <> '' AND NOT ${raw(isReducedSql('price_list_id'))} AND ${ofSeen} GROUP BY 1 ORDER BY 1`,
      );
      const [own] = await database.rows<{ count: number }>(
        sql`SELECT count(*) AS count FROM ${raw(table('item_group'))} g WHERE price IS NOT NULL AND ${isSeen}`,
      );
      return [{ id: '', name: 'Prix des articles', item_group_count: own?.count ?? 0 }, ...lists];
    },
    orderPeriods: async (date) => {
      if (date !== undefined) checkDay(date);
      const after = expectedAfter(manifest?.data_date ?? FIRST_DAY);
      const expected = date === undefined ? after : `expected_date >= DATE ${quoteText(date)}`;
      const rows = await database.rows<Omit<OrderPeriod, 'name'>>(sql`
        SELECT strftime(month, '%Y-%m-%d') AS "from", strftime(month + INTERVAL 1 MONTH - INTERVAL 1 DAY, '%Y-%m-%d') AS "to",
          sum(quantity) AS quantity, count(DISTINCT item_group_id) AS item_group_count
        FROM (${raw(openOrdersSql(prefix, expected, 'month'))}) WHERE quantity > 0 AND ${ofSeen} GROUP BY month ORDER BY month`);
      return rows.map((row) => ({ ...row, name: monthName(row.from) }));
    },
    itemFields: async (date) => {
      const counts = await termCounts(date ?? '');
      return fields.map(
        ({ field, label, type }): ItemField => ({
          ...{ field, label, term_count: counts[field] ?? 0 },
          type: type === 'date' ? 'date' : type === 'money' || type === 'percent' ? 'number' : 'string',
        }),
      );
    },
    itemCounts: async (query, { date, excluded_checks = [] } = {}) => {
      const condition = filterSql(query, lookup) ?? raw('true');
      const ids = await excluded([...excluded_checks].sort().join(' '));
      const out = ids.length > 0 ? sql`g.item_group_id IN (SELECT unnest(${list([...ids])}))` : raw('false');
      const [row] = await database.rows<ItemCounts>(sql`
        SELECT count(*) FILTER (NOT out)::DOUBLE AS item_group_count, coalesce(sum(variants) FILTER (NOT out), 0)::DOUBLE AS item_count,
          count(*) FILTER (out)::DOUBLE AS excluded_count
        FROM (SELECT coalesce(v.variants, 0) AS variants, ${out} AS out FROM ${raw(table('item_group'))} g
          LEFT JOIN (SELECT item_group_id, count(*) AS variants FROM ${raw(table('item'))} GROUP BY 1) v USING (item_group_id) WHERE (${condition}) AND ${isSeen} AND ${onSale(date)})`);
      return row ?? { item_count: 0, item_group_count: 0, excluded_count: 0 };
    },
    itemTerms: async (field, options) => {
      const found = lookup(field);
      if (!found) throw new InvalidQueryError(`Requête non valide : champ inconnu « ${field.slice(0, 60)} »`);
      const value = found.type === 'list' ? sql`unnest(${found.expression})` : sql`${found.expression}`;
      const search = foldText(options?.search ?? '');
      const rows = await database.rows<{ value: string }>(sql`
        SELECT value::VARCHAR AS value FROM (SELECT ${value} AS value FROM ${raw(table('item_group'))} g WHERE ${isSeen})
        WHERE value IS NOT NULL AND contains(strip_accents(lower(value::VARCHAR)), ${search}) GROUP BY value ORDER BY value LIMIT ${Math.trunc(options?.limit ?? 1000)}`);
      return rows.map((row) => row.value);
    },
    product: async (itemGroupId, view) => {
      const isOwn = within === null || (await productsOf([itemGroupId])).length > 0;
      return isOwn ? readProduct(database, prefix, itemGroupId, view) : null;
    },
    shopStock: (request) => readShopStock(database, prefix, ofSeen, request),
    pastSales: ({ queries, ...request }) => {
      const own = seen?.within ? [...queries, seen.within] : queries;
      const { currency = null, paid_price_list_id = null } = manifest?.settings ?? {};
      const settings = { currency, paid_price_list_id };
      return readPastSales(database, prefix, lookup, { ...request, queries: own }, settings);
    },
    products: productsOf,
    qualityProducts: (code) =>
      database.session((session) => qualityProducts(session, prefix, manifest?.data_date ?? null, code)),
    controlGaps: async (totals, tolerance) => {
      const gaps = await database.session((session) => readControlGaps(session, prefix, totals, tolerance));
      return gaps.map(({ code: _, ...gap }) => gap);
    },
  };
}
