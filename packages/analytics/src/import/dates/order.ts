import { countOf, formatShortDate, type ImportQuestion } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier, quoteText } from '../../database/sql.ts';
import type { DateOrder } from '../../warehouse/types.ts';
import { dateSql, ORDER_EVIDENCE } from './date-sql.ts';
import type { DateWriting } from './writing.ts';

/** A column of dates as one reading left it. */
export interface DateColumn {
  name: string;
  writing: DateWriting;
  /** SQL of the day as written, before it was moved; usable where the row is not doubtful. */
  day: string;
  /** SQL of the cell of doubtful rows; null when no row is. */
  cell: string | null;
  table: string;
}

/** How many values of a column can be read with the day first alone, with the month first alone, or both ways. */
export interface OrderEvidence {
  day: number;
  month: number;
  either: number;
}

/** Values of the other order that are slips, not a second writing: one in a hundred. */
const SLIPS = 0.01;

/** The order that the values of a column prove; null when they do not, or prove both. */
export function provenOrder({ day, month }: OrderEvidence): DateOrder | null {
  if (day > 0 && month <= day * SLIPS) return 'day';
  return month > 0 && day <= month * SLIPS ? 'month' : null;
}

/** Figures that either order may read: with dots between them, the day always comes first. */
function isFigures({ writing }: Pick<DateColumn, 'writing'>): boolean {
  return writing.form === 'figures' && !writing.format?.includes('.');
}

function matches(cell: string, order: keyof OrderEvidence): string {
  return `regexp_full_match(trim(${cell}), ${quoteText(ORDER_EVIDENCE[order])})`;
}

/** Looks at every value of a column. Columns that write no figures, in files without doubts, cost nothing. */
export async function orderEvidence(session: Session, column: DateColumn): Promise<OrderEvidence> {
  const { cell, day, table, writing } = column;
  const found: OrderEvidence = { day: 0, month: 0, either: 0 };
  if (isFigures(column)) {
    const [row] = await session.rows<{ proof: number; either: number }>(
      `SELECT count_if(day(${day}) > 12) AS proof, count_if(day(${day}) <= 12 AND day(${day}) <> month(${day})) AS either
       FROM ${quoteIdentifier(table)} ${cell === null ? '' : 'WHERE NOT doubtful'}`,
    );
    found[writing.order] += row?.proof ?? 0;
    found.either += row?.either ?? 0;
  }
  if (cell === null) return found;
  const [row] = await session.rows<OrderEvidence>(
    `SELECT count_if(${matches(cell, 'day')}) AS day, count_if(${matches(cell, 'month')}) AS month,
      count_if(${matches(cell, 'either')} AND ${sameFigures(cell)} IS FALSE) AS either
     FROM ${quoteIdentifier(table)} WHERE doubtful`,
  );
  found.day += row?.day ?? 0;
  found.month += row?.month ?? 0;
  found.either += row?.either ?? 0;
  return found;
}

/** SQL: the day and the month are the same number. */
function sameFigures(cell: string): string {
  const part = (index: number): string =>
    `try_cast(regexp_extract(trim(${cell}), '^(\\d+)[-/ ](\\d+)', ${index}) AS INTEGER)`;
  return `(${part(1)} = ${part(2)})`;
}

interface Span {
  first: string | null;
  last: string | null;
  days: number;
  rows: number;
}

/** First and last day of a column's figures, read in each order, and an example that reads both ways. */
async function spansOf(
  session: Session,
  { cell, day, table, writing }: DateColumn,
): Promise<{ spans: Record<DateOrder, Span>; total: number; example: Record<DateOrder, string> | null }> {
  const swapped = `CASE WHEN day(${day}) <= 12 THEN make_date(year(${day}), day(${day}), month(${day})) END`;
  const [first, second] = writing.order === 'day' ? [day, swapped] : [swapped, day];
  const parts: string[] = [];
  if (isFigures({ writing }))
    parts.push(
      `SELECT ${first} AS by_day, ${second} AS by_month FROM ${quoteIdentifier(table)} ${cell === null ? '' : 'WHERE NOT doubtful'}`,
    );
  if (cell !== null)
    parts.push(
      `SELECT ${dateSql(cell, { ...writing, order: 'day' })}, ${dateSql(cell, { ...writing, order: 'month' })}
       FROM ${quoteIdentifier(table)} WHERE doubtful AND (${(['day', 'month', 'either'] as const).map((order) => matches(cell, order)).join(' OR ')})`,
    );
  const [row] = await session.rows<
    Record<`${DateOrder}_${keyof Span}`, number & string> & Record<string, string | null>
  >(
    `WITH value(by_day, by_month) AS (${parts.join(' UNION ALL ')})
     SELECT count(*) AS total, ${(['day', 'month'] as const)
       .map(
         (order) => `min(by_${order})::VARCHAR AS ${order}_first, max(by_${order})::VARCHAR AS ${order}_last,
          (max(by_${order}) - min(by_${order}))::INTEGER AS ${order}_days, count(by_${order}) AS ${order}_rows`,
       )
       .join(', ')},
       min(by_day) FILTER (by_day <> by_month)::VARCHAR AS example_day, arg_min(by_month, by_day) FILTER (by_day <> by_month)::VARCHAR AS example_month
     FROM value`,
  );
  const span = (order: DateOrder): Span => ({
    first: row?.[`${order}_first`] ?? null,
    last: row?.[`${order}_last`] ?? null,
    days: Number(row?.[`${order}_days`] ?? 0),
    rows: Number(row?.[`${order}_rows`] ?? 0),
  });
  const [byDay, byMonth] = [row?.example_day, row?.example_month];
  return {
    spans: { day: span('day'), month: span('month') },
    total: Number(row?.total ?? 0),
    example: byDay && byMonth ? { day: byDay, month: byMonth } : null,
  };
}

/** Days this much closer together in one order than in the other are likelier read in it. */
const CLOSER = 3;

/** The order that reads more of the values; of two that read all, the one whose days are much closer together. */
function likelierOrder({ day, month }: Record<DateOrder, Span>, usual: DateOrder): DateOrder {
  if (day.rows !== month.rows) return day.rows > month.rows ? 'day' : 'month';
  if (day.days > CLOSER * month.days) return 'month';
  return month.days > CLOSER * day.days ? 'day' : usual;
}

const ORDER_NAMES: Record<DateOrder, string> = { day: 'Jour d’abord', month: 'Mois d’abord' };

/**
 * The question of a column whose values do not settle what comes first in `01/02/2026`, the likely order first.
 *
 * @param usual the order to expect where nothing speaks for either.
 */
export async function orderQuestion(
  session: Session,
  column: DateColumn,
  { file, heading, usual }: { file: string; heading: string; usual: DateOrder },
): Promise<ImportQuestion> {
  const { spans, total, example } = await spansOf(session, column);
  const likely = likelierOrder(spans, usual);
  const orders: DateOrder[] = likely === 'day' ? ['day', 'month'] : ['month', 'day'];
  const shown = example && `${example.day.slice(8)}/${example.day.slice(5, 7)}/${example.day.slice(0, 4)}`;
  return {
    key: `date_order:${file}:${heading}`,
    code: 'date_order',
    file,
    column: heading,
    text: `Les dates de « ${heading} » se lisent de deux façons${shown ? ` : ${shown}, est-ce le ${formatShortDate(example.day, true)} (jour d’abord) ou le ${formatShortDate(example.month, true)} (mois d’abord) ?` : '. Qu’est-ce qui vient d’abord, le jour ou le mois ?'}`,
    choices: orders.map((order) => {
      const { first, last, rows } = spans[order];
      const lost = total - rows;
      const detail = `Du ${formatShortDate(first, true)} au ${formatShortDate(last, true)}${lost > 0 ? `, ${countOf(lost, 'illisible')}` : ''}`;
      return { value: order, label: ORDER_NAMES[order], detail };
    }),
  };
}
