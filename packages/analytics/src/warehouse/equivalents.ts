import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { variantSql } from './items.ts';
import type { StagedRows } from './types.ts';

/** Kinds whose rows name products. */
const KEYED = ['items', 'sales', 'stock', 'prices', 'orders', 'forecasts'];

/** A code that stays behind one of its variants' derived code: `P1` of `P1-38`. */
export const derivedFrom = (item: string, group: string): string =>
  `(${item} = ${group} OR starts_with(${item}, ${group} || '-'))`;

/**
 * Tables `equivalent` (as the version keeps it: the last word on each old code) and `code_now`: every code that is
 * no longer used and the one that takes its place today, at the end of its chain. A row dated after `today` waits.
 * @returns whether some code changed.
 */
export async function mergeEquivalents(
  session: Session,
  staged: readonly StagedRows[],
  today: string,
  full: boolean,
): Promise<boolean> {
  const fresh = staged.map(
    ({ table }, index) =>
      `SELECT old_code, new_code, date, ${index} * 1e12::BIGINT + position AS position FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  await session.run(`CREATE TABLE equivalent AS
    SELECT old_code, new_code, date FROM (${[...fresh, `SELECT *, -1::BIGINT AS position FROM prev_equivalent WHERE ${!full}`].join(' UNION ALL ')})
    QUALIFY row_number() OVER (PARTITION BY old_code, date ORDER BY position DESC) = 1`);
  await session.run(`CREATE TABLE code_now AS
    WITH RECURSIVE step AS (
      SELECT old_code, new_code FROM equivalent WHERE date IS NULL OR date <= DATE ${quoteText(today)}
      QUALIFY row_number() OVER (PARTITION BY old_code ORDER BY coalesce(date, DATE '1970-01-01') DESC) = 1),
    chain AS (
      SELECT old_code, new_code AS code, 1 AS links FROM step
      UNION ALL SELECT c.old_code, s.new_code, links + 1 FROM chain c JOIN step s ON s.old_code = c.code WHERE links < 1000)
    SELECT old_code, arg_max(code, links) AS code FROM chain GROUP BY old_code`);
  const [row] = await session.rows('SELECT 1 FROM code_now LIMIT 1');
  return row !== undefined;
}

/** Adds to `code_now` the variants of products that changed their code: the one of the same size takes their place. */
async function addVariants(session: Session, staged: readonly StagedRows[]): Promise<void> {
  const items = staged
    .filter(({ feed }) => feed.kind === 'items')
    .map(
      ({ table }) =>
        `SELECT item_group_id, coalesce(item_id, ${variantSql('item_group_id', 'size')}) AS item_id, size FROM ${quoteIdentifier(table)} WHERE NOT refused`,
    );
  await session.run(`INSERT INTO code_now
    WITH known AS (SELECT DISTINCT item_group_id, item_id, size FROM (${['SELECT item_group_id, item_id, size FROM prev_item', ...items].join(' UNION ALL ')})),
    same AS (SELECT item_group_id, size, min(item_id) AS item_id FROM known GROUP BY ALL HAVING count(DISTINCT item_id) = 1)
    SELECT k.item_id, any_value(coalesce(s.item_id, c.code || substr(k.item_id, len(c.old_code) + 1)))
    FROM known k JOIN code_now c ON c.old_code = k.item_group_id
    LEFT JOIN same s ON s.item_group_id = c.code AND s.size IS NOT DISTINCT FROM k.size
    WHERE k.item_id NOT IN (SELECT old_code FROM code_now) AND (s.item_id IS NOT NULL OR ${derivedFrom('k.item_id', 'c.old_code')})
    GROUP BY k.item_id HAVING k.item_id <> any_value(coalesce(s.item_id, c.code || substr(k.item_id, len(c.old_code) + 1)))`);
}

const now = (column: string): string =>
  `coalesce((SELECT code FROM code_now WHERE old_code = ${column}), ${column})`;

/** Rows of articles under their old code say what those under the new one leave unsaid: they come before all. */
const BEFORE_ALL = '-100000000000000';

async function renameStaged(session: Session, { feed, table }: StagedRows, others: string): Promise<void> {
  const former = quoteIdentifier(`${table}_old_codes`);
  await session.run(`ALTER VIEW ${quoteIdentifier(table)} RENAME TO ${former}`);
  const renamed = '(i.code IS NOT NULL OR g.code IS NOT NULL)';
  const isItems = feed.kind === 'items';
  const variant = `coalesce(t.item_id, ${variantSql('t.item_group_id', 't.size')})`;
  const dropped = `i.code IS NOT NULL AND i.code IN (${others})`;
  await session.run(`CREATE VIEW ${quoteIdentifier(table)} AS
    SELECT t.* REPLACE (coalesce(g.code, t.item_group_id) AS item_group_id,
      coalesce(i.code, t.item_id) AS item_id
      ${isItems ? `, CASE WHEN ${renamed} THEN t.position + ${BEFORE_ALL} ELSE t.position END AS position, t.refused OR coalesce(${dropped}, false) AS refused` : ''})
    FROM ${former} t LEFT JOIN code_now g ON g.old_code = t.item_group_id
    LEFT JOIN code_now i ON i.old_code = ${isItems ? variant : 't.item_id'}`);
}

/**
 * Puts the codes of today in the staged files and in the articles of the previous version (views `prev_item` and
 * `prev_item_group`). Needs `code_now`.
 */
export async function renameCodes(session: Session, staged: readonly StagedRows[]): Promise<void> {
  await addVariants(session, staged);
  const keyed = staged.filter(({ feed }) => KEYED.includes(feed.kind));
  const said = keyed.filter(({ feed }) => feed.kind === 'items');
  for (const [index, { table }] of said.entries())
    await session.run(`CREATE TABLE said_item_${index} AS
      SELECT DISTINCT coalesce(item_id, ${variantSql('item_group_id', 'size')}) AS item_id FROM ${quoteIdentifier(table)} WHERE NOT refused`);
  const others = [
    'SELECT NULL::VARCHAR AS item_id WHERE false',
    ...said.map((_, index) => `FROM said_item_${index}`),
  ];
  for (const table of keyed) await renameStaged(session, table, others.join(' UNION ALL '));
  await session.run(`CREATE TABLE item_now AS SELECT * REPLACE (${now('item_id')} AS item_id, ${now('item_group_id')} AS item_group_id)
    FROM prev_item QUALIFY row_number() OVER (PARTITION BY ${now('item_id')} ORDER BY item_id <> ${now('item_id')}, item_id) = 1`);
  await session.run(`CREATE TABLE item_group_now AS SELECT * REPLACE (${now('item_group_id')} AS item_group_id)
    FROM prev_item_group QUALIFY row_number() OVER (PARTITION BY ${now('item_group_id')} ORDER BY item_group_id <> ${now('item_group_id')}, item_group_id) = 1`);
  await session.run('CREATE OR REPLACE VIEW prev_item AS FROM item_now');
  await session.run('CREATE OR REPLACE VIEW prev_item_group AS FROM item_group_now');
}

/** `SELECT` of the names among `known` (item_group_id, item_id) that changed, under those of today. */
export const RENAMED_NAMES = `SELECT k.item_group_id AS old_group, k.item_id AS old_item,
    coalesce(own.item_group_id, g.code, k.item_group_id) AS item_group_id,
    coalesce(i.code, CASE WHEN g.code IS NOT NULL AND ${derivedFrom('k.item_id', 'k.item_group_id')} THEN g.code || substr(k.item_id, len(k.item_group_id) + 1) END, k.item_id) AS item_id
  FROM known k LEFT JOIN code_now g ON g.old_code = k.item_group_id LEFT JOIN code_now i ON i.old_code = k.item_id
  LEFT JOIN item own ON own.item_id = i.code
  WHERE g.code IS NOT NULL OR i.code IS NOT NULL`;
