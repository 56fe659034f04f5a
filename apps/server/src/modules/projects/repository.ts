import { USUAL_CURRENCY } from '@palier/analytics';
import type { ProjectAct } from '@palier/domain';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { actTime, playedTime } from '../../clock.ts';
import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import type { ProjectTable } from '../../db/tables/project-tables.ts';
import { followId } from '../../ids.ts';
import { type ProjectScope, proveProject, type Scope } from '../../scope.ts';
import { requireState } from './acts.ts';

/** A project but for what it names product by product, which may be many. */
export type ProjectRow = Omit<Selectable<ProjectTable>, 'initial_discount_pcts'>;
/** What the decisions of a project are checked against: read at every edit, so it has no long column. */
export type DecisionFrame = Omit<ProjectRow, 'selection' | 'snapshot_summary'>;
export type NewProjectRow = Omit<
  Insertable<ProjectTable>,
  'organization_id' | 'created_by' | 'deleted_at' | 'deleted_by'
>;
export type ProjectChanges = Omit<Updateable<ProjectTable>, 'project_id' | 'organization_id' | 'created_by'>;

const FRAME_COLUMNS = [
  'project_id',
  'organization_id',
  'name',
  'section',
  'project_group_id',
  'is_project_group_leader',
  'pilot_user_id',
  'data_date',
  'end_date',
  'season_start_date',
  'phases',
  'working_phase',
  'accounting_currency',
  'catalog_currency',
  'catalog',
  'discount_pct_range',
  'discount_step',
  'objective',
  'use_third_party_forecast',
  'residual_value',
  'never_below_cost',
  'has_series',
  'has_optimizations',
  'version',
  'snapshot_version',
  'submission_id',
  'series_version',
  'created_by',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
] as const satisfies readonly (keyof DecisionFrame)[];
const FIGURES_DATE = sql<string | null>`snapshot_summary ->> 'data_date'`.as('figures_date');
export const PROJECT_COLUMNS = [...FRAME_COLUMNS, 'selection', 'snapshot_summary'] as const;

export async function listProjects(db: DbOrTx, scope: Scope): Promise<ProjectRow[]> {
  return db
    .selectFrom('project')
    .select(PROJECT_COLUMNS)
    .where('organization_id', '=', scope.organization_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('project_id')
    .execute();
}

export async function findProject(
  db: DbOrTx,
  scope: Scope,
  project_id: string,
): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('project')
    .select(PROJECT_COLUMNS)
    .where('project_id', '=', project_id)
    .where('organization_id', '=', scope.organization_id)
    .where('deleted_at', 'is', null)
    .where(inGroupsOf(scope))
    .executeTakeFirst();
}

/** Condition of the projects whose group the caller reaches. */
function inGroupsOf({ perimeter }: Scope) {
  const groups = perimeter?.project_groups ?? [];
  return groups.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`project_group_id = any(${[...groups]}::text[])`;
}

/** The project as it stays until the transaction ends: changes of one project happen one after the other. */
export async function lockProject(tx: Tx, project: ProjectScope): Promise<ProjectRow | undefined> {
  return tx
    .selectFrom('project')
    .select(PROJECT_COLUMNS)
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The key to a project's tables, when the project is the caller's organisation's. */
export async function proveOwnProject(
  db: DbOrTx,
  scope: Scope,
  project_id: string,
): Promise<ProjectScope | null> {
  const row = await db
    .selectFrom('project')
    .select('project_id')
    .where('project_id', '=', project_id)
    .where('organization_id', '=', scope.organization_id)
    .where('deleted_at', 'is', null)
    .where(inGroupsOf(scope))
    .executeTakeFirst();
  return row ? proveProject(scope, project_id) : null;
}

/** The keys to projects that were just read within the organisation. */
export function proveListed(
  scope: Scope,
  row: Pick<ProjectRow, 'project_id' | 'organization_id'>,
): ProjectScope {
  if (row.organization_id !== scope.organization_id) throw new Error('project of another organisation');
  return proveProject(scope, row.project_id);
}

export async function insertProject(tx: Tx, scope: Scope, row: NewProjectRow): Promise<ProjectScope> {
  await tx
    .insertInto('project')
    .values({
      ...row,
      organization_id: scope.organization_id,
      created_by: scope.user_id,
      created_at: playedTime(),
    })
    .execute();
  return proveProject(scope, row.project_id);
}

export async function updateProject(
  tx: Tx,
  project: ProjectScope,
  changes: ProjectChanges,
): Promise<ProjectRow> {
  return tx
    .updateTable('project')
    .set({ ...changes, updated_at: actTime() })
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .returning(PROJECT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * Takes the project's next version for an act, with what its decisions are checked against, until the transaction ends:
 * writes of decisions of one project happen one after the other.
 * @throws 409 when the project is not in a state for the act
 */
export async function takeVersion(tx: Tx, project: ProjectScope, act: ProjectAct): Promise<DecisionFrame> {
  const row = await tx
    .with('taken', (db) =>
      db
        .updateTable('project')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('project_id', '=', project.project_id)
        .where('organization_id', '=', project.organization_id)
        .returning(FRAME_COLUMNS)
        .returning(FIGURES_DATE),
    )
    .with('told', (db) =>
      db
        .insertInto('discount_change')
        .columns(['project_id', 'version', 'first_id', 'discount_ids'])
        .expression((eb) =>
          eb.selectFrom('taken').select([
            sql<string>`${project.project_id}::uuid`.as('project_id'), // named: where its rows are spread to
            'version',
            'project_id as first_id',
            sql<string[]>`'{}'::uuid[]`.as('discount_ids'),
          ]),
        ),
    )
    .selectFrom('taken')
    .selectAll('taken')
    .select([lastActivity(project).as('last_activity_id'), versionBefore(project).as('version_before')])
    .executeTakeFirstOrThrow();
  const { last_activity_id, version_before, ...frame } = row;
  requireState(act, frame);
  const hasWaited = version_before !== frame.version - 1;
  await followLastAct(tx, project, hasWaited ? undefined : last_activity_id);
  return frame;
}

/**
 * Acts are read in the order of their ids, whatever the clock of who wrote them: the next one comes after `last`, to be read
 * again by whoever waited for the project, and has not seen the acts that she waited for.
 */
async function followLastAct(tx: Tx, project: ProjectScope, last: string | null | undefined): Promise<void> {
  const id =
    last === undefined
      ? (await tx.selectNoFrom(lastActivity(project).as('id')).executeTakeFirstOrThrow()).id
      : last;
  if (id) followId(id);
}

const lastActivity = ({ project_id }: ProjectScope) => sql<string | null>`(
  select activity_id from activity where project_id = ${project_id} order by activity_id desc limit 1)`;
/** As it was when the statement began. */
const versionBefore = ({ project_id }: ProjectScope) =>
  sql<number>`(select version from project where project_id = ${project_id})`;

/**
 * The same without taking a version: where the act is made of several transactions that nothing else may interleave.
 * @throws as `takeVersion`
 */
export async function readFrame(db: Db, project: ProjectScope, act: ProjectAct): Promise<DecisionFrame> {
  const row = await db
    .selectFrom('project')
    .select(FRAME_COLUMNS)
    .select(FIGURES_DATE)
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .executeTakeFirstOrThrow();
  requireState(act, row);
  return row;
}

/** A group has one leader: the others of the group step down. */
export async function clearLeaders(tx: Tx, scope: Scope, group_id: string, except: string): Promise<void> {
  await tx
    .updateTable('project')
    .set({ is_project_group_leader: false })
    .where('organization_id', '=', scope.organization_id)
    .where('project_group_id', '=', group_id)
    .where('project_id', '!=', except)
    .where('is_project_group_leader', '=', true)
    .execute();
}

export async function groupHasLeader(db: DbOrTx, scope: Scope, group_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('project')
    .select('project_id')
    .where('organization_id', '=', scope.organization_id)
    .where('deleted_at', 'is', null)
    .where('project_group_id', '=', group_id)
    .where('is_project_group_leader', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Scenarios of the organisation, as projects name them. */
export async function scenarioNames(db: DbOrTx, scope: Scope): Promise<{ _id: string; name: string }[]> {
  return db
    .selectFrom('scenario')
    .select(['scenario_id as _id', 'name'])
    .where('organization_id', '=', scope.organization_id)
    .orderBy('created_at')
    .execute();
}

/** Discounts of rounds that were decided elsewhere, by product: lines take them when they are made. */
export async function setInitialDiscounts(
  tx: Tx,
  project: ProjectScope,
  previous: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  await tx
    .updateTable('project')
    .set({ initial_discount_pcts: JSON.stringify(previous) })
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .execute();
}

/** Discounts of the rounds decided elsewhere, by product; none when all were decided here. */
export async function initialDiscounts(
  db: DbOrTx,
  project: ProjectScope,
): Promise<Readonly<Record<string, number[]>>> {
  const row = await db
    .selectFrom('project')
    .select('initial_discount_pcts')
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .executeTakeFirst();
  return row?.initial_discount_pcts ?? {};
}

/** The currency of the organisation's data in place, which its new projects count in. */
export async function warehouseCurrency(db: DbOrTx, scope: Scope): Promise<string> {
  const row = await db
    .selectFrom('organization')
    .innerJoin('warehouse_version as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'organization.organization_id')
        .onRef('v.version', '=', 'organization.warehouse_version'),
    )
    .select('v.details')
    .where('organization.organization_id', '=', scope.organization_id)
    .executeTakeFirst();
  return row?.details.currency ?? USUAL_CURRENCY;
}
