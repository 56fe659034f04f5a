import type { Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ScenarioTable } from '../../db/tables.ts';
import type { Scope } from '../../scope.ts';

export type ScenarioRow = Selectable<ScenarioTable>;
export type ScenarioContent = Pick<ScenarioRow, 'name' | 'goal' | 'constraints' | 'scope'>;

export async function listScenarios(db: DbOrTx, scope: Scope): Promise<ScenarioRow[]> {
  return db
    .selectFrom('scenario')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
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
    .returningAll()
    .executeTakeFirst();
}

export async function deleteScenario(tx: Tx, scope: Scope, scenario_id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('scenario')
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
