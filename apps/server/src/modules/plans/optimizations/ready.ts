import { setTimeout as sleep } from 'node:timers/promises';
import { stateRefusal } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { JobFailure, type JobRun } from '../../../queue/types.ts';
import type { Scope } from '../../../scope.ts';
import { lackOfRow, openProject, readProject, stateOfRow } from '../../projects/index.ts';
import { snapshotJobState } from '../../snapshots/index.ts';

/** How often a run looks whether the figures that it waits for are there. */
const LOOK_EVERY_MS = 500;

/**
 * The projects of a run that can be worked, once their figures are there: those in preparation are waited for. A project
 * that was closed or deleted since the run was asked is left out, and does not fail the others.
 */
export async function readyProjects(
  { database: { db } }: Pick<Deps, 'database'>,
  scope: Scope,
  ids: readonly string[],
  run: Pick<JobRun, 'signal' | 'progress'>,
): Promise<string[]> {
  const ready: string[] = [];
  for (const id of ids) {
    for (;;) {
      const found = await look(db, scope, id);
      if (found.answer === 'ready') ready.push(id);
      if (found.answer !== 'wait') break;
      run.progress(`Données de ${found.name} en préparation`, 0);
      await sleep(LOOK_EVERY_MS, undefined, { signal: run.signal });
    }
  }
  return ready;
}

interface Look {
  answer: 'ready' | 'gone' | 'wait';
  name: string;
}

/** @throws JobFailure when the figures of a project cannot come by themselves */
async function look(db: Deps['database']['db'], scope: Scope, id: string): Promise<Look> {
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
