import { addDays } from '../format/date.ts';
import { hasEnded, type ProjectCalendar, phaseLastDay } from './phase.ts';

/** Whether the last phase is validated: decisions are frozen. */
export function isClosed(project: Pick<ProjectCalendar, 'working_phase'>): boolean {
  return (project.working_phase ?? null) === null;
}

/** Whether it is closed and its data reach its end: its figures are actuals. */
export function isOver(project: ProjectCalendar): boolean {
  const { data_date = null } = project;
  return data_date !== null && isClosed(project) && hasEnded(project, data_date);
}

/** Whether its data reach its end while a phase is still worked: nothing is left to forecast, and it waits to be closed. */
export function awaitsClosing(project: ProjectCalendar): boolean {
  const { data_date = null } = project;
  return data_date !== null && !isClosed(project) && hasEnded(project, data_date);
}

/** Whether the sales of a phase's last day are known: its post-mortem can be read. */
export function isPhasePast(project: ProjectCalendar, index: number): boolean {
  const { data_date = null } = project;
  return data_date !== null && phaseLastDay(project, index) <= data_date;
}

/** What a project's day follows from. */
interface ClockedProject extends Pick<ProjectCalendar, 'phases' | 'end_date' | 'working_phase'> {
  /** The day that it is frozen at on purpose, or null. */
  data_date: string | null;
  /** The day that its figures speak of now; null before the first. */
  known_date: string | null;
}

/** Whether a phase of it is worked and its day is not frozen: what is decided changes with the data received. */
export function followsData(project: Pick<ClockedProject, 'working_phase' | 'data_date'>): boolean {
  return !isClosed(project) && project.data_date === null;
}

/** Days after its end until which an operation waits for its last sales and the count of what is left: a weekly count falls among them. */
const CLOSING_DAYS = 7;

/**
 * The day that a project's figures are to speak of: the one it is frozen at, else that of the data received. A project
 * that is over keeps the day it became so: later sales and stocks are no longer of the operation; it is over no more
 * once the data do not reach its end, an import being taken back. One that is closed follows no further than its
 * closing day, a week after its end, whenever its data come.
 *
 * @param received the day of the data received, YYYY-MM-DD
 */
export function followedDate(project: ClockedProject, received: string): string {
  if (project.data_date !== null) return project.data_date;
  const { known_date, end_date } = project;
  if (!isClosed(project)) return received;
  const isOverBy = (day: string): boolean => isOver({ ...project, data_date: day });
  if (known_date !== null && isOverBy(known_date) && isOverBy(received)) return known_date;
  const closing = addDays(end_date, CLOSING_DAYS);
  return received < closing ? received : closing;
}
