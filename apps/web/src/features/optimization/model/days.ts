import type { Project } from '@palier/contract';
import type { Horizon } from '@palier/domain';
import { upperFirst } from '../../../lib/french.ts';
import { horizonOptions, horizonText } from '../../../lib/horizon-text.ts';

type Calendar = Pick<Project, 'phases' | 'end_date' | 'working_phase'>;

/** « Jusqu’au 21 juil. »: the days that the compared figures are of; the choice's name where projects do not share them. */
export function comparisonDays(projects: readonly Calendar[], horizon: Horizon): string {
  const days = new Set(projects.map((project) => horizonText(project, horizon)));
  const [first] = days;
  if (days.size === 1 && first) return upperFirst(first);
  return horizon === 'end' ? 'Jusqu’à la fin' : 'Démarque travaillée';
}

/** « jusqu’au 21 juil. », or « jusqu’à la fin » where projects end on different days. */
export function endText(projects: readonly Calendar[]): string {
  const ends = new Set(projects.map((project) => horizonText(project, 'end')));
  const [first] = ends;
  return ends.size === 1 && first ? first : 'jusqu’à la fin';
}

/** The choices of the switch: the worked phase by its name where projects share it. */
export function horizonChoices(projects: readonly Calendar[]): { value: Horizon; label: string }[] {
  const [first, ...others] = projects.map(horizonOptions);
  if (!first) return [];
  const shared = others.every((options) => options[0]?.label === first[0]?.label);
  return first.map((option) =>
    option.value === 'phase' && !shared ? { ...option, label: 'Démarque travaillée' } : option,
  );
}
