import { countOf, formatDate } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Staged } from './staged.ts';

/** Counts of one article that come again on another day, as a share of the articles: more are several stocks. */
const AGAIN = 0.2;
/** A stock of the last day has at least this share of the articles of its place. */
const WHOLE = 0.5;

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

/**
 * A stock of which each article has the day of its own last count or movement, as one stock of its place's last day:
 * stocks of several days count the same articles again. Any other stays as it is, and so does a file of sales.
 */
export async function asOneStock(session: Session, staged: Staged): Promise<Staged> {
  const { feed, table } = staged;
  if (feed.kind !== 'stock' || !feed.positions.has('date')) return staged;
  const days = await daysOf(session, staged);
  if (!days?.last || days.counts - days.keys >= AGAIN * days.keys || days.last_keys >= WHOLE * days.keys)
    return staged;
  const view = `${table}_days`;
  const last = (partition: string): string =>
    `max(date) FILTER (NOT refused) OVER (PARTITION BY ${partition})`;
  await session.run(`CREATE OR REPLACE VIEW ${quoteIdentifier(view)} AS SELECT * REPLACE (
    CASE WHEN date = ${last(`inventory_code, ${KEY}`)} THEN ${last('inventory_code')} ELSE date END AS date) FROM ${quoteIdentifier(table)}`);
  const note = `chaque article y est compté une fois, à ${countOf(days.dates, 'date')} différentes\u202f: c’est un seul stock, celui du ${formatDate(days.last)}.`;
  const source = { ...feed.source, notes: [...(feed.source.notes ?? []), note] };
  return { ...staged, days: view, feed: { ...feed, source } };
}
