import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Database, openPglite, openPostgres } from '../../apps/server/src/db/database.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { undoActivity } from '../../apps/server/src/modules/activities/service.ts';
import { changedSince } from '../../apps/server/src/modules/discounts/index.ts';
import { editGroup } from '../../apps/server/src/modules/discounts/service.ts';
import { openProject } from '../../apps/server/src/modules/projects/index.ts';
import type { ProjectScope } from '../../apps/server/src/scope.ts';
import { addDemoUsers } from '../../apps/server/src/test/app.ts';
import { makeEndedRun } from '../../apps/server/src/test/ended-run.ts';
import { makeFreeProject } from '../../apps/server/src/test/free-project.ts';
import { startPostgres } from '../../apps/server/src/test/postgres.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';
import { sendRun } from './writes/run.ts';

// How long an edit of every line of a large project takes, and its undo, and how long others wait at most meanwhile:
// someone who edits one line of another project, and who asks nothing of the database. Then the same while a listing's
// copy reads the lines again, and while a plan is sent and taken back. Against the bare update of the same lines in the same database.

const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};
const PROMISES = { postgres: { seconds: 2, wait_ms: 300 }, pglite: { seconds: 4, wait_ms: 300 } } as const;
const events = { publish: async () => {}, subscribe: () => () => {} };

export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const lines = options.products ?? 100_000;
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-writes-'));
  const server = await startPostgres();
  try {
    return [
      ...(await measure(await openPostgres(server.url), lines)),
      ...(await measure(await openPglite(join(folder, 'database')), lines)),
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(database: Database, lines: number): Promise<BenchLine[]> {
  try {
    await migrate(database);
    await addDemoUsers({ database });
    const own = await makeProject(database, 'Grand', lines);
    const other = await makeProject(database, 'Autre', 100);
    const stores = { db: database.db, events };
    const bare = await timed(() => bareUpdate(database, own.project.project_id));
    let activity_id = '';
    const edit = await whileOthersEdit(database, other, async () => {
      activity_id =
        (await editGroup(stores, own.project, own.ids, { discount_pct_user: 30 })).activity_id ?? '';
    });
    const undo = await whileOthersEdit(database, other, () => undoActivity(stores, own.project, activity_id));
    const again = await whileOthersEdit(database, other, () => changedSince(database.db, own.project, 0));
    const plan = await makeEndedRun(database, own.project, { name: 'Banc', phase: 0, next: 50 });
    const sent = await whileOthersEdit(database, other, async () => {
      activity_id = await sendRun(database, own.project, plan);
    });
    const taken = await whileOthersEdit(database, other, () =>
      undoActivity(stores, own.project, activity_id),
    );
    const label = `${database.kind}, ${lines} lignes`;
    const promise = PROMISES[database.kind];
    return [
      benchLine('writes', `écriture, ${label}`, edit.took, bare, 'ms', null),
      benchLine('writes', `écriture promise, ${label}`, edit.took, promise.seconds * 1000, 'ms', 1),
      benchLine('writes', `attente des autres, ${label}`, edit.wait, promise.wait_ms, 'ms', 1),
      benchLine('writes', `annulation promise, ${label}`, undo.took, promise.seconds * 1000, 'ms', 1),
      benchLine('writes', `attente pendant l’annulation, ${label}`, undo.wait, promise.wait_ms, 'ms', 1),
      benchLine('writes', `attente pendant la relecture, ${label}`, again.wait, promise.wait_ms, 'ms', 1),
      benchLine('writes', `envoi d’un plan, ${label}`, sent.took, edit.took, 'ms', null),
      benchLine('writes', `attente pendant l’envoi, ${label}`, sent.wait, promise.wait_ms, 'ms', 1),
      benchLine('writes', `annulation d’un plan, ${label}`, taken.took, undo.took, 'ms', null),
      benchLine('writes', `attente pendant cette annulation, ${label}`, taken.wait, promise.wait_ms, 'ms', 1),
      benchLine('writes', `processus occupé, ${label}`, edit.busy, promise.wait_ms, 'ms', 1),
      benchLine('writes', `processus occupé par l’annulation, ${label}`, undo.busy, promise.wait_ms, 'ms', 1),
    ];
  } finally {
    await database.close();
  }
}

async function makeProject(
  database: Database,
  name: string,
  lines: number,
): Promise<{ project: ProjectScope; ids: string[] }> {
  const { project_id, ids } = await makeFreeProject(database, {
    ...{ name: `Banc/${name}`, lines, working_phase: 0, range: [20, 30, 40, 50] },
  });
  await database.executeSql('analyze');
  return { project: await openProject(database.db, CLAIRE, project_id), ids };
}

async function bareUpdate(database: Database, project_id: string): Promise<void> {
  await database.executeSql('update discount set discount_pct_user = 20, version = 1 where project_id = $1', [
    project_id,
  ]);
  await database.executeSql('update project set version = 1 where project_id = $1', [project_id]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * How long `work` takes, the longest that an edit of one line of another project took meanwhile, and the longest that
 * the process did nothing else.
 */
async function whileOthersEdit(
  { db }: Database,
  other: { project: ProjectScope; ids: readonly string[] },
  work: () => Promise<unknown>,
): Promise<{ took: number; wait: number; busy: number }> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  let working = true;
  let wait = 0;
  const others = (async () => {
    for (let turn = 0; working; turn++) {
      const [id] = other.ids.slice(turn % other.ids.length);
      if (!id) continue;
      const edit = () =>
        editGroup({ db, events }, other.project, [id], { discount_pct_user: 20 + 10 * (turn % 3) });
      wait = Math.max(wait, await timed(edit));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const took = await timed(work);
  working = false;
  await others;
  delays.disable();
  return { took, wait, busy: delays.max / 1e6 };
}
