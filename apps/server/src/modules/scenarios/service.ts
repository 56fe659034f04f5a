import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import type { LentFacts } from '../../perimeter.ts';
import type { Scope } from '../../scope.ts';
import { openReached } from '../projects/index.ts';
import { changeSeen, deleteSeen, type SeenOf } from '../seen/index.ts';
import {
  addProjects,
  deleteScenario,
  findScenario,
  insertScenario,
  lockScenario,
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
  return kept(isId(id) ? await findScenario(db, scope, id) : undefined);
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

/** @throws 404, 409 when it is no longer as it was seen */
export async function changeScenario(
  needs: Needs,
  scope: Scope,
  id: string,
  changes: Partial<ScenarioContent>,
  seen?: object,
): Promise<ScenarioRow> {
  const { db } = needs.database;
  const before = await readScenario(db, scope, id);
  await requireProjects(needs, scope, changes.projects, before.projects);
  return inTransaction(db, async (tx) => {
    let standing = await lockScenario(tx, scope, id);
    return changeSeen(tx, scope, {
      ...{ what: 'ce scénario', subject: `scenario ${id}`, changes, seen },
      read: async () => contentOf(standing),
      write: async () => {
        standing = await updateScenario(tx, scope, id, changes);
        return kept(standing);
      },
    });
  });
}

function kept(row: ScenarioRow | undefined): ScenarioRow {
  if (!row) throw notFound('Ce scénario');
  return row;
}

/** What is set of a scenario. @throws 404 for one that was deleted meanwhile */
function contentOf(row: ScenarioRow | undefined): ScenarioContent {
  const { name, goal, constraints, scope, projects, simple } = kept(row);
  return { name, goal, constraints, scope, projects, simple };
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

/** @throws 404, 409 when it is no longer as it was seen */
export async function removeScenario(db: Db, scope: Scope, id: string, { seen }: SeenOf = {}): Promise<void> {
  await readScenario(db, scope, id);
  await inTransaction(db, async (tx) => {
    await deleteSeen(tx, scope, {
      ...{ what: 'ce scénario', subject: `scenario ${id}`, seen },
      read: async () => contentOf(await lockScenario(tx, scope, id)),
    });
    await deleteScenario(tx, scope, id);
  });
}
