import { countOf, formatDate } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Staged } from './staged.ts';

/** Counts of one article that come again on another day, as a share of the articles: more are several stocks. */
const AGAIN = 0.2;
/** A stock of the last day has at least this share of the articles of its place. */
const WHOLE = 0.5;
/** Days of their own are many; a few are those of inventories, of a part of the articles each. */
const FEWEST_DAYS = 5;

const KEY = 'item_group_id, item_id, size';

interface Days {
  /** Articles of a place, what the file counts of them on any day, and on the last. */
  keys: number;
  counts: number;
  last_keys: number;
  dates: number;
  last: string | null;
}

/** The days of the places that have several. */
async function daysOf(session: Session, { table }: Staged): Promise<Days | null> {
  const [row] =
    await session.rows<Days>(`WITH line AS (SELECT DISTINCT inventory_code, date, hash(${KEY}) AS key
      FROM ${quoteIdentifier(table)} WHERE NOT refused AND date IS NOT NULL),
    latest AS (SELECT inventory_code, max(date) AS last FROM line GROUP BY 1 HAVING min(date) < max(date)),
    place AS (SELECT l.inventory_code, any_value(t.last) AS last, count(DISTINCT key) AS keys, count(*) AS counts,
        count_if(l.date = t.last) AS last_keys
      FROM line l JOIN latest t ON t.inventory_code IS NOT DISTINCT FROM l.inventory_code GROUP BY 1)
    SELECT coalesce(sum(keys), 0)::DOUBLE AS keys, coalesce(sum(counts), 0)::DOUBLE AS counts,
      coalesce(sum(last_keys), 0)::DOUBLE AS last_keys, max(last)::VARCHAR AS last,
      (SELECT count(DISTINCT date) FROM line)::DOUBLE AS dates FROM place`);
  return row ?? null;
}

/** Whether each article of the places that have several days is counted on one of them alone. */
const isOne = ({ keys, counts, last_keys, dates, last }: Days): boolean =>
  last !== null && dates >= FEWEST_DAYS && counts - keys < AGAIN * keys && last_keys < WHOLE * keys;

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
