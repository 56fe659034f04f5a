import {
  addDays,
  awaitsClosing,
  formatDateRange,
  hasEnded,
  hasStarted,
  hasWorkingPhase,
  isOver,
  isPhasePast,
  ongoingPhase,
  type ProjectCalendar,
  phaseEnd,
  phaseLabel,
} from '@palier/domain';

export type OperationState = 'ongoing' | 'preparing' | 'ended';

/**
 * En cours: one project at least has started and not ended; terminée: all have ended. A project whose figures were
 * never worked out has neither: it is yet to prepare, whatever its dates.
 */
export function operationState(projects: readonly ProjectCalendar[], today: string): OperationState {
  const known = projects.filter(({ data_date = null }) => data_date !== null);
  const ended = known.filter((project) => hasEnded(project, today));
  if (projects.length > 0 && ended.length === projects.length) return 'ended';
  return known.some((project) => hasStarted(project, today)) ? 'ongoing' : 'preparing';
}

export const operationStateLabels: Record<OperationState, string> = {
  ongoing: 'En cours',
  preparing: 'À préparer',
  ended: 'Terminée',
};

/** « Démarque 2 en cours » when all the projects are in the same phase, else the state alone. */
export function operationPhaseLabel(projects: readonly ProjectCalendar[], today: string): string {
  const state = operationState(projects, today);
  if (state !== 'ongoing') return operationStateLabels[state];
  const phases = new Set(projects.map((project) => ongoingPhase(project, today)));
  const [index] = phases;
  const first = projects[0];
  if (phases.size !== 1 || index === null || index === undefined || !first)
    return operationStateLabels.ongoing;
  return `${phaseLabel(first.phases[index], index)} en cours`;
}

export interface ProjectPhase {
  label: string;
  kind: 'worked' | 'validated' | 'ended' | 'none';
  dates: string;
}

/** The phase that a project's row speaks of: the worked one, else the last one validated. */
export function projectPhase(project: ProjectCalendar): ProjectPhase {
  const last = project.phases.length - 1;
  if (last < 0) return { label: 'Sans phase', kind: 'none', dates: '' };
  if (hasWorkingPhase(project)) {
    const index = Math.min(project.working_phase ?? 0, last);
    return {
      label: `${phaseLabel(project.phases[index], index)} ${awaitsClosing(project) ? 'à valider' : 'travaillée'}`,
      kind: 'worked',
      dates: phaseDates(project, index),
    };
  }
  const ended = isOver(project);
  return {
    label: ended ? 'Terminé' : `${phaseLabel(project.phases[last], last)} validée`,
    kind: ended ? 'ended' : 'validated',
    dates: phaseDates(project, last),
  };
}

/** First and last day of a phase, as the screen writes them. */
export function phaseDates(project: ProjectCalendar, index: number): string {
  const phase = project.phases[index];
  return phase ? formatDateRange(phase.start_date, addDays(phaseEnd(project, index), -1)) : '';
}

/** First day of the first phase to the last day of the last, over several projects. */
export function spanDates(projects: readonly ProjectCalendar[]): string {
  const starts = projects.flatMap((project) => project.phases[0]?.start_date ?? []).sort();
  const ends = projects.map((project) => project.end_date).sort();
  const [from] = starts;
  const to = ends[ends.length - 1];
  return from && to ? formatDateRange(from, addDays(to, -1)) : '';
}

/** Whether a post-mortem of some of these projects can be read: a phase of theirs is past. */
export function hasResults(projects: readonly ProjectCalendar[]): boolean {
  return projects.some((project) => isPhasePast(project, 0));
}
