import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { shopPriceSql, vatShareSql, withoutTaxSql } from '../formulas.ts';
import { ofOurTime } from './ages.ts';
import { conflictsSelect } from './item-conflicts.ts';
import { ATTRIBUTE_PREFIX, columnNames, emptySelect } from './tables.ts';
import type { StagedRows, WarehouseSettings } from './types.ts';

const GROUP_TEXT = columnNames('item_group').filter(
  (name) => !['item_group_id', 'price', 'base_price', 'cost', 'currency', 'cost_currency'].includes(name),
);

function attributesOf(staged: readonly StagedRows[]): string[] {
  return [...new Set(staged.flatMap(({ feed }) => [...feed.attributes.keys()]))];
}

const PRICED = ['price', 'base_price', 'cost', 'currency', 'cost_currency'];

/** All staged rows of items, files one after the other, with a running number: the highest wins. */
function stagedSql(files: readonly StagedRows[], attributes: readonly string[]): string {
  const parts = files.map(({ feed, table }, index) => {
    const own = attributes.map((name) =>
      feed.attributes.has(name)
        ? quoteIdentifier(`@${name}`)
        : `NULL::VARCHAR AS ${quoteIdentifier(`@${name}`)}`,
    );
    const texts = GROUP_TEXT.map((name) => `${TEXT_SQL[name] ?? name} AS ${name}`);
    const amounts = PRICED;
    const columns = [...texts, 'item_group_id', 'item_id', 'size', ...amounts, ...own].join(', ');
    return `SELECT ${columns}, ${index} * 1e12::BIGINT + position AS position FROM ${quoteIdentifier(table)} WHERE NOT refused`;
  });
  return parts.join(' UNION ALL ');
}

/** Columns of products that are not taken as they are. */
const TEXT_SQL: Readonly<Record<string, string>> = {
  vat_rate: vatShareSql('vat_rate'),
  on_sale_date: ofOurTime('on_sale_date'),
};

/** Staged rows with both prices where one is given: by the product's own rate of tax, else the organisation's. */
function pricedSql(staged: string, vat: number): string {
  const rate = `coalesce(s.vat_rate, k.vat_rate, ${vat})`;
  return `SELECT s.* REPLACE (coalesce(s.price, ${shopPriceSql('s.base_price', rate)}) AS price,
      coalesce(s.base_price, ${withoutTaxSql('s.price', rate)}) AS base_price)
    FROM (${staged}) s LEFT JOIN (SELECT item_group_id, vat_rate FROM prev_item_group WHERE vat_rate IS NOT NULL) k USING (item_group_id)`;
}

/** Identity of a variant that has no code of its own. */
export const variantSql = (group: string, size: string): string => `${group} || coalesce('-' || ${size}, '')`;

function lastWord(columns: readonly string[]): string {
  return columns.map((name) => `arg_max(${name}, position) AS ${name}`).join(', ');
}

/** New rows say the last word, column by column; what they leave empty stays as it was. */
function mergeSql(
  key: string,
  columns: readonly string[],
  fresh: string,
  previous: string,
  known: ReadonlySet<string>,
  others: readonly string[] = [],
): string {
  const merged = columns.map((name) => {
    if (!known.has(name)) return `f.${name}`;
    const currency = CURRENCY_OF[name];
    // A currency is that of the price beside it.
    return currency === undefined || !columns.includes(currency)
      ? `coalesce(f.${name}, p.${name}) AS ${name}`
      : `CASE WHEN f.${currency} IS NOT NULL THEN f.${name} ELSE p.${name} END AS ${name}`;
  });
  return `SELECT ${[key, ...merged, ...others].join(', ')} FROM ${fresh} f FULL JOIN ${previous} p USING (${key})`;
}

const CURRENCY_OF: Readonly<Record<string, string>> = { currency: 'price', cost_currency: 'cost' };

/** A variant's contradictions are those of the last delivery that had it. */
const CONFLICT = 'CASE WHEN f.item_id IS NULL THEN p.conflict ELSE f.conflict END AS conflict';

/** Price of a group: that of most of its variants, the highest of these when several. */
const GROUP_PRICE = `SELECT item_group_id, price, base_price, cost, currency, cost_currency FROM (
    SELECT item_group_id, price, currency, cost_currency, avg(base_price) AS base_price, avg(cost) AS cost, count(*) AS variants FROM item WHERE price IS NOT NULL OR cost IS NOT NULL GROUP BY ALL)
  QUALIFY row_number() OVER (PARTITION BY item_group_id ORDER BY price IS NULL, variants DESC, price DESC) = 1`;

/** Costs again as the variants and the setting say them: an estimate does not outlive its setting. */
function estimateCosts(share: number | undefined): string {
  const known = `(SELECT p.cost FROM (${GROUP_PRICE}) p WHERE p.item_group_id = item_group.item_group_id)`;
  return `UPDATE item_group SET cost = coalesce(${known}, ${share === undefined ? 'NULL' : `price * ${share}`})`;
}

/**
 * Makes tables `item` and `item_group` from the previous version (views `prev_*`) and the staged item files.
 *
 * @param full true: the previous items are forgotten.
 * @returns the retailer's own columns, in order.
 */
export async function mergeItems(
  session: Session,
  files: readonly StagedRows[],
  settings: WarehouseSettings,
  full: boolean,
): Promise<string[]> {
  const vat = settings.vat_rate ?? 0.2;
  const previousColumns = await session.rows<{ column_name: string }>(
    'DESCRIBE SELECT * FROM prev_item_group',
  );
  const known = new Set(previousColumns.map(({ column_name }) => column_name).map(quoteIdentifier));
  for (const name of columnNames('item_group')) known.add(name);
  const previousAttributes = [...known].filter((name) => name.startsWith(`"${ATTRIBUTE_PREFIX}`));
  if (files.length === 0) {
    await session.run('CREATE TABLE item AS SELECT * FROM prev_item');
    await session.run('CREATE TABLE item_group AS SELECT * FROM prev_item_group');
    await session.run(estimateCosts(settings.cost_share_of_price));
    return previousAttributes.map((name) => name.slice(1, -1));
  }
  const attributes = attributesOf(files);
  const fresh = attributes.map((name) => quoteIdentifier(ATTRIBUTE_PREFIX + name));
  await session.run(
    `CREATE TABLE fresh_row AS SELECT *, coalesce(item_id, ${variantSql('item_group_id', 'size')}) AS variant_id FROM (${pricedSql(stagedSql(files, attributes), vat)})`,
  );
  const comparedColumns = [
    ...['item_group_id', 'size', ...GROUP_TEXT, ...PRICED].map((name) => ({
      column: name,
      name,
    })),
    ...attributes.map((name) => ({ column: `@${name}`, name: quoteIdentifier(`@${name}`) })),
  ];
  await session.run(
    `CREATE TABLE fresh_item AS SELECT i.*, c.conflict FROM (
        SELECT variant_id AS item_id, ${lastWord(['item_group_id', 'size', 'color', ...PRICED])} FROM fresh_row GROUP BY variant_id) i
      LEFT JOIN (${conflictsSelect(comparedColumns)}) c USING (item_id)`,
  );
  const ownColumns = attributes.map(
    (name, index) => `arg_max(${quoteIdentifier(`@${name}`)}, position) AS ${fresh[index]}`,
  );
  await session.run(
    `CREATE TABLE fresh_group AS SELECT item_group_id, ${[lastWord(GROUP_TEXT), ...ownColumns].join(', ')} FROM fresh_row GROUP BY item_group_id`,
  );
  const previousItem = full ? `(${emptySelect('item')})` : 'prev_item';
  const previousGroup = full ? '(SELECT * FROM prev_item_group WHERE false)' : 'prev_item_group';
  await session.run(
    `CREATE TABLE item AS ${mergeSql('item_id', ['item_group_id', 'size', 'color', ...PRICED], 'fresh_item', previousItem, new Set(columnNames('item')), [CONFLICT])}`,
  );
  const share = settings.cost_share_of_price;
  const kept = full ? fresh : [...new Set([...previousAttributes, ...fresh])];
  const missing = kept.filter((name) => !fresh.includes(name));
  for (const name of missing) await session.run(`ALTER TABLE fresh_group ADD COLUMN ${name} VARCHAR`);
  const columns = [...GROUP_TEXT, ...kept];
  await session.run(`CREATE TABLE item_group AS
    WITH merged AS (${mergeSql('item_group_id', columns, 'fresh_group', previousGroup, known)}), priced AS (${GROUP_PRICE})
    SELECT ${columnNames('item_group')
      .map((name) =>
        name === 'cost' ? (share === undefined ? 'cost' : `coalesce(cost, price * ${share}) AS cost`) : name,
      )
      .concat(kept)
      .join(', ')}
    FROM merged LEFT JOIN priced USING (item_group_id)`);
  return kept.map((name) => name.slice(1, -1));
}

/**
 * Gives the products whose item file has no price the last of the usual price list at `today`, with the cost that
 * follows from it. Needs table `price`.
 */
export function fillGroupPrices(
  session: Session,
  settings: WarehouseSettings,
  usualList: string,
  today: string,
): Promise<void> {
  const share = settings.cost_share_of_price;
  const cost = share === undefined ? '' : `, cost = coalesce(item_group.cost, last.price * ${share})`;
  return session.run(`UPDATE item_group SET price = last.price, base_price = last.base_price, currency = last.currency${cost} FROM (
      SELECT item_group_id, price, base_price, currency FROM price WHERE price_list_id = ${quoteText(usualList)} AND from_date <= DATE ${quoteText(today)}
        AND item_group_id NOT IN (SELECT item_group_id FROM item WHERE price IS NOT NULL)
      QUALIFY row_number() OVER (PARTITION BY item_group_id ORDER BY from_date DESC, price DESC) = 1) last
    WHERE last.item_group_id = item_group.item_group_id`);
}
