import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestApp } from '../../apps/server/src/test/app.ts';
import { type ServerProcess, startServer } from '../../apps/server/src/test/process.ts';
import { choose, importShop, linesOf, openProject } from '../../apps/server/src/test/small-shop.ts';
import { uniform } from '../evaluation/synthetic.ts';
import { type Ask, caller, journalOf, valuesOf } from './asking.ts';
import { Ledger } from './ledger.ts';
import { lookAtSeries, seriesFaults } from './series.ts';
import { signingFaults, signOrReopen } from './signing.ts';

export interface CrashResult {
  rounds: number;
  acknowledged: number;
  faults: string[];
}

const WRITERS = 6;
const LINES_OF_ONE = 12;
const LEVELS = [null, 20, 30, 40, 50, 60];

/** What the writers write to. */
interface Scene {
  folder: string;
  project_id: string;
  /** Another project, whose first phase is validated and opened again, and what was acknowledged of it. */
  signed_id: string;
  signings: Ledger;
  scenario_id: string;
  /** The lines of each writer: nobody else writes them. */
  lines: string[][];
}

/**
 * A real server on an embedded database ended again and again, while writers edit lines and groups of them, comment, ask
 * for runs, import files and have the series recorded: killed with −9, stopped by a signal, killed while it stops or while
 * it starts, the next one started at once. After each restart every acknowledged act is there and every series listed is
 * whole; at the end every accepted piece of work has ended and the series are those of the decisions. `onRound` sees what
 * each round left. The data folder stays there when something was wrong.
 */
export async function crash(
  rounds: number,
  seed: number,
  onRound: (soFar: CrashResult) => void = () => {},
): Promise<CrashResult> {
  const random = uniform(seed);
  const scene = await setScene();
  const ledger = new Ledger();
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startSomehow(scene, random);
    const ask = await caller(server.port, scene.folder);
    const found = [...(await faultsNow(ask, scene, ledger)), ...(await seriesFaults(ask, scene))];
    // What the last round changed is being recorded while this one writes, until it is killed.
    await ask(`/series/status?projectIds=${scene.project_id}`);
    found.push(...(await endWhileWriting(server, ask, scene, ledger, random)));
    faults.push(...found.map((fault) => `round ${round}: ${fault}`));
    onRound({ rounds: round + 1, acknowledged: ledger.acknowledged, faults });
  }
  faults.push(...(await lookAfterwards(scene, ledger)));
  if (faults.length === 0) await rm(scene.folder, { recursive: true });
  return { rounds, acknowledged: ledger.acknowledged, faults };
}

/** Sentences about what is not as it was acknowledged. */
async function faultsNow(
  ask: Ask,
  { project_id, signed_id, lines, signings }: Scene,
  ledger: Ledger,
): Promise<string[]> {
  return [
    ...ledger.compare(await valuesOf(ask, project_id)),
    ...ledger.missing(await journalOf(ask, project_id)),
    ...(await signingFaults(ask, signed_id, lines.flat().length, signings)),
  ];
}

async function setScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-crash-'));
  const test = await startTestApp({ data_folder: folder, jobs: true });
  const codes = Array.from({ length: WRITERS * LINES_OF_ONE }, (_, index) => `P${index}`);
  await importShop(
    test,
    codes.map((code, index) => ({ code, family: `Famille ${index % WRITERS}` })),
  );
  const project = await openProject(test, 'Soldes/Femme/Robes');
  const signed = await openProject(test, 'Soldes/Femme/Signées');
  await choose(test, signed._id, Object.fromEntries(codes.map((code) => [code, 30])));
  const known = await linesOf(test, project._id);
  const scenario = await test.ask('claire', {
    method: 'POST',
    url: '/api/scenarios',
    payload: { name: 'Prudent' },
  });
  await test.close();
  const lineOf = (code: string) => known.get(code)?._id ?? '';
  const lines = Array.from({ length: WRITERS }, (_, writer) =>
    codes.filter((_, index) => index % WRITERS === writer).map(lineOf),
  );
  return {
    ...{ folder, lines, project_id: project._id, scenario_id: (scenario.body as { _id: string })._id },
    ...{ signed_id: signed._id, signings: new Ledger() },
  };
}

const KILLED_STARTS = 0.2;

/** A server that is ready; now and then after one that was killed while it started. */
async function startSomehow({ folder }: Scene, random: () => number): Promise<ServerProcess> {
  const start = () => startServer({ PALIER_DATA: folder, PALIER_DEMO: 'non' });
  if (random() < KILLED_STARTS) {
    const killed = await start();
    await Promise.race([killed.ready, wait(random() * 4000)]);
    killed.process.kill('SIGKILL');
    await killed.ended;
  }
  const server = await start();
  await server.ready;
  return server;
}

/** Kills a server, or asks it to stop and kills it or not before it has. @returns sentences about a stop that failed */
async function end(server: ServerProcess, random: () => number): Promise<string[]> {
  const draw = random();
  if (draw >= 0.5) {
    server.process.kill('SIGTERM');
    if (draw >= 0.75) {
      const code = await server.ended;
      return code === 0 ? [] : [`a server that was stopped ended with ${code}: ${server.output()}`];
    }
    await wait(random() * 600);
  }
  server.process.kill('SIGKILL');
  await server.ended;
  return [];
}

/** @returns sentences about an end that failed */
async function endWhileWriting(
  server: ServerProcess,
  ask: Ask,
  scene: Scene,
  ledger: Ledger,
  random: () => number,
): Promise<string[]> {
  const state = { isEnding: false };
  const refusals: unknown[] = [];
  // On a busy machine the first answer may take longer than the longest delay, and nothing would have been tried.
  const answered = Promise.withResolvers<void>();
  // They go on while it stops, until an act of theirs has no answer.
  const writers = scene.lines.map(async (lines) => {
    try {
      for (;;) {
        await act(ask, scene, lines, ledger, random);
        answered.resolve();
      }
    } catch (error) {
      if (!state.isEnding) refusals.push(error);
      answered.resolve();
    }
  });
  await answered.promise;
  await wait(50 + random() * 1500);
  state.isEnding = true;
  const faults = await end(server, random);
  await Promise.all(writers);
  if (refusals.length > 0) throw refusals[0];
  return faults;
}

/** One act of a writer: most are edits of a line. */
async function act(
  ask: Ask,
  { project_id, scenario_id, signed_id, signings, lines: all }: Scene,
  lines: readonly string[],
  ledger: Ledger,
  random: () => number,
): Promise<void> {
  const draw = random();
  const line = lines[Math.floor(random() * lines.length)] ?? '';
  const value = LEVELS[Math.floor(random() * LEVELS.length)] ?? null;
  const edit = (edited: readonly string[]) =>
    ledger.write(edited, value, () =>
      ask(
        `/projects/${project_id}/discounts`,
        'PUT',
        Object.fromEntries(edited.map((id) => [id, { discount_pct_user: value }])),
      ),
    );
  if (draw < 0.7) return edit([line]);
  if (draw < 0.85) return edit(lines);
  if (draw < 0.95) {
    const { activity_id } = await ask<{ activity_id: string }>(`/discounts/${line}/comments`, 'POST', {
      comment: 'Vu',
    });
    return ledger.note(activity_id);
  }
  if (draw < 0.97 && lines === all[0]) return signOrReopen(ask, signed_id, signings);
  if (draw < 0.96) {
    await ask(`/series/status?projectIds=${project_id}`);
    return;
  }
  if (draw < 0.98) {
    const body = { projects: [project_id] };
    const { _id } = await ask<{ _id: string }>(`/scenarios/${scenario_id}/optimizations`, 'POST', body);
    return ledger.accept('/optimizations/', _id);
  }
  const form = new FormData();
  form.append('uploadedFiles', new Blob([`code_produit;libellé;prix_ttc\nP0;Robe;50\n`]), 'articles.csv');
  const { _id } = await ask<{ _id: string }>('/imports', 'POST', form);
  ledger.accept('/imports/', _id);
}

const ENDED = new Set(['completed', 'failed', 'cancelled', 'checked']);
const PATIENCE_MS = 120_000;

/** Once nothing is killed any more: accepted work ends, and what was acknowledged is still there. */
async function lookAfterwards(scene: Scene, ledger: Ledger): Promise<string[]> {
  const server = await startServer({ PALIER_DATA: scene.folder, PALIER_DEMO: 'non' });
  await server.ready;
  const ask = await caller(server.port, scene.folder);
  const until = Date.now() + PATIENCE_MS;
  while (ledger.accepted.size > 0 && Date.now() < until) {
    for (const [id, kind] of ledger.accepted)
      if (ENDED.has((await ask<{ status: string }>(`${kind}${id}`)).status)) ledger.ended(id);
    await wait(500);
  }
  const faults = [...ledger.accepted].map(([id, kind]) => `${kind}${id} was accepted and did not end`);
  faults.push(...(await faultsNow(ask, scene, ledger)), ...(await lookAtSeries(ask, scene)));
  server.process.kill('SIGTERM');
  const code = await server.ended;
  if (code !== 0) faults.push(`the last server ended with ${code}`);
  return faults.map((fault) => `afterwards: ${fault}`);
}
