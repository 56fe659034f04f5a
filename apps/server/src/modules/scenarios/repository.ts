import { type Selectable, sql } from 'kysely';
import { playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ScenarioTable } from '../../db/tables/plan-tables.ts';
import type { Scope } from '../../scope.ts';

export type ScenarioRow = Selectable<ScenarioTable>;
export type ScenarioContent = Pick<
  ScenarioRow,
  'name' | 'goal' | 'constraints' | 'scope' | 'projects' | 'simple'
>;

export async function listScenarios(db: DbOrTx, scope: Scope): Promise<ScenarioRow[]> {
  return db
    .selectFrom('scenario')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .where('deleted_at', 'is', null)
    .orderBy('scenario_id')
    .execute();
}

export async function findScenario(
  db: DbOrTx,
  scope: Scope,
  scenario_id: string,
): Promise<ScenarioRow | undefined> {
  return db
    .selectFrom('scenario')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .where('scenario_id', '=', scenario_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The same, as it stays until the transaction ends. */
export async function lockScenario(
  tx: Tx,
  scope: Scope,
  scenario_id: string,
): Promise<ScenarioRow | undefined> {
  return tx
    .selectFrom('scenario')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .where('scenario_id', '=', scenario_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertScenario(
  tx: Tx,
  scope: Scope,
  scenario_id: string,
  content: ScenarioContent,
): Promise<ScenarioRow> {
  return tx
    .insertInto('scenario')
    .values({
      organization_id: scope.organization_id,
      scenario_id,
      ...encode(content),
      name: content.name,
      goal: content.goal,
      created_at: playedTime(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a scenario; its version goes up by one. */
export async function updateScenario(
  tx: Tx,
  scope: Scope,
  scenario_id: string,
  changes: Partial<ScenarioContent>,
): Promise<ScenarioRow | undefined> {
  return tx
    .updateTable('scenario')
    .set((eb) => ({ ...encode(changes), version: eb('version', '+', 1) }))
    .where('organization_id', '=', scope.organization_id)
    .where('scenario_id', '=', scenario_id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Adds projects to those that a scenario is for, its version unchanged. */
export async function addProjects(
  tx: Tx,
  scope: Scope,
  scenario_id: string,
  project_ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('scenario')
    .set({
      projects: sql<
        string[]
      >`(select array_agg(distinct p) from unnest(projects || ${[...project_ids]}::uuid[]) as p)`,
    })
    .where('organization_id', '=', scope.organization_id)
    .where('scenario_id', '=', scenario_id)
    .where('projects', 'is not', null)
    .execute();
}

/** Deletes a scenario; its name stays for the lines and runs that have it. */
export async function deleteScenario(tx: Tx, scope: Scope, scenario_id: string): Promise<boolean> {
  const row = await tx
    .updateTable('scenario')
    .set({ deleted_at: sql<Date>`now()` })
    .where('organization_id', '=', scope.organization_id)
    .where('scenario_id', '=', scenario_id)
    .returning('scenario_id')
    .executeTakeFirst();
  return row !== undefined;
}

function encode({ constraints, scope, ...plain }: Partial<ScenarioContent>) {
  return {
    ...plain,
    ...(constraints !== undefined && {
      constraints: constraints === null ? null : JSON.stringify(constraints),
    }),
    ...(scope !== undefined && { scope: scope === null ? null : JSON.stringify(scope) }),
  };
}
