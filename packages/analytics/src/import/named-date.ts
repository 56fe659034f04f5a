import { formatDate, type ImportQuestion, questionKey, readingOf } from '@palier/domain';
import { type NamedPeriod, periodNamed, yearBefore } from './dates/named-period.ts';
import type { Feed } from './feed.ts';
import type { Source } from './source.ts';
import type { ImportMapping } from './types.ts';

type Named = Pick<Source, 'name' | 'head' | 'heading_row'>;

/** The week or month that the titles above a table, or its name, say; null where they say none. */
export function periodOf({ head = [], heading_row, name }: Named, today: string): NamedPeriod | null {
  const titles = head.filter(({ line }) => line < heading_row).map(({ cells }) => cells.join(' '));
  return periodNamed([...titles, name], today);
}

const sentence = ({ kind, day }: NamedPeriod): string =>
  kind === 'week'
    ? `la semaine du ${formatDate(day)}`
    : `le mois de ${new Date(`${day}T00:00:00Z`).toLocaleDateString('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' })}`;

/** Sales without a date in any column, dated by what the file is named; the year is asked where it is not said. */
export function withNamedDate(
  feed: Feed,
  { mapping, today }: { mapping: ImportMapping | undefined; today: string },
): { feed: Feed; question: ImportQuestion | null } {
  const { kind, source, positions, constants } = feed;
  const isDated = ['date', 'week_number', 'month_number'].some(
    (name) => positions.has(name) || constants.has(name),
  );
  const found = kind === 'sales' && !isDated ? periodOf(source, today) : null;
  if (!found) return { feed, question: null };
  const choices = found.has_year ? [found] : [found, yearBefore(found)];
  const question: ImportQuestion = {
    ...{ key: questionKey('period', source.name), code: 'period', file: source.name, column: null },
    text: 'Ces ventes n’ont pas de date\u202f: de quelle année est ce que dit le nom du fichier ?',
    choices: choices.map((period) => ({
      ...{ value: period.day, label: `${sentence(period).slice(3)}`, detail: null },
    })),
  };
  const answer = readingOf(question, mapping?.answers) ?? found.day;
  const note = `aucune colonne de dates : ses ventes sont datées d’après son nom ou son titre, ${sentence({ ...found, day: answer })}.`;
  return {
    question: found.has_year ? null : question,
    feed: {
      ...feed,
      source: { ...source, notes: [...(source.notes ?? []), note] },
      constants: new Map([...constants, ['date', answer]]),
      named_period: found.kind,
    },
  };
}
