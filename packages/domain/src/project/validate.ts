import { DEFAULT_DISCOUNT_STEP, type DiscountRange } from '../discount/levels.ts';
import { isObjectiveSet, type Objective } from './objective.ts';
import { type Phase, type ProjectCalendar, phaseDecision, phaseEnd, phaseLabel } from './phase.ts';

/** The parts of a project that must agree with each other. */
export interface CheckedProject extends ProjectCalendar, DiscountRange {
  name: string;
  objective?: Objective | null;
}

/** A contradiction in a project: the field to look at, and why, in French. */
export interface ProjectFault {
  field: 'name' | 'phases' | 'end_date' | 'working_phase' | 'discount_pct_range' | 'objective';
  message: string;
}

/** Largest gap, in points, between 100 and the sum of a distribution. */
const SHARE_TOLERANCE = 0.5;

function nameFaults(name: string, taken: readonly string[]): ProjectFault[] {
  const parts = name.split('/').map((part) => part.trim());
  const fault = (message: string): ProjectFault[] => [{ field: 'name', message }];
  if (parts.every((part) => part === '')) return fault('Le projet n’a pas de nom.');
  if (parts.includes('')) return fault('Une partie du nom du projet est vide, avant ou après un « / ».');
  const same = taken.some((other) => sameName(other, name));
  return same ? fault(`Un autre projet s’appelle déjà « ${name.trim()} ».`) : [];
}

/** Names are compared part by part, spaces around them aside. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string) =>
    name
      .split('/')
      .map((part) => part.trim())
      .join('/');
  return plain(one) === plain(other);
}

function calendarFaults({ phases, end_date, working_phase }: ProjectCalendar): ProjectFault[] {
  const faults: ProjectFault[] = [];
  const last = phases.at(-1);
  if (!last) return [{ field: 'phases', message: 'Le projet n’a aucune démarque.' }];
  const inOrder = phases.every(
    (phase, index) => index === 0 || (phases[index - 1]?.start_date ?? '') < phase.start_date,
  );
  if (!inOrder)
    faults.push({
      field: 'phases',
      message: 'Les démarques doivent se suivre : chacune commence après la précédente.',
    });
  if (end_date <= last.start_date)
    faults.push({
      field: 'end_date',
      message: 'Le projet doit finir après le début de sa dernière démarque.',
    });
  if (working_phase !== null && working_phase !== undefined && working_phase >= phases.length)
    faults.push({ field: 'working_phase', message: 'La démarque travaillée n’existe pas.' });
  return faults;
}

function rangeFaults({ discount_pct_range: range, discount_step }: DiscountRange): ProjectFault[] {
  const step = discount_step ?? DEFAULT_DISCOUNT_STEP;
  const fault = (message: string): ProjectFault[] => [{ field: 'discount_pct_range', message }];
  if (range.length === 0) return fault('Le projet ne propose aucune démarque.');
  if (!range.every((discount) => discount >= 0 && discount <= 100 && discount % step === 0))
    return fault(`Les démarques proposées doivent être des multiples de ${step}, de 0 à 100.`);
  const rising = range.every((discount, index) => index === 0 || discount > (range[index - 1] ?? 0));
  return rising ? [] : fault('Les démarques proposées doivent aller de la plus faible à la plus forte.');
}

/** What contradicts itself in an objective: shares that do not make a whole. */
export function objectiveFaults(objective: Objective | null | undefined): ProjectFault[] {
  if (!isObjectiveSet(objective)) return [];
  const shares = Object.values(objective?.discount_pct_distribution ?? {});
  const sum = shares.reduce((total, share) => total + share, 0);
  return Math.abs(sum - 100) <= SHARE_TOLERANCE
    ? []
    : [{ field: 'objective', message: 'Les parts de l’objectif doivent totaliser 100 %.' }];
}

/**
 * Everything that contradicts itself in a project; empty when it may be saved.
 *
 * @param taken names of the organisation's other projects.
 */
export function projectFaults(project: CheckedProject, taken: readonly string[] = []): ProjectFault[] {
  return [
    ...nameFaults(project.name, taken),
    ...calendarFaults(project),
    ...rangeFaults(project),
    ...objectiveFaults(project.objective),
  ];
}

const phaseName = (phase: Phase | undefined) => phase?.name?.trim() || null;

/**
 * What a change of the calendar may not do: a validated phase keeps its place, its name and its days, a closed project
 * its phases and its end, and the worked phase changes by its validation alone.
 */
export function calendarChangeFaults(before: ProjectCalendar, after: ProjectCalendar): ProjectFault[] {
  const faults: ProjectFault[] = [];
  const closed = (before.working_phase ?? null) === null;
  if ((after.working_phase ?? null) !== (before.working_phase ?? null)) {
    const message = closed
      ? 'Le projet est clos : sa dernière démarque est validée.'
      : 'La démarque travaillée ne change que par la validation de la démarque.';
    faults.push({ field: 'working_phase', message });
  }
  if (closed && after.phases.length > before.phases.length)
    faults.push({ field: 'phases', message: 'Le projet est clos : il ne reçoit plus de démarque.' });
  for (const [index, phase] of before.phases.entries()) {
    if (phaseDecision(before, index) !== 'validated') break;
    const kept = after.phases[index];
    const label = phaseLabel(phase, index);
    if (kept?.start_date !== phase.start_date || phaseName(kept) !== phaseName(phase)) {
      const message = `« ${label} » est validée : elle garde sa place, son nom et son premier jour.`;
      return [...faults, { field: 'phases', message }];
    }
    if (phaseEnd(after, index) !== phaseEnd(before, index)) {
      const field = index === before.phases.length - 1 ? 'end_date' : 'phases';
      return [...faults, { field, message: `« ${label} » est validée : elle garde son dernier jour.` }];
    }
  }
  return faults;
}
