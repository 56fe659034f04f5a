import type { Tx } from '../db/database.ts';
import type { Scope } from '../scope.ts';
import type { JobKey, JobKind, JobStatus } from './job-rows.ts';

/** What a job's work receives. */
export interface JobRun {
  organization_id: string;
  job_id: string;
  project_id: string | null;
  /** 1 at the first try; more when a worker died and this one took over. */
  attempt: number;
  signal: AbortSignal;
  /** Reports how far the job is: a French sentence and a share from 0 to 1. Written at most four times a second. */
  progress(stage: string, share: number): void;
}

export type JobHandler = (run: JobRun) => Promise<void>;
export interface JobRequest {
  kind: JobKind;
  project_id?: string | null;
  /** The greater are taken first among those of a kind that wait; 0 when left out. */
  priority?: number;
}
export interface JobEnd {
  kind: JobKind;
  status: JobStatus;
  /** How long the attempt that ended it took. */
  seconds: number;
}
export type JobChange = JobKey & { kind: JobKind; project_id: string | null };

export interface Queue {
  /** Adds a job in the caller's transaction; call `wake` once it is committed. */
  add(tx: Tx, scope: Scope, request: JobRequest): Promise<string>;
  /** Delivers the open jobs that no delivery stands for: those of a database that was copied. @returns how many */
  deliverAgain(): Promise<number>;
  /** Wakes idle workers, in every process. */
  wake(kind: JobKind): Promise<void>;
  /**
   * Starts to take jobs of a kind, `at_once` at a time in this process (1 when left out), beside those that it takes already.
   * @returns takes no more by these, and resolves when what they were at has ended
   */
  work(kind: JobKind, handler: JobHandler, at_once?: number): Promise<() => Promise<void>>;
  /**
   * Cancels a job that has not ended; false when it had, or when what it was asked for is done already, as `isDone` reads
   * in the same transaction.
   */
  cancel(scope: Scope, job_id: string, isDone?: (tx: Tx) => Promise<boolean>): Promise<boolean>;
  /**
   * Keeps a job from being cancelled until the transaction that keeps its work ends.
   * @throws JobCancelled when it was
   */
  hold(tx: Tx, key: JobKey): Promise<void>;
  /** Called after a job's row changed, in the process that changed it. */
  onChange(listener: (change: JobChange) => void): void;
  /** Called after a job ended in this process. */
  onEnd(listener: (end: JobEnd) => void): void;
  /**
   * Takes no more jobs and has those under way stop, to be taken up again. Resolves when none runs here any more, or
   * after the limit. @returns how many still run.
   */
  pause(limit_ms: number): Promise<number>;
  stop(): Promise<void>;
}

/** What a job that a full disk stopped says. */
export const FULL_DISK =
  'Le disque du serveur est plein : ce travail n’a rien changé. Prévenez qui l’administre, puis relancez-le.';

/** A job that must not be tried again says so: its message (French) is shown to the user. */
export class JobFailure extends Error {
  override name = 'JobFailure';
}

/** The job was cancelled before it could keep what it did. */
export class JobCancelled extends JobFailure {
  override name = 'JobCancelled';
}

export type JobLog = (message: string, error: unknown) => void;
