import { countOf, formatDate } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Staged } from './staged.ts';

/** Counts of one article that come again on another day, as a share of the articles: more are several stocks. */
const AGAIN = 0.2;
/** Days of their own are many; of a few, each of so many articles at least is on one alone. */
const FEWEST_DAYS = 5;
const FEWEST_ARTICLES = 20;
/** Or each of a handful has a day that no other of its place has. */
const FEWEST_OWN = 3;

const KEY = 'item_group_id, item_id, size';

interface Days {
  /** Articles of a place, and what the file counts of them on any day. */
  keys: number;
  counts: number;
  dates: number;
  /** Days of each place, added up. */
  own: number;
  last: string | null;
}

/** The days of the places that have several. */
async function daysOf(session: Session, { table }: Staged): Promise<Days | null> {
  const [row] =
    await session.rows<Days>(`WITH line AS (SELECT DISTINCT inventory_code, date, hash(${KEY}) AS key
      FROM ${quoteIdentifier(table)} WHERE NOT refused AND date IS NOT NULL),
    latest AS (SELECT inventory_code, max(date) AS last FROM line GROUP BY 1 HAVING min(date) < max(date)),
    place AS (SELECT l.inventory_code, any_value(t.last) AS last, count(DISTINCT key) AS keys, count(*) AS counts, count(DISTINCT l.date) AS own
      FROM line l JOIN latest t ON t.inventory_code IS NOT DISTINCT FROM l.inventory_code GROUP BY 1)
    SELECT coalesce(sum(keys), 0)::DOUBLE AS keys, coalesce(sum(counts), 0)::DOUBLE AS counts,
      coalesce(sum(own), 0)::DOUBLE AS own,
      max(last)::VARCHAR AS last,
      (SELECT count(DISTINCT date) FROM line)::DOUBLE AS dates FROM place`);
  return row ?? null;
}

/**
 * Whether each article of the places that have several days is counted on one of them alone, however many are on the
 * last: most of those of a shop were moved today, and what sells slowly was not.
 */
function isOne({ keys, counts, dates, own, last }: Days): boolean {
  if (last === null) return false;
  if (dates >= FEWEST_DAYS) return counts - keys < AGAIN * keys;
  return counts === keys && (keys >= FEWEST_ARTICLES || (own === keys && keys >= FEWEST_OWN));
}

interface Undated {
  rows: number;
  /** The last day of the rows that have one. */
  last: string | null;
}

async function undatedOf(session: Session, { table }: Staged): Promise<Undated | null> {
  const [row] = await session.rows<Undated>(
    `SELECT count_if(date IS NULL)::DOUBLE AS rows, max(date)::VARCHAR AS last FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  return row && row.rows > 0 && row.last !== null ? row : null;
}

/**
 * A stock of which each article has the day of its own last count or movement, as one stock of its place's last day:
 * stocks of several days count the same articles again. Rows without a day are of the last one too: of the day of the
 * import, they would be all the stock there is. Any other file stays as it is.
 */
export async function asOneStock(session: Session, staged: Staged): Promise<Staged> {
  const { feed, table } = staged;
  if (feed.kind !== 'stock' || !feed.positions.has('date')) return staged;
  const days = await daysOf(session, staged);
  const one = days !== null && isOne(days) ? days : null;
  const undated = await undatedOf(session, staged);
  if (one === null && undated === null) return staged;
  const last = (of: string): string => `max(date) FILTER (NOT refused) OVER (${of})`;
  const ofPlace = last('PARTITION BY inventory_code');
  const own = one
    ? `CASE WHEN date = ${last(`PARTITION BY inventory_code, ${KEY}`)} THEN ${ofPlace} ELSE date END`
    : 'date';
  const view = `${table}_days`;
  await session.run(`CREATE OR REPLACE VIEW ${quoteIdentifier(view)} AS
    SELECT * REPLACE (coalesce(${own}, ${ofPlace}, ${last('')}) AS date) FROM ${quoteIdentifier(table)}`);
  const notes = [
    ...(feed.source.notes ?? []),
    ...(one
      ? [
          `chaque article y est compté une fois, à ${countOf(one.dates, 'date')} différentes\u202f: c’est un seul stock, celui du ${formatDate(one.last ?? '')}.`,
        ]
      : []),
    ...(undated
      ? [
          `${countOf(undated.rows, 'ligne')} sans date\u202f: du dernier jour de leur lieu, le ${formatDate(undated.last ?? '')} au plus tard.`,
        ]
      : []),
  ];
  return { ...staged, days: view, feed: { ...feed, source: { ...feed.source, notes } } };
}
