import { DISCOUNT_STEPS, type DiscountRange } from '../discount/levels.ts';
import { isObjectiveSet, type Objective } from './objective.ts';
import type { ProjectCalendar } from './phase.ts';

/** The parts of a project that must agree with each other. */
export interface CheckedProject extends ProjectCalendar, DiscountRange {
  name: string;
  objective?: Objective | null;
}

/** Largest gap, in points, between 100 and the sum of a distribution. */
const SHARE_TOLERANCE = 0.5;

function calendarFaults({ phases, end_date, working_phase }: ProjectCalendar): string[] {
  const faults: string[] = [];
  const last = phases.at(-1);
  if (!last) return ['Le projet n’a aucune démarque.'];
  const inOrder = phases.every(
    (phase, index) => index === 0 || (phases[index - 1]?.start_date ?? '') < phase.start_date,
  );
  if (!inOrder) faults.push('Chaque démarque doit commencer après la précédente.');
  if (end_date <= last.start_date)
    faults.push('Le projet doit finir après le début de sa dernière démarque.');
  if (working_phase !== null && working_phase !== undefined && working_phase >= phases.length)
    faults.push('La démarque travaillée n’existe pas.');
  return faults;
}

function rangeFaults({ discount_pct_range, discount_step }: DiscountRange): string[] {
  const step = discount_step ?? DISCOUNT_STEPS[0];
  if (discount_pct_range.length === 0) return ['Le projet ne propose aucune démarque.'];
  return discount_pct_range.every((discount) => discount >= 0 && discount <= 100 && discount % step === 0)
    ? []
    : [`Les démarques proposées doivent être des multiples de ${step}, de 0 à 100.`];
}

function objectiveFaults(objective: Objective | null | undefined): string[] {
  if (!isObjectiveSet(objective)) return [];
  const shares = Object.values(objective?.discount_pct_distribution ?? {});
  const sum = shares.reduce((total, share) => total + share, 0);
  return Math.abs(sum - 100) <= SHARE_TOLERANCE ? [] : ['Les parts de l’objectif doivent totaliser 100 %.'];
}

/** Everything that does not hold together in a project, in French; empty when it may be saved. */
export function projectFaults(project: CheckedProject): string[] {
  const named = project.name.split('/').some((part) => part.trim() !== '');
  return [
    ...(named ? [] : ['Le projet n’a pas de nom.']),
    ...calendarFaults(project),
    ...rangeFaults(project),
    ...objectiveFaults(project.objective),
  ];
}
