import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import type { LentFacts } from '../../perimeter.ts';
import type { Scope } from '../../scope.ts';
import { openReached } from '../projects/index.ts';
import {
  addProjects,
  deleteScenario,
  findScenario,
  insertScenario,
  type ScenarioContent,
  type ScenarioRow,
  updateScenario,
} from './repository.ts';

interface Needs {
  database: { db: Db };
  facts: LentFacts;
}

/** @throws 404 */
export async function readScenario(db: DbOrTx, scope: Scope, id: string): Promise<ScenarioRow> {
  const row = isId(id) ? await findScenario(db, scope, id) : undefined;
  if (!row) throw notFound('Ce scénario');
  return row;
}

/** @throws 404 for a project that the caller does not reach; those that the scenario had, which may be gone, stay */
async function requireProjects(
  needs: Needs,
  scope: Scope,
  asked: readonly string[] | null | undefined,
  had: readonly string[] | null = null,
): Promise<void> {
  for (const id of asked ?? []) if (!had?.includes(id)) await openReached(needs, scope, id);
}

/** @throws 404 for a project that is not the caller's */
export async function createScenario(
  needs: Needs,
  scope: Scope,
  content: ScenarioContent,
): Promise<ScenarioRow> {
  await requireProjects(needs, scope, content.projects);
  return inTransaction(needs.database.db, (tx) => insertScenario(tx, scope, newId(), content));
}

/** @throws 404 */
export async function changeScenario(
  needs: Needs,
  scope: Scope,
  id: string,
  changes: Partial<ScenarioContent>,
): Promise<ScenarioRow> {
  const { db } = needs.database;
  const before = await readScenario(db, scope, id);
  await requireProjects(needs, scope, changes.projects, before.projects);
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
