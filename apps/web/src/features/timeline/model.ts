import {
  addDays,
  dataDate,
  daysBetween,
  formatDateRange,
  type Phase,
  type PhaseState,
  type ProjectCalendar,
  phaseEnd,
  phaseLabel,
  phaseState,
} from '@palier/domain';

export interface PhaseBar {
  key: string;
  /** Its rank among the project's phases. */
  index: number;
  label: string;
  dates: string;
  state: PhaseState;
  /** Place and width on the axis, in percent. */
  left: number;
  width: number;
}

export interface Axis {
  from: string;
  to: string;
  days: number;
}

/** The span of all the projects' phases, rounded out to whole weeks (Monday to Monday). */
export function axisOf(calendars: readonly ProjectCalendar[]): Axis | null {
  const starts = calendars.flatMap((calendar) => calendar.phases.map((phase) => phase.start_date)).sort();
  const ends = calendars.map((calendar) => calendar.end_date).sort();
  const first = starts[0];
  const last = ends[ends.length - 1];
  if (!first || !last) return null;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const from = addDays(first, -weekday);
  const weeks = Math.max(1, Math.ceil(daysBetween(from, last) / 7));
  return { from, to: addDays(from, weeks * 7), days: weeks * 7 };
}

/** Where a day stands on the axis, in percent; outside 0–100 when it is not on it. */
export function placeOf(axis: Axis, day: string): number {
  return (daysBetween(axis.from, day) / axis.days) * 100;
}

/** The phases of a project as bars, in the order of their dates. */
export function phaseBars(
  axis: Axis,
  calendar: ProjectCalendar & { phases: readonly Phase[] },
  today: string,
): PhaseBar[] {
  return calendar.phases.map((phase, index) => {
    const end = phaseEnd(calendar, index);
    const left = placeOf(axis, phase.start_date);
    return {
      key: `${phase.start_date}-${index}`,
      index,
      label: phaseLabel(phase, index),
      dates: formatDateRange(phase.start_date, addDays(end, -1)),
      state: phaseState(calendar, index, today),
      left,
      width: placeOf(axis, end) - left,
    };
  });
}

/** Mondays of the axis with their places; one in `every` when there are too many to read. */
export function weekMarks(axis: Axis, most = 16): { day: string; place: number }[] {
  const every = Math.max(1, Math.ceil(axis.days / 7 / most));
  const marks: { day: string; place: number }[] = [];
  for (let day = 0; day < axis.days; day += 7 * every) {
    const date = addDays(axis.from, day);
    marks.push({ day: date, place: placeOf(axis, date) });
  }
  return marks;
}

/** The latest data date among the projects: the day the figures speak of. */
export function presentDay(calendars: readonly ProjectCalendar[], today: string): string {
  const dates = calendars.map((calendar) => dataDate(calendar, today)).sort();
  return dates[dates.length - 1] ?? today;
}
