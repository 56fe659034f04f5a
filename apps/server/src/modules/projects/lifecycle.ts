import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { snapshotFolder } from '../facts/index.ts';
import { releaseFolder } from '../folders/index.ts';
import { addSnapshotJob, keepValidatedForecast, readOutlook } from '../snapshots/index.ts';
import { mayValidatePhases } from './lifecycle-policy.ts';
import { validatePhase } from './phases.ts';
import { deleteProject, type ProjectRow } from './repository.ts';
import {
  type ChangedProject,
  changeProject,
  createProject,
  type NewProject,
  needsSnapshot,
  readProject,
} from './service.ts';

type Needs = Pick<Deps, 'config' | 'database' | 'queue' | 'events'>;

/** Creates a project and asks for its first snapshot. */
export async function addProject(deps: Needs, scope: Scope, project: NewProject): Promise<ProjectRow> {
  const row = await inTransaction(deps.database.db, async (tx) => {
    const made = await createProject(tx, scope, project, today());
    await addSnapshotJob(tx, deps.queue, made);
    return readProject(tx, scope, made.project_id);
  });
  await announce(deps, scope, row.project_id, 'created');
  await deps.queue.wake('snapshot');
  return row;
}

/**
 * Changes a project. A new working_phase validates the worked one; inputs of the snapshot recompute it.
 * @throws 403 when validating without the permission, 404, 409, 422
 */
export async function editProject(
  deps: Needs,
  project: ProjectScope,
  changes: ChangedProject,
): Promise<ProjectRow> {
  const { working_phase, ...others } = changes;
  // Read before the transaction: other writes need not wait for the disk.
  const seen = await readProject(deps.database.db, project, project.project_id);
  const validates = working_phase !== undefined && working_phase !== seen.working_phase;
  const outlook = validates ? await readOutlook(deps.config, seen) : null;
  const row = await inTransaction(deps.database.db, async (tx) => {
    const before = await readProject(tx, project, project.project_id);
    const advances = working_phase !== undefined && working_phase !== before.working_phase;
    if (advances && before.working_phase !== null) {
      if (!mayValidatePhases(project))
        throw new ApiError('forbidden', 'Valider une démarque demande une permission que vous n’avez pas.');
      await validatePhase(tx, project, working_phase);
      if (before.working_phase === seen.working_phase) await keepValidatedForecast(tx, project, outlook);
    }
    const after = await changeProject(
      tx,
      project,
      advances && before.working_phase !== null ? others : changes,
    );
    if (advances || needsSnapshot(others)) await addSnapshotJob(tx, deps.queue, project);
    return after;
  });
  await announce(deps, project, project.project_id, 'updated');
  await deps.queue.wake('snapshot');
  return row;
}

/** Deletes a project with its decisions; its snapshots stay a day. */
export async function removeProject(deps: Needs, project: ProjectScope): Promise<void> {
  await inTransaction(deps.database.db, async (tx) => {
    await deleteProject(tx, project);
    await releaseFolder(deps, tx, project, snapshotFolder(deps.config.data_folder, project.project_id));
  });
  await announce(deps, project, project.project_id, 'deleted');
}

async function announce(
  { events }: Needs,
  scope: Scope,
  project_id: string,
  change: 'created' | 'updated' | 'deleted',
) {
  await events.publish({
    type: 'project',
    organization_id: scope.organization_id,
    project_id,
    data: { project_id, change },
  });
}

const today = () => new Date().toISOString().slice(0, 10);
