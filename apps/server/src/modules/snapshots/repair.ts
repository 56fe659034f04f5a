import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { type ProjectScope, systemScope } from '../../scope.ts';
import type { FactsMissing } from '../facts/index.ts';
import { openProject } from '../projects/index.ts';
import { lastSnapshotJob, listSnapshots } from './repository.ts';
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

/** Looks for the facts of every project, after a restore for instance, and mends what can be. */
export async function repairProjects(deps: Needs): Promise<void> {
  for (const { organization_id, project_id } of await listSnapshots(deps.database.db)) {
    const project = await openProject(deps.database.db, systemScope(organization_id), project_id).catch(
      () => null,
    );
    const what = project && (await deps.facts.missing(project));
    if (what) repairFacts(deps, { scope: project, project, what });
  }
}
