import type { Project } from '@palier/contract';
import { followsData } from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Queue } from '../../queue/types.ts';
import { attendedProjects } from '../../recent-projects.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { MISSING_SENTENCES, type Missing, warehouseVersion } from '../facts/index.ts';
import { lackOfRow, listProjects, type ProjectRow, proveListed } from '../projects/index.ts';
import { hasWaitingSnapshot, latestSnapshotJobs } from './repository.ts';

export type SnapshotState = NonNullable<Project['snapshot']>;

/**
 * Asks for a new snapshot within a transaction; the caller wakes the workers. One that waits already is
 * enough; without a warehouse there is nothing to compute, and the first import will ask.
 */
export async function addSnapshotJob(
  tx: Tx,
  queue: Queue,
  project: ProjectScope,
  priority = ASKED_FOR,
): Promise<void> {
  if ((await warehouseVersion(tx, project)) === 0 || (await hasWaitingSnapshot(tx, project))) return;
  await queue.add(tx, project, { kind: 'snapshot', project_id: project.project_id, priority });
}

/** One project's figures that somebody waits for come before those that follow an import. */
const ASKED_FOR = 100;

export async function requestSnapshot(
  { database, queue }: Pick<Deps, 'database' | 'queue'>,
  project: ProjectScope,
): Promise<void> {
  await inTransaction(database.db, (tx) => addSnapshotJob(tx, queue, project));
  await queue.wake('snapshot');
}

/**
 * New snapshots for every project of an organisation whose warehouse changes: first of those that people are at, the
 * latest first, then of the others that are decided with these data.
 */
export async function addSnapshotJobs(tx: Tx, queue: Queue, scope: Scope): Promise<void> {
  const attended = attendedProjects(scope);
  for (const row of await listProjects(tx, scope)) {
    const place = attended.indexOf(row.project_id);
    const rest = followsData(row) ? 1 : 0;
    const priority = place < 0 ? rest : 1 + attended.length - place;
    await addSnapshotJob(tx, queue, proveListed(scope, row), priority);
  }
}

/** How far each project's snapshot is: the version served, and whether a newer one is on its way. */
export async function readSnapshotStates(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  scope: Scope,
  projects: readonly ProjectRow[],
): Promise<Map<string, SnapshotState>> {
  const jobs = await latestSnapshotJobs(database.db, scope);
  const hasData = (await warehouseVersion(database.db, scope)) > 0;
  const states = await Promise.all(
    projects.map(async (row): Promise<[string, SnapshotState]> => {
      const job = jobs.get(row.project_id);
      const missing = await facts.missing(proveListed(scope, row));
      const status = stateOf(row, job?.status, missing);
      return [
        row.project_id,
        {
          version: row.snapshot_version,
          status,
          data_date: row.snapshot_summary?.data_date ?? null,
          discount_count: row.snapshot_summary?.line_count ?? 0,
          error: job?.status === 'failed' ? job.error : missing === 'all' ? MISSING_SENTENCES.all : null,
          missing,
          lacks: lackIn(row, status, hasData),
          ...(row.snapshot_summary?.converted && { converted: [...row.snapshot_summary.converted] }),
        },
      ];
    }),
  );
  return new Map(states);
}

/** What is on its way may bring what was missing. */
function lackIn(row: ProjectRow, status: SnapshotState['status'], hasData: boolean): SnapshotState['lacks'] {
  if (status === 'none') return hasData ? null : 'data';
  return status === 'ready' ? lackOfRow(row) : null;
}

function stateOf(row: ProjectRow, job: string | undefined, missing: Missing | null): SnapshotState['status'] {
  if (job === 'requested' || job === 'running' || job === 'failed') return job;
  if (missing === 'all') return 'failed';
  if (missing === 'snapshot') return 'requested'; // whoever looks for the figures has them computed again
  return row.snapshot_version > 0 ? 'ready' : 'none';
}
