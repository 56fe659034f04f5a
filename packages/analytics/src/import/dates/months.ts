import { formatQuantity } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier, quoteText } from '../../database/sql.ts';
import type { Feed } from '../feed.ts';
import { meaningOf } from '../recognition/meaning.ts';
import type { Staged } from '../staged.ts';
import { writingOf } from '../values.ts';
import { fiscalForm, periodsSelect } from './fiscal-sql.ts';

/** `2026-11`, `11/2026`, `nov. 2026`: no day is said. */
const MONTH = /^(\d{4}[-/]\d{1,2}|\d{1,2}[-/.]\d{4}|\p{L}{3,9}\.?[-/. ](\d{4}|\d{2}))$/u;

/** A period of five weeks and the 53rd of its year. */
const MOST_DAYS = 42;

/** Whether the dates of a file of sales may be whole months, by their heading or their writing. */
function maySayMonths(feed: Feed): boolean {
  const position = feed.positions.get('date');
  if (feed.named_period) return feed.named_period === 'month';
  if (feed.kind === 'sales' && feed.positions.has('month_number')) return !feed.positions.has('day_number');
  if (feed.kind !== 'sales' || position === undefined || feed.positions.has('week_number')) return false;
  const { period } = writingOf(feed, 'date');
  const { concepts } = meaningOf(feed.source.headings[position] ?? '');
  const values = feed.source.preview
    .map((row) => row[position]?.trim() ?? '')
    .filter((value) => value !== '');
  return (
    (concepts.has('month') && !concepts.has('week') && !concepts.has('date')) ||
    period === 'month' ||
    (values.length > 0 && values.every((value) => fiscalForm(value) === 'period')) ||
    (period !== 'week' && values.length > 0 && values.every((value) => MONTH.test(value)))
  );
}

/** SQL: the units of a month that its first days have, whole ones where the month's are. */
function unitsUntil(days: string): string {
  const share = `quantity * (${days}) / days`;
  return `CASE WHEN (${days}) = days THEN quantity WHEN quantity = trunc(quantity) THEN trunc(${share}) ELSE round(${share}, 3) END`;
}

/** SQL: an amount as the units of a day have their part in it; all of it on the first day where there are no units. */
function partSql(amount: string): string {
  const until = (units: string): string =>
    `CASE WHEN ${units} = quantity THEN ${amount} ELSE round(${amount} * ${units} / quantity, 2) END`;
  return `CASE WHEN quantity = 0 THEN ${amount} ELSE round(${until('until_day')} - ${until('before_day')}, 2) END`;
}

/**
 * Sales of whole months as sales of their days: view `<table>_days`, with the same units and amounts to the cent. The
 * month that is not over stops at the day of the import. The file's own view for any other.
 */
export async function spreadMonths(session: Session, staged: Staged, today: string): Promise<Staged> {
  const { feed, table } = staged;
  if (!maySayMonths(feed)) return staged;
  const own = quoteIdentifier(table);
  const months =
    feed.fiscal && feed.fiscal !== 'iso'
      ? periodsSelect(feed.fiscal)
      : `SELECT DISTINCT date AS first_day, last_day(date) AS last_day FROM ${own} WHERE day(date) = 1`;
  const [row] = await session.rows<{ whole: boolean | null }>(
    `SELECT bool_and(date IN (SELECT first_day FROM (${months}))) AS whole FROM ${own} WHERE NOT refused`,
  );
  if (!row?.whole) return staged;
  const days = `${table}_days`;
  const amounts = ['amount', 'base_amount', 'returned_quantity', 'returned_amount'];
  const parts = amounts.map((name) => `${partSql(name)} AS ${name}`);
  await session.run(`CREATE OR REPLACE VIEW ${quoteIdentifier(days)} AS
    WITH span AS (${months}),
    month AS (SELECT o.*, greatest(least(coalesce(s.last_day, date), DATE ${quoteText(today)}) - date, 0) + 1 AS days
      FROM ${own} o LEFT JOIN span s ON s.first_day = o.date),
    daily AS (SELECT m.*, d.n::INTEGER AS n, ${unitsUntil('d.n + 1')} AS until_day, ${unitsUntil('d.n')} AS before_day
      FROM month m JOIN range(${MOST_DAYS}) d(n) ON d.n < m.days)
    SELECT * EXCLUDE (days, n, until_day, before_day)
      REPLACE ((date + n)::DATE AS date, CASE WHEN quantity = 0 THEN 0 ELSE until_day - before_day END AS quantity, ${parts.join(', ')})
    FROM daily WHERE CASE WHEN refused OR coalesce(quantity, 0) = 0 THEN n = 0 ELSE until_day <> before_day END`);
  return { ...staged, days };
}

/** French: how many rows of a file were whole months. Null when none was. */
export async function monthsReading(session: Session, { feed, table, days }: Staged): Promise<string | null> {
  if (days === undefined || feed.kind !== 'sales') return null;
  const [row] = await session.rows<{ rows: number; units: number }>(
    `SELECT count(*) AS rows, coalesce(sum(quantity), 0)::DOUBLE AS units FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  if (!row) return null;
  const lines =
    row.rows > 1 ? `${formatQuantity(row.rows)} lignes sont des mois entiers` : '1 ligne est un mois entier';
  return `${feed.source.name} : ${lines} ; leurs ${formatQuantity(row.units)} pièces sont réparties également sur les jours de chaque mois.`;
}
