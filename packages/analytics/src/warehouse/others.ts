import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText, sameColumnsSql } from '../database/sql.ts';
import { vatShareSql } from '../formulas.ts';
import { withCorrections } from './corrections.ts';
import { countryCurrencySql, currencyCodeSql } from './currency.ts';
import { resolvedSql } from './resolve.ts';
import { columnNames, type TableName } from './tables.ts';
import type { StagedRows } from './types.ts';

interface Keyed {
  table: Extract<TableName, 'stock' | 'price' | 'order'>;
  key: readonly string[];
  values: readonly string[];
  /** How rows of the same key in one delivery become one. */
  combine: 'sum' | 'last';
  /** Rows of the staged files, with `position` when the last of them is kept. */
  rows: string;
}

/** New rows replace the previous ones of the same key. */
export async function mergeKeyed(
  session: Session,
  { table, key, values, combine, rows }: Keyed,
  full: boolean,
): Promise<void> {
  const combined = values.map((name) =>
    combine === 'sum'
      ? `sum(${name}) AS ${name}`
      : name === 'currency'
        ? `arg_max_null(${name}, position) AS ${name}`
        : `arg_max(${name}, position) AS ${name}`,
  );
  if (table === 'stock')
    combined.push(
      'CASE WHEN count(*) > 1 AND min(quantity) = max(quantity) AND max(quantity) <> 0 THEN count(*) END::INTEGER AS copies',
    );
  const same = sameColumnsSql('f', 'p', key);
  const columns = columnNames(table).join(', ');
  await session.run(`CREATE TABLE ${quoteIdentifier(table)} AS
    WITH fresh AS (SELECT ${key.join(', ')}, ${combined.join(', ')} FROM (${rows}) GROUP BY ${key.join(', ')})
    SELECT ${columns} FROM fresh UNION ALL
    SELECT ${columns} FROM "known_${table}" p WHERE ${full ? 'false AND' : ''} NOT EXISTS (FROM fresh f WHERE ${same})`);
}

interface Added {
  table: 'stock' | 'order';
  staged: readonly StagedRows[];
  rowsOf: (staged: readonly StagedRows[]) => string;
  key: readonly string[];
  full: boolean;
}

/** New quantities replace those of the same key; those of one delivery, and of its corrected rows, add up. */
async function mergeAdded(session: Session, { table, staged, rowsOf, key, full }: Added): Promise<void> {
  const columns = [...key, 'quantity'];
  const known = `SELECT ${columns.join(', ')} FROM "known_${table}"`;
  const rows = await withCorrections(session, { table, staged, rowsOf, keys: key, columns, known, full });
  const keyed: Keyed = { table, key, values: ['quantity'], combine: 'sum', rows };
  // Of a stock that is replaced, what is known are the delivery's own counts that were said to stand.
  await mergeKeyed(session, keyed, full && table !== 'stock');
}

export function keep(session: Session, table: Keyed['table']): Promise<void> {
  return session.run(`CREATE TABLE ${quoteIdentifier(table)} AS SELECT * FROM "known_${table}"`);
}

/** `SELECT` of stocks as they are merged; a file without dates is the stock of `today`. */
export function stockRowsSql(files: readonly StagedRows[], today: string): string {
  return `SELECT coalesce(date, DATE ${quoteText(today)}) AS date, item_group_id, item_id, inventory_code, quantity
    FROM (${resolvedSql(files, ['date', 'inventory_code', 'quantity'])})`;
}

/** `SELECT` of what is expected as it is merged. */
export const orderRowsSql = (files: readonly StagedRows[]): string =>
  resolvedSql(files, ['expected_date', 'inventory_code', 'quantity']);

/** Leaves out earlier rows of a table that give way to a delivery: `condition` is of those, named `p`. */
export async function leaveOutKnown(
  session: Session,
  table: Keyed['table'],
  condition: string,
): Promise<void> {
  await session.run(`ALTER VIEW "known_${table}" RENAME TO "known_${table}_whole"`);
  await session.run(
    `CREATE VIEW "known_${table}" AS SELECT * FROM "known_${table}_whole" p WHERE NOT (${condition})`,
  );
}

/**
 * Table `stock`. A delivery without dates is the stock of `today`; week numbers count from the file's origin. What is
 * known of it stays: none where the delivery replaces it (`full`), but for what view `known_stock` was given of its own.
 */
export async function mergeStock(
  session: Session,
  staged: readonly StagedRows[],
  today: string,
  full: boolean,
): Promise<void> {
  if (staged.length === 0) return keep(session, 'stock');
  const rowsOf = (files: readonly StagedRows[]): string => stockRowsSql(files, today);
  const key = ['date', 'item_group_id', 'item_id', 'inventory_code'];
  await mergeAdded(session, { table: 'stock', staged, rowsOf, key, full });
}

/** Table `order`: what is expected, by day and place. */
export async function mergeOrders(
  session: Session,
  staged: readonly StagedRows[],
  full: boolean,
): Promise<void> {
  if (staged.length === 0) return keep(session, 'order');
  const key = ['item_group_id', 'item_id', 'expected_date', 'inventory_code'];
  await mergeAdded(session, { table: 'order', staged, rowsOf: orderRowsSql, key, full });
}

const KIND = `CASE WHEN kind IS NULL THEN NULL WHEN regexp_matches(strip_accents(lower(kind)), 'web|online|internet|e-?com|ligne') THEN 'web'
  WHEN regexp_matches(strip_accents(lower(kind)), 'entrep|depot|ware|logist|central') THEN 'warehouse' ELSE 'store' END`;

/** Table `rate`: what one unit of a currency is worth in the organisation's, from a day on. The last row of a day wins. */
export async function mergeRates(
  session: Session,
  staged: readonly StagedRows[],
  full: boolean,
): Promise<void> {
  if (staged.length === 0) return session.run('CREATE TABLE rate AS SELECT * FROM prev_rate');
  const rows = staged
    .map(
      ({ table }, index) =>
        `SELECT currency, date, coalesce(rate, 1 / nullif(quoted_rate, 0)) AS rate, ${index} * 1e12::BIGINT + position AS position FROM ${quoteIdentifier(table)} WHERE NOT refused`,
    )
    .join(' UNION ALL ');
  await session.run(`CREATE TABLE rate AS
    WITH fresh AS (SELECT currency, date, arg_max(rate, position) AS rate FROM (${rows}) WHERE rate > 0 GROUP BY currency, date)
    SELECT currency, date, rate FROM fresh UNION ALL
    SELECT currency, date, rate FROM prev_rate p WHERE ${full ? 'false AND' : ''} NOT EXISTS (FROM fresh f WHERE f.currency = p.currency AND f.date = p.date)`);
}

/** Table `place`: shops, warehouses and web shops. A list says the last word; what it leaves empty stays as it was. */
export async function mergePlaces(
  session: Session,
  staged: readonly StagedRows[],
  full: boolean,
): Promise<void> {
  if (staged.length === 0) return session.run('CREATE TABLE place AS SELECT * FROM prev_place');
  const rows = staged
    .map(
      ({ table }, index) =>
        `SELECT code, name, ${KIND} AS kind, country, city, postal_code, ${vatShareSql('vat_rate')} AS vat_rate, ${currencyCodeSql('currency')} AS currency, ${index} * 1e12::BIGINT + position AS position FROM ${quoteIdentifier(table)} WHERE NOT refused`,
    )
    .join(' UNION ALL ');
  const described = columnNames('place').filter((name) => name !== 'code');
  // A country says a currency where no list does: another one than before, another currency.
  const since = 'CASE WHEN f.country IS NULL OR f.country IS NOT DISTINCT FROM p.country THEN p.currency END';
  const values: Readonly<Record<string, string>> = {
    kind: `coalesce(f.kind, p.kind, 'store') AS kind`,
    currency: `coalesce(f.currency, ${since}, ${countryCurrencySql('f.country')}) AS currency`,
  };
  await session.run(`CREATE TABLE place AS
    WITH fresh AS (SELECT code, ${described.map((name) => `arg_max(${name}, position) AS ${name}`).join(', ')} FROM (${rows}) GROUP BY code)
    SELECT code, ${described.map((name) => values[name] ?? `coalesce(f.${name}, p.${name}) AS ${name}`).join(', ')}
    FROM fresh f FULL JOIN (FROM prev_place WHERE ${!full}) p USING (code)`);
}
