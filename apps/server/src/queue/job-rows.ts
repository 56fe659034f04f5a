import { sql } from 'kysely';
import { actTime } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Scope } from '../scope.ts';

/** What the queue writes in its `job` table: one sentence of SQL each, true whichever process says it. */
export type JobKind = 'import' | 'snapshot' | 'optimization' | 'rules' | 'series';
export type JobStatus = 'requested' | 'running' | 'completed' | 'cancelled' | 'failed';
export interface JobKey {
  organization_id: string;
  job_id: string;
}

const OPEN: readonly JobStatus[] = ['requested', 'running'];

export async function insertJob(
  tx: Tx,
  scope: Scope,
  job: { job_id: string; kind: JobKind; project_id: string | null },
): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      ...job,
      organization_id: scope.organization_id,
      status: 'requested',
      created_by: scope.user_id,
    })
    .execute();
}

/** The jobs that wait or run, of every organisation, oldest first. */
export async function listOpenJobs(db: Db): Promise<(JobKey & { kind: JobKind })[]> {
  return db
    .selectFrom('job')
    .select(['organization_id', 'job_id', 'kind'])
    .where('status', 'in', OPEN)
    .orderBy('created_at')
    .execute();
}

/** How many jobs wait or run, of every organisation, by kind; and the age of the oldest. */
export function countOpenJobs(db: Db) {
  return db
    .selectFrom('job')
    .select(({ fn }) => [
      'kind',
      'status',
      fn.countAll<number>().as('count'),
      sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldest_seconds'),
    ])
    .where('status', 'in', OPEN)
    .groupBy(['kind', 'status'])
    .execute();
}

/** Takes an open job and counts the attempt; undefined when it has ended meanwhile. */
export function claimJob(db: Db, { organization_id, job_id }: JobKey) {
  return db
    .updateTable('job')
    .set((eb) => ({ status: 'running', attempt: eb('attempt', '+', 1), started_at: actTime() }))
    .where('organization_id', '=', organization_id)
    .where('job_id', '=', job_id)
    .where('status', 'in', OPEN)
    .returning(['project_id', 'attempt'])
    .executeTakeFirst();
}

/** False when the job is no longer running: it was cancelled. */
export async function writeProgress(
  db: Db,
  { organization_id, job_id }: JobKey,
  stage: string,
  share: number,
): Promise<boolean> {
  const row = await db
    .updateTable('job')
    .set({ stage, progress: share })
    .where('organization_id', '=', organization_id)
    .where('job_id', '=', job_id)
    .where('status', '=', 'running')
    .returning('job_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The job waits again, and the attempt that was stopped does not count; nothing when another one has begun since. */
export async function giveBackJob(
  db: Db,
  { organization_id, job_id }: JobKey,
  attempt: number,
): Promise<void> {
  await db
    .updateTable('job')
    .set({ status: 'requested', attempt: attempt - 1 })
    .where('organization_id', '=', organization_id)
    .where('job_id', '=', job_id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .execute();
}

export async function finishJob(
  db: Db,
  { organization_id, job_id }: JobKey,
  status: JobStatus,
  error: string | null,
): Promise<void> {
  await db
    .updateTable('job')
    .set((eb) => ({
      status,
      error,
      finished_at: actTime(),
      progress: status === 'completed' ? 1 : eb.ref('progress'),
    }))
    .where('organization_id', '=', organization_id)
    .where('job_id', '=', job_id)
    .where('status', 'in', OPEN)
    .execute();
}

/** Locks a job that has not ended until the transaction does: nobody cancels it meanwhile. False when it has. */
export async function lockOpenJob(tx: Tx, { organization_id, job_id }: JobKey): Promise<boolean> {
  const row = await tx
    .selectFrom('job')
    .select('job_id')
    .where('organization_id', '=', organization_id)
    .where('job_id', '=', job_id)
    .where('status', 'in', OPEN)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an open job cancelled and says what it was; undefined when it had ended. */
export function cancelJob(tx: Tx, scope: Scope, job_id: string) {
  return tx
    .updateTable('job')
    .set({ status: 'cancelled', finished_at: actTime() })
    .where('organization_id', '=', scope.organization_id)
    .where('job_id', '=', job_id)
    .where('status', 'in', OPEN)
    .returning(['kind', 'project_id'])
    .executeTakeFirst();
}
