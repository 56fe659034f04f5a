import type { Project } from '@palier/contract';
import {
  budgetCeiling,
  formatCompactMoney,
  type Horizon,
  isPhaseOngoing,
  type ProjectCalendar,
  phaseLabel,
} from '@palier/domain';

export interface BudgetRoom {
  ceiling: number;
  /** What is left of it; below zero: it is passed. */
  left: number;
  /**
   * « reste 51,7 k€ », « dépassé de 12 k€ »; to the end, of which phase it is. Of a phase that has begun, the budget is of
   * the days left and its ceiling of them all: it says that the days gone are not counted.
   */
  text: string;
}

type Worked = Pick<Project, 'objective' | 'catalog_currency' | 'reach'> & ProjectCalendar;

/**
 * How the worked phase's budget stands to its ceiling, beside the budget of a horizon; null without either, and for who
 * reaches a part of the project: the ceiling is of all of it.
 */
export function budgetRoom(project: Worked, phaseBudget: number | null, horizon: Horizon): BudgetRoom | null {
  const ceiling = budgetCeiling(project.objective);
  if (ceiling === null || phaseBudget === null || project.reach === 'part') return null;
  const left = ceiling - phaseBudget;
  const amount = formatCompactMoney(Math.abs(left), project.catalog_currency);
  const index = project.working_phase ?? 0;
  const day = project.data_date ?? null;
  const isBegun = day !== null && isPhaseOngoing(project, index, day);
  const said = `${left >= 0 ? `reste ${amount}` : `dépassé de ${amount}`}${isBegun ? ', sans les jours passés' : ''}`;
  return {
    ceiling,
    left,
    text: horizon === 'phase' ? said : `${phaseLabel(project.phases[index], index)}\u202f: ${said}`,
  };
}
