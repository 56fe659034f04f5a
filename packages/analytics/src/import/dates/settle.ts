import type { ImportQuestion } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import type { DateOrder } from '../../warehouse/types.ts';
import { kindSpec } from '../columns.ts';
import type { Feed } from '../plan.ts';
import { shiftOf, writingOf } from '../values.ts';
import { ORDER_EVIDENCE, type Period } from './date-sql.ts';
import { type DateColumn, orderEvidence, orderQuestion, provenOrder } from './order.ts';
import { periodOf } from './period.ts';

/** A feed whose dates are read as their values, or the user, say. */
export interface SettledDates {
  feed: Feed;
  questions: ImportQuestion[];
}

function dateNames({ kind, positions }: Feed): string[] {
  return kindSpec(kind).columns.flatMap(({ name, type }) =>
    type === 'date' && positions.has(name) ? [name] : [],
  );
}

const only = (order: 'day' | 'month'): RegExp => new RegExp(`^(?:${ORDER_EVIDENCE[order]})$`);

/** The order to try first for each column of dates: what the file's first rows can only be read in. */
export function guessDateOrders(feed: Feed): Feed {
  if (feed.date_order !== undefined) return feed;
  const orders = dateNames(feed).map((name): [string, DateOrder] => {
    const values = feed.source.preview.map((row) => row[feed.positions.get(name) ?? -1]?.trim() ?? '');
    const some = (order: 'day' | 'month'): boolean => values.some((value) => only(order).test(value));
    return [name, some('month') && !some('day') ? 'month' : 'day'];
  });
  return { ...feed, column_orders: new Map(orders) };
}

function columnOf(feed: Feed, name: string, table: string, doubts: boolean): DateColumn {
  const days = shiftOf(feed);
  const column = quoteIdentifier(name);
  return {
    name,
    writing: writingOf(feed, name),
    day: days === 0 ? column : `(${column} - (${days}))::DATE`,
    cell: doubts ? `cells[${(feed.positions.get(name) ?? 0) + 1}]` : null,
    table,
  };
}

/** In a text with decimal points and bare figures, the month is likelier first. */
function usualOrder({ source, usual_order }: Feed, { writing }: DateColumn): DateOrder {
  if (usual_order !== undefined) return usual_order;
  const half = writing.format?.includes('%p') === true;
  return half && source.dialect?.decimal !== ',' ? 'month' : 'day';
}

/** What a feed's dates are, from every value of its columns: weeks or months of six digits, then the order of figures. */
export async function settleDates(
  session: Session,
  feed: Feed,
  table: string,
  doubts: boolean,
): Promise<SettledDates> {
  const settled = await settleOrders(session, feed, table, doubts);
  const periods = new Map<string, Period>();
  const questions = [...settled.questions];
  const unsaid = doubts ? dateNames(feed).filter((name) => writingOf(feed, name).period === null) : [];
  for (const name of unsaid) {
    const found = await periodOf(session, feed, name, table);
    if (found) periods.set(name, found.period);
    if (found?.question) questions.push(found.question);
  }
  return { feed: { ...settled.feed, ...(periods.size > 0 && { periods }) }, questions };
}

/**
 * Finds out what comes first in the dates of a feed that is read, from every value of its columns. A column that
 * proves nothing follows the others of its file, which the same tool wrote; where none does, the first is a question.
 *
 * @param doubts whether the table has doubtful rows, with their cells.
 */
async function settleOrders(
  session: Session,
  feed: Feed,
  table: string,
  doubts: boolean,
): Promise<SettledDates> {
  if (feed.date_order !== undefined) return { feed, questions: [] };
  const proven = new Map<string, DateOrder>();
  const unproven: { column: DateColumn; isSilent: boolean }[] = [];
  for (const name of dateNames(feed)) {
    const column = columnOf(feed, name, table, doubts);
    if (column.writing.short_year) continue;
    const evidence = await orderEvidence(session, column);
    const order = provenOrder(evidence);
    if (order !== null) proven.set(name, order);
    else if (evidence.either + evidence.day + evidence.month > 0)
      unproven.push({ column, isSilent: evidence.day + evidence.month === 0 });
  }
  const found = new Set(proven.values());
  const [one] = found.size === 1 ? found : [];
  const orders = new Map(proven);
  const questions: ImportQuestion[] = [];
  let answered = one;
  let asked: DateOrder | undefined;
  for (const { column, isSilent } of unproven) {
    const followed = one ?? feed.usual_order ?? (isSilent ? asked : undefined);
    if (followed !== undefined) {
      orders.set(column.name, followed);
      continue;
    }
    const heading = feed.source.headings[feed.positions.get(column.name) ?? -1] ?? column.name;
    const question = await orderQuestion(session, column, {
      ...{ file: feed.source.name, heading, usual: usualOrder(feed, column) },
    });
    questions.push(question);
    const answer = question.choices.find(({ value }) => value === feed.answers?.[question.key]);
    const order = (answer ?? question.choices[0])?.value === 'month' ? 'month' : 'day';
    if (answer) answered = order;
    if (isSilent) asked = order;
    orders.set(column.name, order);
  }
  const sure = new Set(orders.values()).size === 1 ? answered : undefined;
  return { feed: { ...feed, column_orders: orders, ...(sure && { date_order: sure }) }, questions };
}
