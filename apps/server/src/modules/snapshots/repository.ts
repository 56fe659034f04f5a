import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { JobStatus } from '../../queue/job-rows.ts';
import type { ProjectScope, Scope } from '../../scope.ts';

export interface SnapshotJob {
  project_id: string;
  status: JobStatus;
  error: string | null;
}

/** The latest snapshot job of each project of the organisation. */
export async function latestSnapshotJobs(db: DbOrTx, scope: Scope): Promise<Map<string, SnapshotJob>> {
  const { rows } = await sql<SnapshotJob>`
    select distinct on (project_id) project_id, status, error
    from job
    where organization_id = ${scope.organization_id} and kind = 'snapshot'
    order by project_id, job_id desc`.execute(db);
  return new Map(rows.map((row) => [row.project_id, row]));
}

/**
 * Whether a snapshot of the project waits to be computed. No worker takes it before the transaction ends: it sees all that
 * this one changes.
 */
export async function hasWaitingSnapshot(tx: Tx, project: ProjectScope): Promise<boolean> {
  const row = await tx
    .selectFrom('job')
    .select('job_id')
    .where('organization_id', '=', project.organization_id)
    .where('project_id', '=', project.project_id)
    .where('kind', '=', 'snapshot')
    .where('status', '=', 'requested')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest snapshot job of a project. */
export function lastSnapshotJob(db: DbOrTx, project: ProjectScope) {
  return db
    .selectFrom('job')
    .select(['status', 'finished_at'])
    .where('organization_id', '=', project.organization_id)
    .where('project_id', '=', project.project_id)
    .where('kind', '=', 'snapshot')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** How far the latest computation of a project's figures is; null when none was asked. */
export async function snapshotJobState(db: DbOrTx, project: ProjectScope): Promise<JobStatus | null> {
  return (await lastSnapshotJob(db, project))?.status ?? null;
}

/** Every project with published figures, of every organisation: for the upkeep of the data folder alone. */
export function listSnapshots(db: DbOrTx): Promise<{ organization_id: string; project_id: string }[]> {
  return db
    .selectFrom('project')
    .select(['organization_id', 'project_id'])
    .where('snapshot_version', '>', 0)
    .execute();
}

/** Closed projects whose figures count all phases of lines that took part in some: for the upkeep alone. */
export function listWholePhases(db: DbOrTx): Promise<{ organization_id: string; project_id: string }[]> {
  return db
    .selectFrom('project')
    .select(['organization_id', 'project_id'])
    .where(sql<boolean>`snapshot_summary ? 'whole_phases'`)
    .execute();
}

/** Projects whose latest computation ended, before a moment, with one of some sentences: for the upkeep alone. */
export async function listStopped(
  db: DbOrTx,
  sentences: readonly string[],
  before: Date,
): Promise<{ organization_id: string; project_id: string }[]> {
  const { rows } = await sql<{ organization_id: string; project_id: string }>`
    select organization_id, project_id from (
      select distinct on (organization_id, project_id) organization_id, project_id, status, error, finished_at
      from job where kind = 'snapshot' and project_id is not null
      order by organization_id, project_id, job_id desc) as latest
    where status = 'failed' and finished_at < ${before} and error = any(${[...sentences]}::text[])`.execute(
    db,
  );
  return rows;
}
