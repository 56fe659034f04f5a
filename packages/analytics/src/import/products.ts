import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Staged } from './staged.ts';
import type { DeliveredProducts } from './types.ts';

/** What retailers tell their deliveries apart by, the likeliest first. */
const DISTINGUISHING = [
  'release_season',
  'last_season',
  'section',
  'brand',
  'family',
  'subfamily',
  'supplier',
] as const;

/** As many as are named one by one: more are taken by a query. */
const NAMED_PRODUCTS = 20_000;

/** Table `delivered (item_group_id)`: the products of the article files; where there is none, those of the stocks. */
async function makeDelivered(session: Session, staged: readonly Staged[]): Promise<void> {
  const of = (kind: string): Staged[] => staged.filter(({ feed }) => feed.kind === kind);
  const items = of('items');
  const files = items.length > 0 ? items : of('stock');
  const named = files.map(
    ({ table }) => `SELECT item_group_id, item_id FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  const source =
    named.length > 0 ? named.join(' UNION ') : 'SELECT NULL AS item_group_id, NULL AS item_id WHERE false';
  // A code is a product's or a variant's: two joins by equality, as one that chooses between them compares all with all.
  await session.run(`CREATE OR REPLACE TEMP TABLE delivered AS
    WITH named AS (${source})
    SELECT item_group_id FROM named JOIN "new_item_group" USING (item_group_id)
    UNION SELECT i.item_group_id FROM named n JOIN "new_item" i ON i.item_id = coalesce(n.item_id, n.item_group_id)
      JOIN "new_item_group" g ON g.item_group_id = i.item_group_id
      WHERE NOT EXISTS (FROM "new_item_group" own WHERE own.item_group_id = n.item_group_id)
    UNION SELECT g.item_group_id FROM named n JOIN "new_item_group" g ON g.item_group_id = n.item_id
      WHERE n.item_group_id IS NULL AND NOT EXISTS (FROM "new_item" own WHERE own.item_id = n.item_id)`);
}

/** The value of a field that the products delivered have and no other has. */
async function valueTelling(session: Session, field: string): Promise<string | null> {
  const column = quoteIdentifier(field);
  const [row] = await session.rows<{ value: string | null }>(`
    SELECT any_value(own.value) AS value FROM (SELECT DISTINCT g.${column}::VARCHAR AS value
      FROM "new_item_group" g JOIN delivered USING (item_group_id)) own
    HAVING count(*) = 1 AND count(own.value) = 1 AND NOT EXISTS (FROM "new_item_group" o WHERE o.${column} IS NOT NULL
      AND o.${column}::VARCHAR = any_value(own.value) AND o.item_group_id NOT IN (SELECT item_group_id FROM delivered))`);
  return row?.value ?? null;
}

/**
 * The products of a delivery, and how a project takes them: all there are, those of a season or a section when these
 * products alone have it, so that what comes later of it joins them, else by their codes. Views `new_*` are of the
 * version written. null: no file of the delivery is of products or stocks.
 */
export async function deliveredProducts(
  session: Session,
  staged: readonly Staged[],
): Promise<DeliveredProducts | null> {
  await makeDelivered(session, staged);
  const [row] = await session.rows<{ count: number; total: number }>(
    'SELECT (SELECT count(*) FROM delivered)::DOUBLE AS count, (SELECT count(*) FROM "new_item_group")::DOUBLE AS total',
  );
  const { count = 0, total = 0 } = row ?? {};
  if (count === 0) return null;
  if (count === total) return { count, all: true, own_value: null, codes: null };
  for (const field of DISTINGUISHING) {
    const value = await valueTelling(session, field);
    if (value !== null) return { count, all: false, own_value: { field, value }, codes: null };
  }
  if (count > NAMED_PRODUCTS) return { count, all: false, own_value: null, codes: null };
  const codes = await session.rows<{ id: string }>('SELECT item_group_id AS id FROM delivered ORDER BY 1');
  return { count, all: false, own_value: null, codes: codes.map(({ id }) => id) };
}
