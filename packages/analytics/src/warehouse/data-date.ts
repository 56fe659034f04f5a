import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';

/** A late day on which few of the usual places sold: a till sent early, or a slip. */
export interface LoneDay {
  date: string;
  place_count: number;
  usual_place_count: number;
}

export interface DataDay {
  /** The day the data speak of; null without a dated fact. */
  date: string | null;
  /** The last of the later days on which few places sold. */
  lone: LoneDay | null;
}

/** Days with sales that are looked at; older ones cannot be the last. */
const RECENT = 100;
/** Earlier same weekdays that say how many places usually sell. */
const WEEKDAYS = 8;
/** Under this many places, half of them is chance. */
const FEW = 4;

const notAfter = (horizon: string | null): string => `date <= DATE ${quoteText(horizon ?? '9999-12-31')}`;

/** Days of recent sales, `usual` places of the same weekdays before, whether at least half of these sold. */
function judgedDays(prefix: string, horizon: string | null): string {
  const sale = `"${prefix}sale"`;
  return `WITH last_day AS (SELECT DISTINCT date FROM ${sale} WHERE ${notAfter(horizon)} ORDER BY date DESC LIMIT ${RECENT}),
    sold AS (SELECT date, count(DISTINCT coalesce(location_code, '')) AS places FROM ${sale}
      WHERE ${notAfter(horizon)} AND date >= (SELECT min(date) FROM last_day) AND quantity > 0 GROUP BY date),
    usual AS (SELECT *, median(places) OVER (PARTITION BY isodow(date) ORDER BY date ROWS BETWEEN ${WEEKDAYS} PRECEDING AND 1 PRECEDING) AS usual FROM sold),
    judged AS (SELECT *, coalesce(usual < ${FEW} OR 2 * places >= usual, true) AS whole FROM usual)`;
}

interface Row {
  last_sale: string | null;
  last_stock: string | null;
  lone: string | null;
  place_count: number | null;
  usual_place_count: number | null;
}

/**
 * The last day on which at least half of the places that usually sell on such a weekday did, or that week's Sunday when
 * all sales are on Mondays; the latest stock when it is later.
 */
export async function readDataDay(
  session: Session,
  prefix: string,
  horizon: string | null,
): Promise<DataDay> {
  const [row] = await session.rows<Row>(`${judgedDays(prefix, horizon)},
    whole_day AS (SELECT max(date) AS date FROM judged WHERE whole),
    late AS (SELECT * FROM judged WHERE date > (SELECT date FROM whole_day) ORDER BY date DESC LIMIT 1)
    SELECT (SELECT (date + CASE WHEN (SELECT bool_and(isodow(date) = 1) FROM "${prefix}sale" WHERE ${notAfter(horizon)}) THEN 6 ELSE 0 END)::VARCHAR FROM whole_day) AS last_sale,
      (SELECT max(date)::VARCHAR FROM "${prefix}stock" WHERE ${notAfter(horizon)}) AS last_stock,
      (SELECT date::VARCHAR FROM late) AS lone, (SELECT places::DOUBLE FROM late) AS place_count, (SELECT usual::DOUBLE FROM late) AS usual_place_count`);
  const dates = [row?.last_sale ?? null, row?.last_stock ?? null].filter((date) => date !== null).sort();
  const date = dates.at(-1) ?? null;
  if (!row?.lone || date === null || row.lone <= date) return { date, lone: null };
  const { place_count, usual_place_count } = row;
  const lone = { date: row.lone, place_count: place_count ?? 0, usual_place_count: usual_place_count ?? 0 };
  return { date, lone };
}
