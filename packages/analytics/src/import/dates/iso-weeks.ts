import { addDays, formatDate } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import type { Staged } from '../staged.ts';

/** What systems that may number other weeks than those of ISO call them: in France and Germany, there are no others. */
const OF_ANY_CALENDAR = /\b(week|wk)\b/i;

/** French: which weeks the numbers of a file were read as, where it may number others; null for any other file. */
export async function weeksReading(session: Session, { feed, table }: Staged): Promise<string | null> {
  const { kind, positions, source, fiscal, constants } = feed;
  const heading = source.headings[positions.get('week_number') ?? -1] ?? '';
  const said = heading.replaceAll('_', ' ');
  if (!OF_ANY_CALENDAR.test(said) || /\biso\b/i.test(said)) return null;
  if (kind === 'control' || fiscal !== undefined || constants.has('first_week_date')) return null;
  const [row] = await session.rows<{ last: string | null }>(
    `SELECT max(date)::VARCHAR AS last FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  if (!row?.last) return null;
  const days = `du ${formatDate(row.last)} au ${formatDate(addDays(row.last, 6))}`;
  return `${source.name} : « ${heading} » est lue en semaines ISO, du lundi au dimanche\u202f: la dernière va ${days}.`;
}
