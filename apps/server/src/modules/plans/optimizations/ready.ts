import { setTimeout as sleep } from 'node:timers/promises';
import { stateRefusal } from '@palier/domain';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { JobFailure, type JobRun } from '../../../queue/types.ts';
import type { Scope } from '../../../scope.ts';
import { Turns } from '../../../turns.ts';
import { lackOfRow, openProject, readProject, stateOfRow } from '../../projects/index.ts';
import { snapshotJobState } from '../../snapshots/index.ts';

/** How often a run looks whether the figures that it waits for are there. */
const LOOK_EVERY_MS = 500;

/** Runs that a process takes at once. One computes; a run that waits for figures leaves the computing to the others. */
export const RUNS_AT_ONCE = 4;

const computing = new Turns(1);

type Run = Pick<JobRun, 'signal' | 'progress'>;

/**
 * Computes a run once the figures of its projects are there, when no other computes: those in preparation are waited for.
 * A project that was closed or deleted since the run was asked is left out, and does not fail the others.
 */
export async function computeWhenReady(
  { database: { db } }: Pick<Deps, 'database'>,
  scope: Scope,
  ids: readonly string[],
  run: Run,
  compute: (ready: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    await waitForFigures(db, scope, ids, run);
    if (computing.isFull) run.progress('Attend la fin d’une autre optimisation', 0);
    isDone = await computing.take(async () => {
      const ready = await readyOnes(db, scope, ids);
      if (ready) await compute(ready);
      return ready !== null;
    }, run.signal);
  }
}

/** Looks again at the project that is waited for alone: runs of many would ask much of a database that others use. */
async function waitForFigures(db: Db, scope: Scope, ids: readonly string[], run: Run): Promise<void> {
  for (const id of ids)
    for (;;) {
      const { answer, name } = await look(db, scope, id);
      if (answer !== 'wait') break;
      run.progress(`Données de ${name} en préparation`, 0);
      await sleep(LOOK_EVERY_MS, undefined, { signal: run.signal });
    }
}

/** The projects that can be worked; null when the figures of one are in preparation again. */
async function readyOnes(db: Db, scope: Scope, ids: readonly string[]): Promise<string[] | null> {
  const ready: string[] = [];
  for (const id of ids) {
    const { answer } = await look(db, scope, id);
    if (answer === 'wait') return null;
    if (answer === 'ready') ready.push(id);
  }
  return ready;
}

interface Look {
  answer: 'ready' | 'gone' | 'wait';
  name: string;
}

/** @throws JobFailure when the figures of a project cannot come by themselves */
async function look(db: Db, scope: Scope, id: string): Promise<Look> {
  const project = await openProject(db, scope, id).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (!project) return { answer: 'gone', name: id };
  const row = await readProject(db, project, id);
  const { name } = row;
  if (stateRefusal('optimise', stateOfRow(row)) !== null) return { answer: 'gone', name };
  const job = await snapshotJobState(db, project);
  if (job === 'requested' || job === 'running') return { answer: 'wait', name };
  const lack = stateRefusal('optimise', stateOfRow(row), lackOfRow(row));
  if (lack) throw new JobFailure(`« ${name} » : ${lack.reason}`);
  if (row.snapshot_version > 0) return { answer: 'ready', name };
  throw new JobFailure(
    job === 'failed'
      ? `Les données de ${name} n’ont pas pu être préparées.`
      : `Le projet ${name} n’a pas de données : importez-les d’abord.`,
  );
}
