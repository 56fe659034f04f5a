import type { Session } from '../../database/session.ts';
import { OUTDATED_SALE } from '../../warehouse/outdated.ts';
import { PENDING } from '../../warehouse/pending.ts';

/** How sales that are kept stand to those that a delivery says of the same days. */
export interface Resaid {
  /**
   * `withdrawn`: the others of the day and place are said again; `otherwise`: the same sold, by other keys; `partly`: half
   * of those of the day and place are, and they stay.
   */
  how: 'withdrawn' | 'otherwise' | 'partly';
  /** Rows that are kept and that the delivery does not say, their pieces, and their first and last day. */
  rows: number;
  quantity: number;
  first: string;
  last: string;
}

/** A day of a place is said whole again where so many of its kept rows are. */
const WHOLE = 0.8;
/** Rows that a delivery must lack to be asked about, and their share of those of the days and places said whole. */
const FEWEST_WITHDRAWN = 3;
const LEAST_SHARE = 0.01;
/** A day of a place is said again in part where so many of its kept rows are. */
const PART = 0.5;
/** Products a day (or week) of which as many were sold by other keys, and their share of those that are kept. */
const FEWEST_CELLS = 10;
const SAME_CELLS = 0.8;

const SAME_KEY = `s.date = k.date AND s.item_group_id = k.item_group_id AND s.item_id IS NOT DISTINCT FROM k.item_id
  AND s.location_code IS NOT DISTINCT FROM k.location_code`;

/**
 * Table `said_sale`: what a delivery says, by day, variant and place; `kept_sale`: what is kept of the weeks that it
 * says, and whether it says it (`said`). False: nothing is kept that it does not say.
 */
async function compareSales(session: Session): Promise<boolean> {
  await session.run(`CREATE OR REPLACE TABLE said_sale AS
    SELECT f.date, n.item_group_id, n.item_id, f.location_code, sum(f.quantity) AS quantity
    FROM fresh_sale f JOIN sale_key n USING (key_no) GROUP BY ALL`);
  await session.run(`CREATE OR REPLACE TABLE kept_sale AS
    WITH span AS (SELECT date_trunc('week', min(date))::DATE AS first, date_trunc('week', max(date))::DATE + 6 AS last FROM said_sale),
    k AS (SELECT date, item_group_id, item_id, location_code, sum(quantity) AS quantity FROM prev_sale_any p
      WHERE date BETWEEN (SELECT first FROM span) AND (SELECT last FROM span)
        AND NOT EXISTS (FROM pending_key k WHERE ${PENDING}) GROUP BY ALL)
    SELECT k.*, s.date IS NOT NULL AS said FROM k LEFT JOIN said_sale s ON ${SAME_KEY}`);
  return (await session.rows('SELECT 1 FROM kept_sale WHERE NOT said LIMIT 1')).length > 0;
}

/** SQL: kept rows of days and places of whose rows a share and more are said. */
const saidAgain = (share: number): string => `SELECT k.* FROM kept_sale k JOIN (
    SELECT date, location_code FROM kept_sale GROUP BY ALL HAVING count_if(said) >= ${share} * count(*)) w
  ON w.date = k.date AND w.location_code IS NOT DISTINCT FROM k.location_code`;
const WITHDRAWN = saidAgain(WHOLE);

/** Days, or weeks where one of the two has a day a week alone. */
type Grain = 'day' | 'week';

/** SQL of the weeks or days that both have whole, as `start`. */
function sharedSql(grain: Grain): string {
  if (grain === 'day') return 'SELECT DISTINCT date AS start FROM said_sale';
  const span = (table: string): string =>
    `SELECT min(date) AS first, max(date) + CASE WHEN count(DISTINCT dayofweek(date)) = 1 THEN 6 ELSE 0 END AS last FROM ${table}`;
  return `SELECT DISTINCT date_trunc('week', date)::DATE AS start FROM kept_sale, (${span('said_sale')}) s, (${span('prev_sale_any')}) k
    WHERE date_trunc('week', date) >= greatest(s.first, k.first) AND date_trunc('week', date)::DATE + 6 <= least(s.last, k.last)`;
}

/** SQL: `start, item_group_id, kept, said`: pieces of the products of which some kept row is not said. */
function cellsSql(grain: Grain): string {
  const start = grain === 'day' ? 'date' : "date_trunc('week', date)::DATE";
  const sums = (table: string, having = ''): string =>
    `SELECT ${start} AS start, item_group_id, sum(quantity) AS quantity FROM ${table} GROUP BY ALL ${having}`;
  return `SELECT k.start, k.item_group_id, k.quantity AS kept, s.quantity AS said
    FROM (${sums('kept_sale', 'HAVING NOT bool_and(said)')}) k LEFT JOIN (${sums('said_sale')}) s USING (start, item_group_id)
    WHERE k.start IN (${sharedSql(grain)})`;
}

async function isSaidOtherwise(session: Session, grain: Grain): Promise<boolean> {
  const [row] = await session.rows<{ cells: number; same: number }>(
    `SELECT count(*)::DOUBLE AS cells, count_if(kept = said)::DOUBLE AS same FROM (${cellsSql(grain)})`,
  );
  return row !== undefined && row.same >= FEWEST_CELLS && row.same >= SAME_CELLS * row.cells;
}

async function isWeekly(session: Session): Promise<boolean> {
  const [row] = await session.rows<{ said: number; kept: number }>(
    `SELECT (SELECT count(DISTINCT dayofweek(date)) FROM said_sale)::DOUBLE AS said,
      (SELECT count(DISTINCT dayofweek(date)) FROM kept_sale)::DOUBLE AS kept`,
  );
  return row !== undefined && (row.said === 1) !== (row.kept === 1);
}

async function sumUp(session: Session, how: Resaid['how'], rows: string): Promise<Resaid | null> {
  const [row] = await session.rows<Omit<Resaid, 'how'>>(
    `SELECT count(*)::DOUBLE AS rows, coalesce(sum(quantity), 0)::DOUBLE AS quantity,
      min(date)::VARCHAR AS first, max(date)::VARCHAR AS last FROM ${rows}`,
  );
  return row && row.rows > 0 ? { how, ...row } : null;
}

/** Table of the kept rows that the delivery says otherwise; their count. */
async function writeOutdated(session: Session, how: Resaid['how'], select: string): Promise<Resaid | null> {
  await session.run(`CREATE OR REPLACE TABLE ${OUTDATED_SALE} AS ${select}`);
  return sumUp(session, how, OUTDATED_SALE);
}

async function findOtherwise(session: Session): Promise<Resaid | null> {
  const grains: Grain[] = (await isWeekly(session)) ? ['day', 'week'] : ['day'];
  for (const grain of grains) {
    if (!(await isSaidOtherwise(session, grain))) continue;
    const start = grain === 'day' ? 'k.date' : "date_trunc('week', k.date)::DATE";
    return writeOutdated(
      session,
      'otherwise',
      `SELECT k.* FROM kept_sale k JOIN (${cellsSql(grain)}) c ON c.start = ${start} AND c.item_group_id = k.item_group_id
       WHERE NOT k.said AND c.said IS NOT NULL`,
    );
  }
  return null;
}

async function findWithdrawn(session: Session, refused: number): Promise<Resaid | null> {
  const [row] = await session.rows<{ rows: number; missing: number }>(
    `SELECT count(*)::DOUBLE AS rows, count_if(NOT said)::DOUBLE AS missing FROM (${WITHDRAWN})`,
  );
  if (!row || row.missing < FEWEST_WITHDRAWN || row.missing < LEAST_SHARE * row.rows) return null;
  // What was refused of the file may be what it lacks.
  if (row.missing <= refused) return null;
  return writeOutdated(session, 'withdrawn', `SELECT * FROM (${WITHDRAWN}) WHERE NOT said`);
}

/**
 * Finds the sales of earlier deliveries that this one says otherwise: the same sold by another place, size or day, or
 * rows gone from days that it says whole, which table `outdated_sale` has; or that it leaves out of days that it says in
 * part. Needs views `fresh_sale`, `prev_sale_any` and
 * tables `sale_key`, `pending_key`.
 *
 * @param refused rows of the files of sales that were refused.
 */
export async function findResaid(session: Session, refused: number): Promise<Resaid | null> {
  if (!(await compareSales(session))) return null;
  const outdated = (await findOtherwise(session)) ?? (await findWithdrawn(session, refused));
  return outdated ?? sumUp(session, 'partly', `(SELECT * FROM (${saidAgain(PART)}) WHERE NOT said)`);
}
