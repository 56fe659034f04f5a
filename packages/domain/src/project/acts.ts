import { OUTSIDE_PERIMETER } from '../permission/perimeter.ts';
import { holdsPermission, lackOf, type Permission, type Permissions } from '../permission/permission.ts';
import { isClosed, isOver } from './clock.ts';
import { lackReason, leavesNothing, type ProjectLack } from './lacks.ts';
import type { ProjectCalendar } from './phase.ts';

/**
 * Where a project stands. preparing: its figures were never computed. working: a phase is being decided. submitted: the
 * decided phase waits for a signature. closed: its last phase is validated. over: closed, and its data reach its end
 * (`isOver`). deleted: in the bin, for a while.
 */
export const PROJECT_STATES = ['preparing', 'working', 'submitted', 'closed', 'over', 'deleted'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

/** What decides the state of a project. */
export interface StandingProject extends ProjectCalendar {
  /** Version of its figures; 0 before the first. */
  snapshot_version: number;
  /** The submission that waits for a signature. */
  submission_id?: string | null | undefined;
  deleted?: boolean;
}

/** Where a project stands. Without a data date nothing says that it is over. */
export function projectState(project: StandingProject): ProjectState {
  if (project.deleted) return 'deleted';
  if (isClosed(project)) return isOver(project) ? 'over' : 'closed';
  if (project.snapshot_version === 0) return 'preparing';
  return project.submission_id ? 'submitted' : 'working';
}

interface ActRule {
  /** It is done on forecasts: a project that lacks what they are made of cannot be. */
  forecasts?: true;
  /** It decides of the project's products: one that has none decides nothing. */
  products?: true;
  /** It is done to the whole project: a person whose perimeter holds a part of it may not. */
  whole?: true;
  /** Any of them; empty: whoever reads. */
  permissions: readonly Permission[];
  states: readonly ProjectState[];
}

/** A phase is worked: what is submitted may still change, and its signature lapses with it. */
const OPEN = ['preparing', 'working', 'submitted'] as const;
/** A phase is worked and nobody was asked to sign it. */
const UNASKED = ['preparing', 'working'] as const;
const KEPT = ['preparing', 'working', 'submitted', 'closed', 'over'] as const;
const WITH_FIGURES = ['working', 'submitted', 'closed', 'over'] as const;
const COMPUTED = ['working', 'submitted'] as const;
const DECIDES: ActRule = { permissions: ['canEditDiscounts'], states: OPEN };

/**
 * Everything that is done to a project: who may, and in which states. The server asks it at every act, the screens for
 * every button; nothing else decides. An act on lines of a project in preparation finds none, and is not refused for it.
 */
export const PROJECT_ACTS = {
  edit: DECIDES,
  review: DECIDES,
  goal: DECIDES,
  sync: DECIDES,
  import_discounts: { ...DECIDES, whole: true },
  undo: { permissions: ['canEditDiscounts', 'canSendPlans', 'canEditRules'], states: OPEN },
  edit_rules: { whole: true, permissions: ['canEditRules'], states: OPEN },
  process_rules: { whole: true, permissions: ['canEditRules'], states: COMPUTED },
  simulate: { forecasts: true, permissions: [], states: COMPUTED },
  /** One that is asked while the figures are in preparation waits for them. */
  optimise: { forecasts: true, whole: true, permissions: ['canEditScenarios'], states: OPEN },
  send_plan: { whole: true, permissions: ['canSendPlans'], states: OPEN },
  /** Once more when it changed since it was submitted. */
  submit: { products: true, whole: true, permissions: ['canSubmitPhases'], states: COMPUTED },
  withdraw: { whole: true, permissions: ['canSubmitPhases'], states: ['submitted'] },
  /** Signing validates. Who signs for somebody away is given the permission for it (`withDelegation`). */
  approve: { products: true, whole: true, permissions: ['canValidatePhases'], states: ['submitted'] },
  return: { whole: true, permissions: ['canValidatePhases'], states: ['submitted'] },
  /** A phase of figures that were never computed would be validated without any product in it. */
  validate: { products: true, whole: true, permissions: ['canValidatePhases'], states: ['working'] },
  go_back: { whole: true, permissions: ['canReopenPhases'], states: UNASKED },
  reopen: { whole: true, permissions: ['canReopenPhases'], states: ['closed'] },
  settings: { whole: true, permissions: ['canEditProjects'], states: OPEN },
  /** Its name, section and group: where it is filed, which decides nothing. */
  file: { whole: true, permissions: ['canEditProjects'], states: KEPT },
  /** The day that its figures speak of. */
  clock: { whole: true, permissions: ['canEditProjects'], states: KEPT },
  refresh: { whole: true, permissions: ['canEditProjects', 'canImport'], states: KEPT },
  comment: { permissions: ['canComment'], states: KEPT },
  export: { permissions: [], states: WITH_FIGURES },
  delete: { whole: true, permissions: ['canDeleteProjects'], states: KEPT },
  restore: { permissions: ['canDeleteProjects'], states: ['deleted'] },
} as const satisfies Record<string, ActRule>;
export type ProjectAct = keyof typeof PROJECT_ACTS;

/** Why an act is refused: what the person lacks, or where the project stands. */
export interface ActRefusal {
  cause: 'permission' | 'perimeter' | 'state' | 'lack';
  reason: string;
}

/** Being computed, or waiting for a first import: who looks at the project is told which. */
export const FIGURES_TO_COME =
  'Les chiffres du projet ne sont pas encore calculés : ils le sont dès que des produits, leurs ventes et leur stock sont importés.';

const STATE_REASONS: Readonly<Record<ProjectState, string>> = {
  preparing: FIGURES_TO_COME,
  working: 'Le projet est en cours.',
  submitted: 'La démarque est soumise à signature : signez-la, retournez-la ou retirez sa soumission.',
  closed: 'Le projet est clos : sa dernière démarque est validée.',
  over: 'Le projet est terminé.',
  deleted: 'Le projet est dans la corbeille.',
};

const isOpen = (state: ProjectState): boolean => OPEN.some((one) => one === state);
const NOT_SUBMITTED = 'La démarque n’est pas soumise à signature.';

/** Why an act cannot be done to a project where it stands, or without what it lacks; null when it can. */
export function stateRefusal(
  act: ProjectAct,
  state: ProjectState,
  lack: ProjectLack | null = null,
): ActRefusal | null {
  const { forecasts, products, states }: ActRule = PROJECT_ACTS[act];
  const isAllowed = states.includes(state);
  const needs = forecasts || (products && lack !== null && leavesNothing(lack));
  // Where a phase is worked, what is missing is said first: waiting would not bring it.
  if (lack !== null && (needs ? isOpen(state) : !isAllowed && state === 'preparing'))
    return { cause: 'lack', reason: lackReason(lack) };
  if (isAllowed) return null;
  const unasked = state === 'working' && states.every((one) => one === 'submitted');
  return { cause: 'state', reason: unasked ? NOT_SUBMITTED : STATE_REASONS[state] };
}

/** Why somebody cannot do an act to a project; null when she can. What she lacks is said first: waiting would not help. */
export function actRefusal(
  act: ProjectAct,
  state: ProjectState,
  permissions: Permissions,
  { reach = 'whole', lack = null }: { reach?: 'part' | 'whole' | undefined; lack?: ProjectLack | null } = {},
): ActRefusal | null {
  const { permissions: needed, whole }: ActRule = PROJECT_ACTS[act];
  const [first] = needed;
  if (first && !needed.some((name) => holdsPermission(permissions, name)))
    return { cause: 'permission', reason: lackOf(first) };
  if (whole && reach === 'part') return { cause: 'perimeter', reason: OUTSIDE_PERIMETER.project };
  return stateRefusal(act, state, lack);
}

/** The phase that going back, or reopening, makes the worked one again; null when none is validated. */
export function phaseBefore({
  phases,
  working_phase,
}: Pick<ProjectCalendar, 'phases' | 'working_phase'>): number | null {
  const last = (working_phase ?? phases.length) - 1;
  return last < 0 ? null : last;
}
