import type { Session } from '../database/session.ts';
import { attachWarehouse } from '../warehouse/previous.ts';

/** `SELECT` of every old code of a version with each code that took its place since, the nearest first. */
export const followed = (prefix: string): string => `(
    WITH RECURSIVE chain AS (
      SELECT old_code AS told, new_code AS code, 1 AS links FROM "${prefix}equivalent"
      UNION SELECT c.told, e.new_code, links + 1 FROM chain c JOIN "${prefix}equivalent" e ON e.old_code = c.code WHERE links < 50)
    SELECT told, code, min(links) AS links FROM chain WHERE told <> code GROUP BY ALL)`;

/** SQL condition on the products that took the place of those of a list, which are no longer there. */
export const replacing = (list: string): string =>
  `g.item_group_id IN (SELECT code FROM ${followed('w_')} WHERE told IN (SELECT item_group_id FROM ${list})
    AND told NOT IN (SELECT item_group_id FROM "w_item_group"))`;

interface Move {
  gone: string;
  here: string;
}

/**
 * The `_id` of lines by product, those of products that changed their code under the new one: what was decided on a
 * line goes with it, and comes back when an earlier version of the data does (`former`: the folder that the project's
 * snapshot was made of). A product that has a line of its own keeps it.
 */
export async function followCodes(
  session: Session,
  line_ids: ReadonlyMap<string, string>,
  selected: readonly string[],
  former: string | null,
): Promise<ReadonlyMap<string, string>> {
  if (line_ids.size === 0) return line_ids;
  const ids = new Map(line_ids);
  const chosen = new Set(selected);
  const forth = `SELECT told AS gone, code AS here FROM ${followed('w_')} ORDER BY links, told`;
  const moves = await session.rows<Move>(forth);
  if (former !== null) {
    await attachWarehouse(session, former, 'former_');
    moves.push(
      ...(await session.rows<Move>(
        `SELECT code AS gone, told AS here FROM ${followed('former_')} ORDER BY links, told`,
      )),
    );
  }
  for (const { gone, here } of moves) {
    const id = ids.get(gone);
    if (id === undefined || chosen.has(gone) || !chosen.has(here) || ids.has(here)) continue;
    ids.delete(gone);
    ids.set(here, id);
  }
  return ids;
}
