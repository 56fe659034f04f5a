import { isDeepStrictEqual } from 'node:util';
import type { NewProject as NewProjectBody, ProjectChanges as ProjectChangesBody } from '@palier/contract';
import {
  addDays,
  type CheckedProject,
  calendarChangeFaults,
  NEW_PROJECT,
  type ProjectAct,
  type ProjectFault,
  projectFaults,
  type ResidualValue,
  residualValueFault,
  usualSeasonStart,
} from '@palier/domain';
import type { Database, DbOrTx, Tx } from '../../db/database.ts';
import { definedOf } from '../../defined.ts';
import { ApiError, notFound, refused } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import { type LentFacts, requireReach } from '../../perimeter.ts';
import { rememberProject } from '../../recent-projects.ts';
import { isSystem, type ProjectScope, type Scope } from '../../scope.ts';
import { requireState } from './acts.ts';
import { settleLeader } from './groups/leaders.ts';
import {
  clearLeaders,
  findProject,
  groupHasLeader,
  insertProject,
  listProjects,
  lockProject,
  type ProjectChanges,
  type ProjectRow,
  proveOwnProject,
  updateProject,
  warehouseCurrency,
} from './repository.ts';

/** A project without an end lasts eight weeks from its last phase. */
const DEFAULT_LENGTH_DAYS = 56;

type Phases = readonly { name?: string | null | undefined; start_date: string }[];
/** The contract's, with members that may be undefined as well as missing. */
export type NewProject = { [K in keyof NewProjectBody]: NewProjectBody[K] | undefined } & { name: string };
export type ChangedProject = {
  [K in keyof Omit<ProjectChangesBody, 'control_reason' | 'seen_version' | 'seen'>]?:
    | ProjectChangesBody[K]
    | undefined;
};

/** The key to a project's data. @throws 404 for an unknown project or another organisation's. */
export async function openProject(db: DbOrTx, scope: Scope, project_id: string): Promise<ProjectScope> {
  const project = isId(project_id) ? await proveOwnProject(db, scope, project_id) : null;
  if (!project) throw notFound('Ce projet');
  if (!isSystem(scope)) rememberProject(scope, project_id);
  return project;
}

/** The key to a project that a call names beside its own. @throws 404 for one that the caller does not reach */
export async function openReached(
  { database, facts }: { database: Pick<Database, 'db'>; facts: LentFacts },
  scope: Scope,
  project_id: string,
): Promise<ProjectScope> {
  const project = await openProject(database.db, scope, project_id);
  await requireReach(facts, project, undefined);
  return project;
}

/** @throws 404 */
export async function readProject(db: DbOrTx, scope: Scope, project_id: string): Promise<ProjectRow> {
  const row = isId(project_id) ? await findProject(db, scope, project_id) : undefined;
  if (!row) throw notFound('Ce projet');
  return row;
}

/** A project read to be changed in the same transaction; others who change it wait. @throws 404 */
export async function readForChange(tx: Tx, project: ProjectScope): Promise<ProjectRow> {
  const row = await lockProject(tx, project);
  if (!row) throw notFound('Ce projet');
  return row;
}

/** Adds a project with the specification's defaults: working_phase 0 and the range 20 to 60. @throws 422 */
export async function createProject(
  tx: Tx,
  scope: Scope,
  project: NewProject,
  today: string,
): Promise<ProjectScope> {
  const project_id = newId();
  const group = project.project_group_id ?? null;
  const leads =
    group !== null && (project.is_project_group_leader ?? !(await groupHasLeader(tx, scope, group)));
  if (group !== null && leads) await clearLeaders(tx, scope, group, project_id);
  const phases = project.phases ?? [{ name: null, start_date: project.data_date ?? today }];
  const end_date = project.end_date ?? addDays(phases.at(-1)?.start_date ?? today, DEFAULT_LENGTH_DAYS);
  const checked = {
    name: project.name,
    phases,
    end_date,
    working_phase: project.working_phase === undefined ? NEW_PROJECT.working_phase : project.working_phase,
    discount_pct_range: project.discount_pct_range ?? NEW_PROJECT.discount_pct_range,
    discount_step: project.discount_step ?? NEW_PROJECT.discount_step,
    objective: project.objective ?? null,
  };
  refuseFaults(await faultsOf(tx, scope, checked, project_id, true));
  const currency = await warehouseCurrency(tx, scope);
  checkResidualValue(project.residual_value);
  return insertProject(tx, scope, {
    project_id,
    name: project.name,
    section: project.section ?? null,
    project_group_id: group,
    is_project_group_leader: leads,
    pilot_user_id: project.pilot_user_id ?? null,
    data_date: project.data_date ?? null,
    end_date,
    season_start_date:
      project.season_start_date === undefined
        ? usualSeasonStart(phases[0]?.start_date ?? today)
        : project.season_start_date,
    phases: JSON.stringify(phases.map(plainPhase)),
    working_phase: checked.working_phase,
    accounting_currency: project.accounting_currency ?? currency,
    catalog_currency: project.catalog_currency ?? currency,
    catalog: JSON.stringify(project.catalog ?? { include_stock_on_order: false }),
    discount_pct_range: JSON.stringify(checked.discount_pct_range),
    discount_step: checked.discount_step,
    objective: project.objective ? JSON.stringify(project.objective) : null,
    use_third_party_forecast: project.use_third_party_forecast ?? true,
    residual_value: project.residual_value ? JSON.stringify(project.residual_value) : null,
    never_below_cost: project.never_below_cost ?? false,
    has_series: false,
    has_optimizations: false,
    selection: JSON.stringify(project.selection ?? {}),
  });
}

/**
 * Applies changes; the worked phase changes by `validatePhase` alone. Keeps one leader per group.
 * @throws 422 naming the fields and the reasons
 */
export async function changeProject(
  tx: Tx,
  project: ProjectScope,
  changes: ChangedProject,
): Promise<ProjectRow> {
  const before = await readForChange(tx, project);
  await checkChange(tx, project, before, changes);
  const joins =
    changes.project_group_id !== undefined && changes.project_group_id !== before.project_group_id;
  const updated = await updateProject(tx, project, {
    // Who led where she was does not lead where she comes.
    ...(joins && { is_project_group_leader: false }),
    ...columnsOf(changes),
  });
  const group = updated.project_group_id;
  const left = before.project_group_id;
  if (left !== null && left !== group) await settleLeader(tx, project, left);
  if (group === null) {
    return updated.is_project_group_leader
      ? updateProject(tx, project, { is_project_group_leader: false })
      : updated;
  }
  if (changes.is_project_group_leader) await clearLeaders(tx, project, group, project.project_id);
  else if (!(await groupHasLeader(tx, project, group))) {
    return updateProject(tx, project, { is_project_group_leader: true });
  }
  return updated;
}

function columnsOf(changes: ChangedProject): ProjectChanges {
  const { phases, catalog, discount_pct_range, objective, selection, residual_value, ...rest } = changes;
  return {
    ...definedOf(rest),
    ...(phases && { phases: JSON.stringify(phases.map(plainPhase)) }),
    ...(catalog && { catalog: JSON.stringify(catalog) }),
    ...(discount_pct_range && { discount_pct_range: JSON.stringify(discount_pct_range) }),
    ...(objective !== undefined && { objective: objective === null ? null : JSON.stringify(objective) }),
    ...(selection && { selection: JSON.stringify(selection) }),
    ...(residual_value !== undefined && {
      residual_value: residual_value === null ? null : JSON.stringify(residual_value),
    }),
  };
}

const plainPhase = (phase: Phases[number]) => ({ name: phase.name ?? null, start_date: phase.start_date });

type CheckedRow = Omit<CheckedProject, 'discount_step'> & { discount_step?: number | null };

/** Which faults the change of a field may bring: what a project had before it was checked does not stop others. */
const FAULTS_OF: Partial<Record<keyof ChangedProject, readonly ProjectFault['field'][]>> = {
  name: ['name'],
  phases: ['phases', 'end_date', 'working_phase'],
  end_date: ['end_date'],
  working_phase: ['working_phase'],
  discount_pct_range: ['discount_pct_range'],
  discount_step: ['discount_pct_range'],
  objective: ['objective'],
};

/** @throws 422 naming the fields and the reasons: see the domain's `projectFaults` and `calendarChangeFaults` */
async function checkChange(
  tx: Tx,
  project: ProjectScope,
  before: ProjectRow,
  changes: ChangedProject,
): Promise<void> {
  const given = definedOf(changes);
  const after: CheckedRow = { ...before, ...given };
  const checked = Object.keys(given).flatMap((key) => FAULTS_OF[key as keyof ChangedProject] ?? []);
  const faults = await faultsOf(tx, project, after, project.project_id, checked.includes('name'));
  refuseFaults([
    ...faults.filter(({ field }) => checked.includes(field)),
    ...calendarChangeFaults(before, after),
  ]);
  checkResidualValue(changes.residual_value);
  for (const act of actsOf(before, given)) requireState(act, before);
}

/** What decides nothing of a project: where it is filed, and the day that it speaks of. */
const FILED: readonly (keyof ChangedProject)[] = [
  'name',
  'section',
  'project_group_id',
  'is_project_group_leader',
];

/** Whether a change is checked against the other projects, or changes them too. */
export const isFiled = (changes: ChangedProject): boolean => FILED.some((key) => changes[key] !== undefined);

/** The acts that a change of a project is; values that it has already are none. */
export function actsOf(before: ProjectRow, given: ChangedProject): ReadonlySet<ProjectAct> {
  const acts = new Set<ProjectAct>();
  for (const [key, value] of Object.entries(given)) {
    const held = before[key as keyof ChangedProject];
    if (value === undefined || isDeepStrictEqual(value, held)) continue;
    if (key === 'phases' && isDeepStrictEqual((value as Phases).map(plainPhase), held)) continue;
    if (FILED.includes(key as keyof ChangedProject)) acts.add('file');
    else acts.add(key === 'data_date' ? 'clock' : 'settings');
  }
  return acts;
}

/** @throws 422 when another project has the name of one that comes back */
export async function refuseTakenName(tx: Tx, scope: Scope, row: ProjectRow): Promise<void> {
  refuseFaults(
    (await faultsOf(tx, scope, row, row.project_id, true)).filter(({ field }) => field === 'name'),
  );
}

/** Contradictions in a project; its name is compared with the others' when asked. */
async function faultsOf(
  tx: Tx,
  scope: Scope,
  { discount_step, ...project }: CheckedRow,
  project_id: string,
  named: boolean,
): Promise<ProjectFault[]> {
  const others = named ? await listProjects(tx, scope) : [];
  const taken = others.filter((other) => other.project_id !== project_id).map(({ name }) => name);
  return projectFaults({ ...project, discount_step: discount_step === 5 ? 5 : 10 }, taken);
}

function refuseFaults(faults: readonly ProjectFault[]): void {
  const [first] = faults;
  if (first) throw refused(first.message, { faults });
}

function checkResidualValue(rule: ResidualValue | null | undefined): void {
  const fault = rule ? residualValueFault(rule) : null;
  if (fault !== null) throw new ApiError('refused', fault);
}

/** Whether new values call for a new snapshot: what it computes depends on them. */
export function needsSnapshot(changes: ChangedProject): boolean {
  const inputs = [
    'selection',
    'phases',
    'end_date',
    'data_date',
    'season_start_date',
    'discount_pct_range',
    'discount_step',
    'working_phase',
    'catalog',
    'catalog_currency',
    'accounting_currency',
    'use_third_party_forecast',
  ] as const;
  return inputs.some((key) => changes[key] !== undefined);
}
