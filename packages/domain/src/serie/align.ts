import { addDays, daysBetween } from '../format/date.ts';
import { type ProjectCalendar, phaseLastDay } from '../project/phase.ts';

/** The days of one phase that a series holds, both ends included, beside the phase's own. */
export interface SerieDays {
  project_phase: number;
  /** First and last day of the phase. */
  start_date: string;
  last_date: string;
  from_date: string;
  to_date: string;
}

/** A place in a project: a day of a phase, from 0; Infinity for its last day, wherever it is aligned. */
interface PhaseDay {
  project_phase: number;
  day: number;
}

interface AlignedSeries {
  /** Whether all are counted over the same days; always so of one series. */
  comparable: boolean;
  /** For each series the days counted of each phase, within those it holds. */
  spans: SerieDays[][];
}

/** The place of a calendar day in a project's phases; null before the first. */
export function phaseDayOf(
  project: Pick<ProjectCalendar, 'phases' | 'end_date'>,
  date: string,
): PhaseDay | null {
  const project_phase = project.phases.findLastIndex(({ start_date }) => start_date <= date);
  const phase = project.phases[project_phase];
  if (!phase) return null;
  const ends = date >= phaseLastDay(project, project_phase);
  return { project_phase, day: ends ? Infinity : daysBetween(phase.start_date, date) };
}

/** The days of a phase from one to another, counted from 0, that a series holds; null for none of them. */
function within(held: SerieDays, from: number, to: number): SerieDays | null {
  const first = Math.max(from, daysBetween(held.start_date, held.from_date));
  const last = Math.min(to, daysBetween(held.start_date, held.to_date));
  if (first > last) return null;
  return { ...held, from_date: addDays(held.start_date, first), to_date: addDays(held.start_date, last) };
}

/** The days of a phase that every series has; a phase held to its last day is held whole, however long it is elsewhere. */
function common(held: readonly SerieDays[]): { from: number; to: number } {
  const from = Math.max(...held.map((days) => daysBetween(days.start_date, days.from_date)));
  const cut = held.filter(({ to_date, last_date }) => to_date < last_date);
  const to = Math.min(...cut.map((days) => daysBetween(days.start_date, days.to_date)), Infinity);
  return { from, to };
}

/** The days of a series up to a place, which is a phase's last day for all when it is so in the project asked for. */
function upTo(series: readonly SerieDays[], limit: PhaseDay | null | undefined): SerieDays[] {
  if (limit === undefined) return [...series];
  if (limit === null) return [];
  return series.flatMap((held) => {
    if (held.project_phase > limit.project_phase) return [];
    return within(held, 0, held.project_phase < limit.project_phase ? Infinity : limit.day) ?? [];
  });
}

/**
 * The days over which series are counted: those of the same phases, day by day within the phase, that all of them have.
 * Without a day in common each is counted over its own, and they are not compared.
 *
 * @param limit the last place counted; null: before the first phase; left out: none
 */
export function alignSeries(
  series: readonly (readonly SerieDays[])[],
  limit?: PhaseDay | null | undefined,
): AlignedSeries {
  const limited = series.map((held) => upTo(held, limit));
  const shared = limited.map(() => [] as SerieDays[]);
  for (const { project_phase } of limited[0] ?? []) {
    const held = limited.flatMap((days) => days.find((one) => one.project_phase === project_phase) ?? []);
    if (held.length < limited.length) continue;
    const { from, to } = common(held);
    const cut = held.map((days) => within(days, from, to));
    if (cut.some((days) => days === null)) continue;
    cut.forEach((days, index) => {
      if (days) shared[index]?.push(days);
    });
  }
  const comparable = limited.length < 2 || (shared[0]?.length ?? 0) > 0;
  return { comparable, spans: comparable && limited.length > 1 ? shared : limited };
}

/** How many days some spans have. */
export function countDays(spans: readonly SerieDays[]): number {
  return spans.reduce((sum, { from_date, to_date }) => sum + daysBetween(from_date, to_date) + 1, 0);
}
