import { NEW_PROJECT } from '@palier/domain';
import type { DbOrTx, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { notFound } from '../../http/errors.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import {
  clearLeaders,
  findProject,
  groupHasLeader,
  insertProject,
  type ProjectChanges,
  type ProjectRow,
  proveOwnProject,
  updateProject,
} from './repository.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The key to a project's data. @throws 404 for an unknown project or another organisation's. */
export async function openProject(db: DbOrTx, scope: Scope, project_id: string): Promise<ProjectScope> {
  const project = UUID.test(project_id) ? await proveOwnProject(db, scope, project_id) : null;
  if (!project) throw notFound('Ce projet');
  return project;
}

/** What a caller may choose of a new project; the rest has defaults. */
export type NewProject = {
  name: string;
  section?: string | null;
  project_group_id?: string | null;
  is_project_group_leader?: boolean;
  data_date?: string | null;
  end_date?: string | null;
  phases?: readonly { name?: string | null; start_date: string }[];
  working_phase?: number | null;
  accounting_currency?: string;
  catalog_currency?: string;
  catalog?: { include_stock_on_order: boolean };
  discount_pct_range?: readonly number[];
  discount_step?: number;
  objective?: Record<string, unknown> | null;
  use_third_party_forecast?: boolean;
  selection?: Record<string, unknown>;
};

/** Adds a project with the specification's defaults: working_phase 0 and the range 20 to 60. */
export async function createProject(tx: Tx, scope: Scope, project: NewProject): Promise<ProjectScope> {
  const project_id = newId();
  const group = project.project_group_id ?? null;
  const leads =
    group !== null && (project.is_project_group_leader ?? !(await groupHasLeader(tx, scope, group)));
  if (group !== null && leads) await clearLeaders(tx, scope, group, project_id);
  return insertProject(tx, scope, {
    project_id,
    name: project.name,
    section: project.section ?? null,
    project_group_id: group,
    is_project_group_leader: leads,
    data_date: project.data_date ?? null,
    end_date: project.end_date ?? null,
    phases: JSON.stringify(
      (project.phases ?? []).map((phase) => ({ name: phase.name ?? null, start_date: phase.start_date })),
    ),
    working_phase: project.working_phase === undefined ? NEW_PROJECT.working_phase : project.working_phase,
    accounting_currency: project.accounting_currency ?? 'EUR',
    catalog_currency: project.catalog_currency ?? 'EUR',
    catalog: JSON.stringify(project.catalog ?? { include_stock_on_order: false }),
    discount_pct_range: JSON.stringify(project.discount_pct_range ?? NEW_PROJECT.discount_pct_range),
    discount_step: project.discount_step ?? NEW_PROJECT.discount_step,
    objective: project.objective ? JSON.stringify(project.objective) : null,
    use_third_party_forecast: project.use_third_party_forecast ?? true,
    has_series: false,
    has_optimizations: false,
    selection: JSON.stringify(project.selection ?? {}),
  });
}

/** @throws 404 */
export async function readProject(db: DbOrTx, scope: Scope, project_id: string): Promise<ProjectRow> {
  const row = UUID.test(project_id) ? await findProject(db, scope, project_id) : undefined;
  if (!row) throw notFound('Ce projet');
  return row;
}

/** Applies changes; JSON columns are given as values. Keeps one leader per group. */
export async function changeProject(
  tx: Tx,
  project: ProjectScope,
  changes: Partial<NewProject>,
): Promise<ProjectRow> {
  const { phases, catalog, discount_pct_range, objective, selection, ...plain } = changes;
  const row: ProjectChanges = {
    ...plain,
    ...(phases && {
      phases: JSON.stringify(
        phases.map((phase) => ({ name: phase.name ?? null, start_date: phase.start_date })),
      ),
    }),
    ...(catalog && { catalog: JSON.stringify(catalog) }),
    ...(discount_pct_range && { discount_pct_range: JSON.stringify(discount_pct_range) }),
    ...(objective !== undefined && { objective: objective === null ? null : JSON.stringify(objective) }),
    ...(selection && { selection: JSON.stringify(selection) }),
  };
  const updated = await updateProject(tx, project, row);
  if (updated.project_group_id === null) return updated;
  if (changes.is_project_group_leader)
    await clearLeaders(tx, project, updated.project_group_id, project.project_id);
  else if (!(await groupHasLeader(tx, project, updated.project_group_id))) {
    return updateProject(tx, project, { is_project_group_leader: true });
  }
  return updated;
}
