// Jobs that outlive their workers (docs/mechanisms/jobs.md). Who takes part:
//   job (table)        what users see: status, progress, attempt, error; its SQL is in job-rows.ts
//   pg-boss            which worker has which job, for how long (the lease), and when to deliver it again
//   JobQueue           one per process: claims, runs, counts attempts, gives back, cancels
//   ProgressReporter   writes the latest progress, at most four times a second
//   paces.ts           how often pg-boss looks by itself
//   types.ts           what a job receives and what it may throw
//   the handlers       the modules' job.ts, registered in compose.ts

import { fromKysely, PgBoss } from 'pg-boss';
import { playAt, playedTime } from '../clock.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import { isFullDisk } from '../db/faults.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import type { Scope } from '../scope.ts';
import {
  cancelJob,
  claimJob,
  finishJob,
  giveBackJob,
  insertJob,
  type JobKey,
  type JobKind,
  type JobStatus,
  listOpenJobs,
  lockOpenJob,
  writeProgress,
} from './job-rows.ts';
import { DEPENDENT_JOBS_SECONDS, PACES } from './paces.ts';
import { ProgressReporter } from './progress-reporter.ts';
import {
  FULL_DISK,
  JobCancelled,
  type JobChange,
  type JobEnd,
  JobFailure,
  type JobHandler,
  type JobLog,
  type JobRequest,
  type Queue,
} from './types.ts';

const KINDS: readonly JobKind[] = ['import', 'snapshot', 'optimization', 'rules', 'series'];
const NO_JOB = '00000000-0000-7000-8000-000000000000';
const WAKE = 'palier_job';
const CANCEL = 'palier_cancel';
const MAX_ATTEMPTS = 3;
/** pg-boss's own limit is only a net: attempts are counted on our row, where an orderly stop is not one. */
const MAX_DELIVERIES = 50;
const STOPPING = 'stopping';
const CANCELLED = 'cancelled';
const UNKNOWN_FAULT = 'Une erreur inattendue a arrêté ce travail ; le journal du serveur en garde la trace.';
const LEASE_SECONDS = 30;
const RETRY_SECONDS = 1;
/** A job to try again is due by then, with the time that pg-boss takes to say so. */
const RETRY_WAKE_MS = 1000 * RETRY_SECONDS + 500;
const STOP_LIMIT_MS = 5000;

export async function openQueue(database: Database, log: JobLog): Promise<Queue> {
  const queue = new JobQueue(database, log);
  await queue.start();
  return queue;
}

/** What pg-boss delivers; the time at which it is asked where a past day is played. */
type Delivery = JobKey & { at?: string };

interface RunningJob {
  change: JobKey;
  attempt: number;
  controller: AbortController;
  /** Of `performance.now()`. */
  since: number;
}

class JobQueue implements Queue {
  readonly #database: Database;
  readonly #db: Db;
  readonly #boss: PgBoss;
  readonly #log: JobLog;
  readonly #running = new Map<string, RunningJob>();
  readonly #workers = new Map<JobKind, Set<string>>();
  #pausing = false;
  readonly #listeners: ((change: JobChange) => void)[] = [];
  readonly #endListeners: ((end: JobEnd) => void)[] = [];
  readonly #unlisten: (() => Promise<void>)[] = [];

  constructor(database: Database, log: JobLog) {
    this.#database = database;
    this.#log = log;
    this.#db = database.db;
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => database.executeSql(text, values) as Promise<{ rows: never[] }> },
      backend: database.kind,
      schedule: false,
      superviseIntervalSeconds: PACES[database.kind].supervise,
      monitorIntervalSeconds: PACES[database.kind].supervise,
      flowIntervalSeconds: DEPENDENT_JOBS_SECONDS,
      persistWarnings: false,
      reindex: false,
      monitorVacuum: false,
    });
    this.#boss.on('error', () => {}); // tried again at the next poll
  }

  async start(): Promise<void> {
    await this.#boss.start();
    for (const kind of KINDS) {
      await this.#boss.createQueue(kind, {
        retryLimit: MAX_DELIVERIES,
        retryDelay: RETRY_SECONDS,
        heartbeatSeconds: LEASE_SECONDS,
        expireInSeconds: 6 * 3600,
        deleteAfterSeconds: 7 * 86400,
      });
      // pg-boss reads a queue's settings at its first use, by itself: inside a transaction on an embedded database,
      // whose only connection is that transaction's, both would wait for each other. Asking for any job reads them now.
      await this.#boss.getJobById(kind, NO_JOB);
    }
    // An embedded database has one process: what was running when it died is taken over at once.
    if (this.#database.kind === 'pglite') {
      await this.#database.executeSql(
        `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`,
      );
    }
    this.#unlisten.push(
      await this.#database.listen(WAKE, (kind) => this.#notify(kind as JobKind)),
      await this.#database.listen(CANCEL, (job_id) => this.#running.get(job_id)?.controller.abort(CANCELLED)),
    );
  }

  async add(tx: Tx, scope: Scope, request: JobRequest): Promise<string> {
    const job_id = newId();
    await insertJob(tx, scope, { job_id, kind: request.kind, project_id: request.project_id ?? null });
    const at = playedTime()?.toISOString();
    const delivery: Delivery = { organization_id: scope.organization_id, job_id, ...(at && { at }) };
    // biome-ignore lint/plugin: pg-boss describes Kysely's transaction by a shape of its own
    const db = fromKysely(tx as never);
    await this.#boss.send(request.kind, delivery, { id: job_id, db, priority: request.priority ?? 0 });
    return job_id;
  }

  async deliverAgain(): Promise<number> {
    const open = await listOpenJobs(this.#db);
    for (const { kind, ...delivery } of open) await this.#boss.send(kind, delivery, { id: delivery.job_id });
    return open.length;
  }

  wake(kind: JobKind): Promise<void> {
    return this.#database.notify(WAKE, kind);
  }

  #notify(kind: JobKind): void {
    for (const worker of this.#workers.get(kind) ?? []) this.#boss.notifyWorker(worker);
  }

  async work(kind: JobKind, handler: JobHandler, at_once = 1): Promise<() => Promise<void>> {
    const workers = this.#workers.get(kind) ?? new Set();
    this.#workers.set(kind, workers);
    const started: string[] = [];
    while (started.length < at_once) started.push(await this.#startWorker(kind, handler));
    for (const worker of started) workers.add(worker);
    return async () => {
      for (const worker of started) {
        workers.delete(worker);
        await this.#boss.offWork(kind, { id: worker, wait: true });
      }
    };
  }

  #startWorker(kind: JobKind, handler: JobHandler): Promise<string> {
    return this.#boss.work<Delivery>(
      kind,
      {
        batchSize: 1,
        pollingIntervalSeconds: PACES[this.#database.kind].poll,
        heartbeatRefreshSeconds: LEASE_SECONDS / 3,
      },
      async ([job]) => {
        if (!job) return;
        // Others may wait behind this one: looked for now by a worker that is free, and when it ends, not at the next poll.
        this.#notify(kind);
        const { at, ...key } = job.data;
        await playAt(at === undefined ? undefined : new Date(at), () =>
          this.#run(kind, key, handler, job.signal),
        );
      },
    );
  }

  async #run(kind: JobKind, delivery: JobKey, handler: JobHandler, lease: AbortSignal): Promise<void> {
    if (this.#pausing) throw new Error('stopping'); // delivered again elsewhere, or at the next start
    const { organization_id, job_id } = delivery;
    const row = await claimJob(this.#db, delivery);
    if (!row) return;
    if (row.attempt > MAX_ATTEMPTS) return this.#exhausted(kind, delivery, row.project_id);
    const controller = new AbortController();
    if (this.#pausing) controller.abort(STOPPING);
    lease.addEventListener('abort', () => controller.abort(STOPPING), { once: true });
    const change: JobChange = { organization_id, job_id, kind, project_id: row.project_id };
    this.#running.set(job_id, { change, attempt: row.attempt, controller, since: performance.now() });
    const reporter = new ProgressReporter((stage, share) => this.#report(change, controller, stage, share));
    this.#changed(change);
    try {
      await handler({
        ...change,
        attempt: row.attempt,
        signal: controller.signal,
        progress: (stage, share) => reporter.report(stage, share),
      });
      await reporter.finish();
      await this.#finish(change, 'completed', null);
    } catch (error) {
      await reporter.finish();
      await this.#failed(change, row.attempt, controller.signal, error);
    } finally {
      this.#running.delete(job_id);
    }
  }

  /** The workers that took it died each time: trying again would take down the next one. */
  #exhausted(kind: JobKind, delivery: JobKey, project_id: string | null): Promise<void> {
    const sentence =
      'Ce travail a échoué plusieurs fois de suite : réduisez les données ou la mémoire demandée.';
    return this.#finish({ ...delivery, kind, project_id }, 'failed', sentence);
  }

  async #report(change: JobChange, controller: AbortController, stage: string, share: number): Promise<void> {
    const running = await writeProgress(this.#db, change, stage, share);
    if (!running) controller.abort(CANCELLED);
    this.#changed(change);
  }

  async #failed(change: JobChange, attempt: number, signal: AbortSignal, error: unknown): Promise<void> {
    if (signal.aborted && signal.reason === STOPPING) {
      await giveBackJob(this.#db, change, attempt); // another process, or the next start, takes it from its beginning
      throw new Error('given back');
    }
    if (signal.aborted || error instanceof JobCancelled) return this.#finish(change, 'cancelled', null);
    if (error instanceof JobFailure) return this.#finish(change, 'failed', error.message);
    this.#log(`job ${change.kind} ${change.job_id} failed (attempt ${attempt})`, error);
    if (attempt >= MAX_ATTEMPTS) {
      return this.#finish(change, 'failed', isFullDisk(error) ? FULL_DISK : UNKNOWN_FAULT);
    }
    setTimeout(() => this.#notify(change.kind), RETRY_WAKE_MS).unref();
    // pg-boss delivers it again, and keeps what it is told: what stopped the job may quote cells, and is in the log.
    throw new Error('to be tried again');
  }

  async #finish(change: JobChange, status: JobStatus, error: string | null): Promise<void> {
    await finishJob(this.#db, change, status, error);
    const since = this.#running.get(change.job_id)?.since ?? performance.now();
    const end: JobEnd = { kind: change.kind, status, seconds: (performance.now() - since) / 1000 };
    for (const listener of this.#endListeners) listener(end);
    this.#changed(change);
  }

  async hold(tx: Tx, key: JobKey): Promise<void> {
    if (!(await lockOpenJob(tx, key))) throw new JobCancelled('cancelled');
  }

  async cancel(scope: Scope, job_id: string, isDone?: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    const row = await inTransaction(this.#db, async (tx) => {
      const { organization_id } = scope;
      if (!(await lockOpenJob(tx, { organization_id, job_id })) || (await isDone?.(tx))) return undefined;
      return cancelJob(tx, scope, job_id);
    });
    if (!row) return false;
    await this.#boss.cancel(row.kind, job_id).catch(() => {}); // already taken: the worker is notified below
    await this.#database.notify(CANCEL, job_id);
    this.#changed({
      organization_id: scope.organization_id,
      job_id,
      kind: row.kind,
      project_id: row.project_id,
    });
    return true;
  }

  onChange(listener: (change: JobChange) => void): void {
    this.#listeners.push(listener);
  }

  onEnd(listener: (end: JobEnd) => void): void {
    this.#endListeners.push(listener);
  }

  #changed(change: JobChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  async pause(limit_ms: number): Promise<number> {
    const end = performance.now() + limit_ms;
    this.#pausing = true;
    for (const kind of this.#workers.keys()) await this.#boss.offWork(kind, { wait: false });
    this.#workers.clear();
    while (this.#running.size > 0 && performance.now() < end) {
      // Repeated: a job may have been on its way here at the first signal.
      for (const { controller } of this.#running.values()) controller.abort(STOPPING);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.#running.size;
  }

  async stop(): Promise<void> {
    for (const unlisten of this.#unlisten) await unlisten();
    await this.pause(STOP_LIMIT_MS);
    // What does not let itself be stopped dies with the process: its attempt was not the job's fault.
    for (const { change, attempt } of this.#running.values()) await giveBackJob(this.#db, change, attempt);
    await this.#boss.stop({ graceful: true, timeout: 1000, close: false });
  }
}
