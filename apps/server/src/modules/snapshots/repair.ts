import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { FULL_DISK } from '../../queue/types.ts';
import { type ProjectScope, systemScope } from '../../scope.ts';
import type { FactsMissing } from '../facts/index.ts';
import { DATA_FOLDER_FAULTS } from '../folders/index.ts';
import { openProject } from '../projects/index.ts';
import { lastSnapshotJob, listSnapshots, listStopped, listWholePhases } from './repository.ts';
import { addSnapshotJob } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'log' | 'queue'>;

/** A computation that failed is tried again by itself after this long. */
const AGAIN_MS = 3_600_000;

/** Logs that facts are missing, and has a project's figures computed again when what they come from is there. */
export function repairFacts(deps: Needs, { scope, project, what }: FactsMissing): void {
  const project_id = project?.project_id ?? null;
  deps.log.error({ organization_id: scope.organization_id, project_id, what }, 'facts missing from the disk');
  if (!project || what !== 'snapshot') return;
  rebuild(deps, project).catch((error) => deps.log.error({ err: error, project_id }, 'facts not rebuilt'));
}

async function rebuild({ database, queue }: Needs, project: ProjectScope): Promise<void> {
  const last = await lastSnapshotJob(database.db, project);
  if (last && ['requested', 'running'].includes(last.status)) return;
  const failed_at = last?.status === 'failed' ? (last.finished_at?.getTime() ?? 0) : 0;
  if (Date.now() - failed_at < AGAIN_MS) return;
  await inTransaction(database.db, (tx) => addSnapshotJob(tx, queue, project));
  await queue.wake('snapshot');
}

/** What keeps figures from being computed until somebody mends the disk: the same figures can be computed then. */
const MENDED_SINCE = [FULL_DISK, ...DATA_FOLDER_FAULTS];

/** Has the figures that a full disk, or one that was not there, kept from being computed asked for again, hour by hour. */
export async function resumeStopped({ database, queue }: Pick<Needs, 'database' | 'queue'>): Promise<void> {
  const before = new Date(Date.now() - AGAIN_MS);
  for (const { organization_id, project_id } of await listStopped(database.db, MENDED_SINCE, before)) {
    const project = await openProject(database.db, systemScope(organization_id), project_id).catch(
      () => null,
    );
    if (project) await inTransaction(database.db, (tx) => addSnapshotJob(tx, queue, project));
  }
  await queue.wake('snapshot');
}

/** Looks for the facts of every project, after a restore for instance, and mends what can be. */
export async function repairProjects(deps: Needs): Promise<void> {
  for (const { organization_id, project_id } of await listSnapshots(deps.database.db)) {
    const project = await openProject(deps.database.db, systemScope(organization_id), project_id).catch(
      () => null,
    );
    const what = project && (await deps.facts.missing(project));
    if (what) repairFacts(deps, { scope: project, project, what });
  }
  for (const { organization_id, project_id } of await listWholePhases(deps.database.db)) {
    const project = await openProject(deps.database.db, systemScope(organization_id), project_id).catch(
      () => null,
    );
    if (project) await rebuild(deps, project);
  }
}
