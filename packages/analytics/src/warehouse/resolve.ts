import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { variantSql } from './items.ts';
import type { StagedRows } from './types.ts';

/**
 * Makes table `key_map`: for every way the staged files name a product (group, code, size), the variant and group
 * meant. A code that is a product's is taken as the product. What no item file knows keeps the name it came with.
 * Variants met for the first time join `item`.
 */
export async function resolveKeys(session: Session, staged: readonly StagedRows[]): Promise<void> {
  const unkeyed = ['items', 'places', 'rates', 'equivalents', 'packs', 'control', 'projects'];
  const keyed = staged.filter(({ feed }) => !unkeyed.includes(feed.kind));
  const parts = keyed.map(
    ({ table }) =>
      `SELECT DISTINCT item_group_id, item_id, size FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  const named =
    parts.length > 0
      ? parts.join(' UNION ')
      : 'SELECT NULL::VARCHAR AS item_group_id, NULL::VARCHAR AS item_id, NULL::VARCHAR AS size WHERE false';
  await session.run(`CREATE TABLE key_map AS
    WITH named AS (${named}),
    lone AS (SELECT item_group_id, any_value(item_id) AS item_id FROM item GROUP BY item_group_id HAVING count(*) = 1),
    sized AS (SELECT item_group_id, size, min(item_id) AS item_id FROM item GROUP BY item_group_id, size),
    grouped AS (
      SELECT n.*, own.item_group_id AS own_group, own.item_id AS own_item,
        coalesce(n.item_group_id, CASE WHEN own.item_id IS NULL THEN as_group.item_group_id END) AS given_group
      FROM named n
      LEFT JOIN item own ON own.item_id = n.item_id
      LEFT JOIN item_group as_group ON as_group.item_group_id = n.item_id)
    SELECT g.item_group_id, g.item_id, g.size,
      coalesce(own_group, given_group, g.item_id) AS resolved_group,
      coalesce(own_item,
        CASE WHEN g.item_id IS NOT NULL AND g.item_id IS DISTINCT FROM given_group THEN g.item_id END,
        sized.item_id,
        CASE WHEN g.size IS NULL THEN lone.item_id END,
        ${variantSql('given_group', 'g.size')}) AS resolved_item,
      known.item_group_id IS NOT NULL AS known
    FROM grouped g
    LEFT JOIN sized ON sized.item_group_id = given_group AND sized.size = g.size
    LEFT JOIN lone ON lone.item_group_id = given_group
    LEFT JOIN item_group known ON known.item_group_id = coalesce(own_group, given_group, g.item_id)`);
  await session.run(`INSERT INTO item (item_id, item_group_id, size, price, base_price, cost, currency)
    SELECT resolved_item, any_value(resolved_group), any_value(key_map.size), any_value(g.price), any_value(g.base_price), NULL::DOUBLE, any_value(g.currency)
    FROM key_map JOIN item_group g ON g.item_group_id = resolved_group
    WHERE known AND NOT (key_map.size IS NULL AND key_map.item_id IS NULL)
      AND NOT EXISTS (FROM item WHERE item.item_id = resolved_item) GROUP BY resolved_item`);
}

/** The three ways that a file may name a product. */
const NAMES = ['item_group_id', 'item_id', 'size'] as const;

/** Whether some of the files have a column. */
export function givesColumn(staged: readonly StagedRows[], name: string): boolean {
  return staged.some(({ feed }) => feed.positions.has(name) || feed.constants.has(name));
}

/** Staged rows of one kind with the variant and group they mean, and `position`: the highest wins. */
export function resolvedSql(
  staged: readonly StagedRows[],
  columns: readonly string[],
  key = { table: 'key_map', columns: 'k.resolved_group AS item_group_id, k.resolved_item AS item_id' },
): string {
  const own = [...new Set([...columns.map((name) => name.split(' AS ')[0] ?? name), ...NAMES])];
  const parts = staged.map(
    ({ table }, index) =>
      `SELECT ${own.join(', ')}, ${index} * 1e12::BIGINT + position AS position FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  // Names that no file gives are empty: only the others are compared.
  const same = NAMES.map((name) =>
    givesColumn(staged, name) ? `s.${name} IS NOT DISTINCT FROM k.${name}` : `k.${name} IS NULL`,
  );
  return `SELECT ${columns.map((name) => `s.${name}`).join(', ')}, ${key.columns}, position
    FROM (${parts.join(' UNION ALL ')}) s JOIN ${key.table} k ON ${same.join(' AND ')}`;
}
