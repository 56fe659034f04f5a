import { addDays } from '../format/date.ts';

/** A markdown round of a project. */
export interface Phase {
  name?: string | null;
  /** First day of the phase, YYYY-MM-DD. */
  start_date: string;
}

/** The dates of a project that decide the state of its phases. */
export interface ProjectCalendar {
  phases: readonly Phase[];
  /** The day after the last day of the last phase, YYYY-MM-DD. */
  end_date: string;
  /** The day the project's figures speak of, YYYY-MM-DD; today when missing. */
  data_date?: string | null;
  /** Zero-based index of the phase being decided; null or missing when there is none. */
  working_phase?: number | null;
}

export type PhaseState = 'past' | 'ongoing' | 'worked' | 'upcoming';

/**
 * The calendar day a project's states are evaluated at: its data_date, or today when it has none.
 *
 * @param today YYYY-MM-DD, from the caller's clock (this package has none).
 */
export function dataDate(project: { readonly data_date?: string | null }, today: string): string {
  return project.data_date ?? today;
}

/** The day a phase ends (excluded): where the next one starts, or the project's end for the last. */
export function phaseEnd(project: Pick<ProjectCalendar, 'phases' | 'end_date'>, index: number): string {
  return project.phases[index + 1]?.start_date ?? project.end_date;
}

/** Whether a phase has started and has not ended at the project's data date. */
export function isPhaseOngoing(project: ProjectCalendar, index: number, today: string): boolean {
  const phase = project.phases[index];
  if (!phase) return false;
  const date = dataDate(project, today);
  return phase.start_date <= date && date < phaseEnd(project, index);
}

/** The last day of a phase, YYYY-MM-DD: its prices stand until its evening. */
export function phaseLastDay(project: Pick<ProjectCalendar, 'phases' | 'end_date'>, index: number): string {
  return addDays(phaseEnd(project, index), -1);
}

/** Index of the ongoing phase, or null before the first phase and after the end. */
export function ongoingPhase(project: ProjectCalendar, today: string): number | null {
  const index = project.phases.findIndex((_, position) => isPhaseOngoing(project, position, today));
  return index < 0 ? null : index;
}

/** Whether the first phase's start date is on or before the data date. */
export function hasStarted(project: ProjectCalendar, today: string): boolean {
  const first = project.phases[0];
  return first !== undefined && first.start_date <= dataDate(project, today);
}

/** Whether the project's end date is on or before the data date. */
export function hasEnded(project: ProjectCalendar, today: string): boolean {
  return project.end_date <= dataDate(project, today);
}

/** A phase's name, or « Démarque N » (1-based) when it has none. */
export function phaseLabel(phase: Pick<Phase, 'name'> | undefined, index: number): string {
  const name = phase?.name?.trim();
  return name ? name : `Démarque ${index + 1}`;
}

/** A phase's name inside a sentence: « la démarque 3 », « la phase « Vente 1 » » for names of the user's own. */
export function phaseInSentence(label: string): string {
  return /^Démarque \d+$/.test(label) ? `la d${label.slice(1)}` : `la phase «\u202f${label}\u202f»`;
}

/** Where a phase stands for the user; the worked phase wins over its dates. */
export function phaseState(project: ProjectCalendar, index: number, today: string): PhaseState {
  if (project.working_phase === index) return 'worked';
  if (isPhaseOngoing(project, index, today)) return 'ongoing';
  return phaseEnd(project, index) <= dataDate(project, today) ? 'past' : 'upcoming';
}

/** Whether a project has a worked phase: 0 is set, null and missing are not. */
export function hasWorkingPhase(project: Pick<ProjectCalendar, 'working_phase'>): boolean {
  return project.working_phase !== null && project.working_phase !== undefined;
}

/** What a phase's discounts are: signed, being decided, or not there yet. */
export type PhaseDecision = 'validated' | 'worked' | 'to_come';

/** How many phases are validated: those before the worked one, all of them when none is worked. */
export function validatedPhases(project: Pick<ProjectCalendar, 'phases' | 'working_phase'>): number {
  return project.working_phase ?? project.phases.length;
}

/** Where the decisions of a phase stand. */
export function phaseDecision(
  project: Pick<ProjectCalendar, 'phases' | 'working_phase'>,
  index: number,
): PhaseDecision {
  const worked = validatedPhases(project);
  if (index === worked) return 'worked';
  return index < worked ? 'validated' : 'to_come';
}

/** The phase whose prices shops are given unless they ask for another: the last validated one, else the worked one. */
export function pricedPhase(project: Pick<ProjectCalendar, 'phases' | 'working_phase'>): number {
  return Math.max(0, validatedPhases(project) - 1);
}

/**
 * The working_phase a validation leads to: the next phase, or null after the last.
 *
 * @returns undefined when nothing is to be done because no phase is worked.
 */
export function validatedWorkingPhase(
  project: Pick<ProjectCalendar, 'phases' | 'working_phase'>,
): number | null | undefined {
  if (project.working_phase === null || project.working_phase === undefined) return undefined;
  const next = project.working_phase + 1;
  return next < project.phases.length ? next : null;
}
