import type { Session } from '../database/session.ts';
import { RENAMED_NAMES } from './equivalents.ts';
import { variantSql } from './items.ts';
import { columnNames } from './tables.ts';

/** As `RENAMED_NAMES`, where no code changed. */
const NO_NAMES =
  'SELECT NULL::VARCHAR AS old_group, NULL::VARCHAR AS old_item, NULL::VARCHAR AS item_group_id, NULL::VARCHAR AS item_id WHERE false';

/** The previous tables whose products may be met under another name once their items come. */
const REKEYED = ['stock', 'price', 'order', 'forecast'] as const;

/**
 * Table `pending_key`: for rows of earlier deliveries under a name that no item had then, the product and variant
 * that this delivery's items give it; and, with `rekeyed` false, the variants of sales that had no amount and have a
 * price now. Views `known_stock`, `known_price`, `known_order`, `known_forecast`: the previous rows under the names of today.
 *
 * @param look false: this delivery brings neither items nor prices, nothing can change.
 */
export async function findPending(session: Session, look: boolean, renames: boolean): Promise<void> {
  if (!look) {
    await session.run(
      `CREATE TABLE pending_key (old_group VARCHAR, old_item VARCHAR, item_group_id VARCHAR, item_id VARCHAR, rekeyed BOOLEAN)`,
    );
  } else {
    await session.run(`CREATE TABLE pending_key AS
      WITH known AS (
        SELECT DISTINCT item_group_id, item_id FROM (
          SELECT item_group_id, item_id FROM prev_sale UNION ALL SELECT item_group_id, item_id FROM prev_stock
          UNION ALL SELECT item_group_id, item_id FROM prev_price UNION ALL SELECT item_group_id, item_id FROM prev_order UNION ALL SELECT item_group_id, item_id FROM prev_forecast)
        WHERE item_id IS NOT NULL),
      renamed AS (${renames ? RENAMED_NAMES : NO_NAMES}),
      orphan AS (SELECT * FROM known t ANTI JOIN item i ON i.item_id = t.item_id AND i.item_group_id = t.item_group_id
        WHERE NOT EXISTS (FROM renamed r WHERE r.old_group = t.item_group_id AND r.old_item = t.item_id)),
      sized AS (SELECT item_group_id, ${variantSql('item_group_id', 'size')} AS written_as, min(item_id) AS item_id FROM item GROUP BY ALL),
      lone AS (SELECT item_group_id, any_value(item_id) AS item_id FROM item GROUP BY item_group_id HAVING count(*) = 1),
      found AS (
        SELECT o.item_group_id AS old_group, o.item_id AS old_item,
          coalesce(own.item_group_id, sized.item_group_id, lone.item_group_id) AS item_group_id,
          coalesce(own.item_id, sized.item_id, lone.item_id) AS item_id, true AS rekeyed
        FROM orphan o
        LEFT JOIN item own ON own.item_id = o.item_id
        LEFT JOIN sized ON sized.item_group_id = o.item_group_id AND sized.written_as = o.item_id
        LEFT JOIN lone ON lone.item_group_id = o.item_group_id AND lone.item_group_id = o.item_id),
      unpriced AS (SELECT DISTINCT item_group_id, item_id FROM prev_sale_any WHERE amount IS NULL)
      SELECT *, true AS rekeyed FROM renamed
      UNION ALL SELECT * FROM found WHERE item_group_id IS NOT NULL
      UNION ALL
      SELECT u.item_group_id, u.item_id, u.item_group_id, u.item_id, false FROM unpriced u
      WHERE NOT EXISTS (FROM found f WHERE f.item_group_id IS NOT NULL AND f.old_group = u.item_group_id AND f.old_item = u.item_id)
        AND NOT EXISTS (FROM renamed r WHERE r.old_group = u.item_group_id AND r.old_item = u.item_id)`);
  }
  for (const table of REKEYED)
    await session.run(
      `CREATE OR REPLACE VIEW "known_${table}" AS ${
        renames
          ? renamedRows(table)
          : `
      SELECT p.* REPLACE (coalesce(k.item_group_id, p.item_group_id) AS item_group_id, coalesce(k.item_id, p.item_id) AS item_id)
      FROM "prev_${table}" p LEFT JOIN (FROM pending_key WHERE rekeyed) k ON k.old_group = p.item_group_id AND k.old_item = p.item_id`
      }`,
    );
}

/** The rows of one day and place under an old code and under its new one add up; of two prices, the new code's stays. */
const ONE_OF: Record<(typeof REKEYED)[number], { key: readonly string[]; sums: boolean }> = {
  stock: { key: ['date', 'inventory_code'], sums: true },
  order: { key: ['expected_date', 'inventory_code'], sums: true },
  price: { key: ['price_list_id', 'from_date'], sums: false },
  forecast: { key: ['from_date', 'to_date', 'discount_pct'], sums: false },
};

/** `SELECT` of a table's previous rows under the codes of today, each key once. */
function renamedRows(table: (typeof REKEYED)[number]): string {
  const { key, sums } = ONE_OF[table];
  const names = ['item_group_id', 'item_id', ...key].join(', ');
  const rows = `SELECT p.* REPLACE (coalesce(k.item_group_id, g.code, p.item_group_id) AS item_group_id, coalesce(k.item_id, p.item_id) AS item_id),
      k.old_item IS NOT NULL OR g.code IS NOT NULL AS renamed
    FROM "prev_${table}" p
    LEFT JOIN (FROM pending_key WHERE rekeyed) k ON k.old_group = p.item_group_id AND k.old_item = p.item_id
    LEFT JOIN code_now g ON p.item_id IS NULL AND g.old_code = p.item_group_id`;
  if (!sums)
    return `SELECT * EXCLUDE (renamed) FROM (${rows}) QUALIFY row_number() OVER (PARTITION BY ${names} ORDER BY renamed) = 1`;
  const others = columnNames(table).filter((name) => name === 'copies');
  const copies = others.map(() => 'CASE WHEN count(*) = 1 THEN any_value(copies) END AS copies');
  return `SELECT ${[names, 'sum(quantity) AS quantity', ...copies].join(', ')} FROM (${rows}) GROUP BY ${names}`;
}

/** Whether a row `p` of the previous sales waits for this delivery; joined with `pending_key` as `k`. */
export const PENDING =
  'k.old_group = p.item_group_id AND k.old_item = p.item_id AND (k.rekeyed OR p.amount IS NULL)';
