import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import { isId } from '../../ids.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { releaseFolder, seriePath, snapshotPath } from '../folders/index.ts';
import { lockOrganization } from '../organizations/index.ts';
import { addSnapshotJob } from '../snapshots/index.ts';
import { requireState } from './acts.ts';
import { type BinnedRow, deleteForGood, expiredProjects, findBinned, listBinned } from './bin-repository.ts';
import { settleLeader } from './groups/leaders.ts';
import { announce } from './lifecycle.ts';
import { type ProjectRow, updateProject } from './repository.ts';
import { readForChange, refuseTakenName } from './service.ts';

type Needs = Pick<Deps, 'database' | 'queue' | 'events'>;

/** How long a deleted project can be brought back. */
export const BIN_DAYS = 30;

/** Puts a project in the bin: it is no longer listed, and can be brought back for a while. Its group has another leader. */
export async function binProject(deps: Needs, project: ProjectScope): Promise<void> {
  await inTransaction(deps.database.db, async (tx) => {
    await lockOrganization(tx, project);
    const row = await readForChange(tx, project);
    requireState('delete', row);
    await updateProject(tx, project, {
      deleted_at: new Date(),
      deleted_by: project.user_name,
      is_project_group_leader: false,
    });
    if (row.project_group_id !== null) await settleLeader(tx, project, row.project_group_id);
  });
  await announce(deps, project, project.project_id, 'deleted');
}

/** The projects in the bin, the last deleted first. */
export function readBin({ database }: Pick<Deps, 'database'>, scope: Scope): Promise<BinnedRow[]> {
  return listBinned(database.db, scope);
}

/**
 * Brings a project back from the bin, with its decisions and its journal; its figures are computed again.
 * @throws 404, 422 when its name was taken meanwhile
 */
export async function restoreProject(deps: Needs, scope: Scope, project_id: string): Promise<ProjectRow> {
  const row = await inTransaction(deps.database.db, async (tx) => {
    await lockOrganization(tx, scope);
    const found = isId(project_id) ? await findBinned(tx, scope, project_id) : null;
    if (!found) throw notFound('Ce projet');
    const { project, row: binned } = found;
    requireState('restore', binned);
    await refuseTakenName(tx, scope, binned);
    const restored = await updateProject(tx, project, { deleted_at: null, deleted_by: null });
    if (restored.project_group_id !== null) await settleLeader(tx, project, restored.project_group_id);
    await addSnapshotJob(tx, deps.queue, project);
    return restored;
  });
  await announce(deps, scope, project_id, 'created');
  await deps.queue.wake('snapshot');
  return row;
}

/** Deletes for good what has been in the bin for its time; its snapshots stay a day more. */
export async function emptyBin(deps: Pick<Deps, 'database'>): Promise<void> {
  const before = new Date(Date.now() - BIN_DAYS * 86_400_000);
  for (const project of await expiredProjects(deps.database.db, before)) {
    await inTransaction(deps.database.db, async (tx) => {
      if (!(await deleteForGood(tx, project, before))) return;
      await releaseFolder(tx, project, snapshotPath(project.project_id));
      await releaseFolder(tx, project, seriePath(project.project_id));
    });
  }
}
