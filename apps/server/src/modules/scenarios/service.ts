import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import {
  addProjects,
  deleteScenario,
  findScenario,
  insertScenario,
  type ScenarioContent,
  type ScenarioRow,
  updateScenario,
} from './repository.ts';

/** @throws 404 */
export async function readScenario(db: DbOrTx, scope: Scope, id: string): Promise<ScenarioRow> {
  const row = isId(id) ? await findScenario(db, scope, id) : undefined;
  if (!row) throw notFound('Ce scénario');
  return row;
}

export function createScenario(db: Db, scope: Scope, content: ScenarioContent): Promise<ScenarioRow> {
  return inTransaction(db, (tx) => insertScenario(tx, scope, newId(), content));
}

/** @throws 404 */
export async function changeScenario(
  db: Db,
  scope: Scope,
  id: string,
  changes: Partial<ScenarioContent>,
): Promise<ScenarioRow> {
  await readScenario(db, scope, id);
  const row = await inTransaction(db, (tx) => updateScenario(tx, scope, id, changes));
  if (!row) throw notFound('Ce scénario');
  return row;
}

/** A scenario that runs on projects is of theirs from then on. */
export async function adoptScenario(
  tx: Tx,
  scope: Scope,
  { scenario_id }: Pick<ScenarioRow, 'scenario_id'>,
  project_ids: readonly string[],
): Promise<void> {
  await addProjects(tx, scope, scenario_id, project_ids);
}

/** @throws 404 */
export async function removeScenario(db: Db, scope: Scope, id: string): Promise<void> {
  await readScenario(db, scope, id);
  await inTransaction(db, (tx) => deleteScenario(tx, scope, id));
}
