import type { ImportQuestion } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier, quoteText } from '../../database/sql.ts';
import type { Feed } from '../plan.ts';
import { type Period, SURELY_WEEK } from './date-sql.ts';

const LABELS: Record<Period, (year: string, number: string) => string> = {
  week: (year, number) => `Semaine ${Number(number)} de ${year}`,
  month: (year, number) => `Mois ${number}/${year}`,
};

/**
 * What the six digits (`202611`) of a column that says neither weeks nor months are: weeks when one of them is no
 * month, else a question. Null for a column without any.
 *
 * @param table rows in doubt with their `cells`.
 */
export async function periodOf(
  session: Session,
  feed: Feed,
  name: string,
  table: string,
): Promise<{ period: Period; question: ImportQuestion | null } | null> {
  const position = feed.positions.get(name) ?? 0;
  const cell = `trim(cells[${position + 1}])`;
  const [row] = await session.rows<{ example: string | null; week: boolean | null }>(
    `SELECT min(${cell}) AS example, bool_or(regexp_full_match(${cell}, ${quoteText(SURELY_WEEK)})) AS week
     FROM ${quoteIdentifier(table)} WHERE doubtful AND regexp_full_match(${cell}, '20\\d{4}')`,
  );
  if (!row?.example) return null;
  if (row.week) return { period: 'week', question: null };
  const heading = feed.source.headings[position] ?? name;
  const [year, number] = [row.example.slice(0, 4), row.example.slice(4)];
  const question: ImportQuestion = {
    ...{
      key: `period:${feed.source.name}:${heading}`,
      code: 'period',
      file: feed.source.name,
      column: heading,
    },
    text: `Dans « ${heading} », ${row.example} est-il une semaine ou un mois ?`,
    choices: (['week', 'month'] as const).map((value) => ({
      ...{ value, label: LABELS[value](year, number), detail: null },
    })),
  };
  return { period: feed.answers?.[question.key] === 'month' ? 'month' : 'week', question };
}
