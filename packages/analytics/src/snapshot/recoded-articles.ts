import type { Session } from '../database/session.ts';
import { derivedFrom } from '../warehouse/equivalents.ts';
import { attachWarehouse } from '../warehouse/previous.ts';
import { followed } from './recoded.ts';
import { textTable } from './select.ts';
import type { RecodedArticle, SnapshotRequest } from './types.ts';

const CODES = `SELECT told AS gone, code AS here, links FROM ${followed('w_')}
  UNION ALL SELECT code, told, links FROM ${followed('former_')}`;

/**
 * The articles sold at signed prices of their own that have another code in the data of today: by an equivalence of
 * theirs, else by one of their product, whose article of the same size takes their place, as an import does it. Back
 * too, where the project returns to earlier data. An article that was there before keeps what was signed of it; of several that
 * become one, the first given (the lowest price) is it.
 * Needs `line`.
 */
export async function recodedArticles(
  session: Session,
  { own_prices = new Map(), former_warehouse_folder = null }: SnapshotRequest,
): Promise<RecodedArticle[]> {
  if (own_prices.size === 0) return [];
  const rows = [...own_prices].flatMap(([_id, codes]) =>
    codes.map((code, place) => [_id, code, String(place)]),
  );
  await textTable(session, 'own_price', ['_id', 'item_id', 'place'], rows);
  await session.run(`CREATE OR REPLACE TEMP TABLE lost_price AS
    SELECT o._id, o.item_id AS gone, l.item_group_id, o.place::INTEGER AS place FROM temp.own_price o JOIN line l USING (_id)
    WHERE NOT EXISTS (FROM "w_item" i WHERE i.item_id = o.item_id AND i.item_group_id = l.item_group_id)`);
  const [lost] = await session.rows('SELECT 1 FROM temp.lost_price LIMIT 1');
  if (lost === undefined) return [];
  await attachWarehouse(session, former_warehouse_folder, 'former_');
  return session.rows<RecodedArticle>(`
    WITH codes AS (${CODES}),
    moved AS (SELECT p.*, c.gone AS former_group, c.links FROM temp.lost_price p JOIN codes c ON c.here = p.item_group_id),
    sized AS (SELECT item_group_id, size, min(item_id) AS item_id FROM "w_item" GROUP BY ALL HAVING count(*) = 1),
    found AS (
      SELECT p._id, p.gone, p.item_group_id, c.here, 0 AS rank, c.links FROM temp.lost_price p JOIN codes c USING (gone)
      UNION ALL SELECT m._id, m.gone, m.item_group_id, s.item_id, 1, m.links
        FROM moved m JOIN "former_item" f ON f.item_id = m.gone AND f.item_group_id = m.former_group
        JOIN sized s ON s.item_group_id = m.item_group_id AND s.size IS NOT DISTINCT FROM f.size
      UNION ALL SELECT m._id, m.gone, m.item_group_id, m.item_group_id || substr(m.gone, len(m.former_group) + 1), 2, m.links
        FROM moved m WHERE ${derivedFrom('m.gone', 'm.former_group')}),
    nearest AS (
      SELECT f._id, f.gone, f.here, f.rank, f.links FROM found f
      JOIN "w_item" i ON i.item_id = f.here AND i.item_group_id = f.item_group_id
      WHERE NOT EXISTS (FROM "former_item" o WHERE o.item_id = f.here)
      QUALIFY row_number() OVER (PARTITION BY f._id, f.gone ORDER BY f.rank, f.links, f.here) = 1)
    SELECT _id, gone, here FROM nearest JOIN temp.lost_price USING (_id, gone)
    QUALIFY row_number() OVER (PARTITION BY _id, here ORDER BY rank, links, place, gone) = 1
    ORDER BY _id, gone`);
}
