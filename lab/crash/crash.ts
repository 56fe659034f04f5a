import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../apps/server/src/test/app.ts';
import { type ServerProcess, startServer } from '../../apps/server/src/test/process.ts';
import { importShop, linesOf, openProject } from '../../apps/server/src/test/small-shop.ts';
import { uniform } from '../evaluation/synthetic.ts';
import { type Ask, caller, journalOf, valuesOf } from './asking.ts';
import { Ledger } from './ledger.ts';

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
  scenario_id: string;
  /** The lines of each writer: nobody else writes them. */
  lines: string[][];
}

/**
 * A real server on an embedded database killed with −9, again and again, while writers edit lines and groups of them,
 * comment, ask for runs, import files and have the series recorded. After each restart every acknowledged act is there
 * and every series listed is whole; at the end every accepted piece of work has ended and the series are those of the
 * decisions. `onRound` sees what each round left.
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
  try {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ PALIER_DATA: scene.folder, PALIER_DEMO: 'non' });
      await server.ready;
      const ask = await caller(server.port, scene.folder);
      const found = [
        ...ledger.compare(await valuesOf(ask, scene.project_id)),
        ...ledger.missing(await journalOf(ask, scene.project_id)),
        ...(await seriesFaults(ask, scene)),
      ];
      faults.push(...found.map((fault) => `round ${round}: ${fault}`));
      // What the last round changed is being recorded while this one writes, until it is killed.
      await ask(`/series/status?projectIds=${scene.project_id}`);
      await killWhileWriting(server, ask, scene, ledger, random);
      onRound({ rounds: round + 1, acknowledged: ledger.acknowledged, faults });
    }
    faults.push(...(await lookAfterwards(scene, ledger)));
  } finally {
    await rm(scene.folder, { recursive: true, force: true });
  }
  return { rounds, acknowledged: ledger.acknowledged, faults };
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
  return { folder, project_id: project._id, scenario_id: (scenario.body as { _id: string })._id, lines };
}

async function killWhileWriting(
  server: ServerProcess,
  ask: Ask,
  scene: Scene,
  ledger: Ledger,
  random: () => number,
): Promise<void> {
  const state = { isAlive: true };
  const refusals: unknown[] = [];
  // On a busy machine the first answer may take longer than the longest delay, and nothing would have been tried.
  const answered = Promise.withResolvers<void>();
  const writers = scene.lines.map(async (lines) => {
    while (state.isAlive) {
      await act(ask, scene, lines, ledger, random).catch((error) => {
        if (state.isAlive) refusals.push(error);
        state.isAlive = false;
      });
      answered.resolve();
    }
  });
  await answered.promise;
  await new Promise((resolve) => setTimeout(resolve, 50 + random() * 1500));
  const wasAlive = state.isAlive;
  state.isAlive = false;
  server.process.kill('SIGKILL');
  await server.ended;
  await Promise.all(writers);
  if (!wasAlive) throw refusals[0];
}

/** One act of a writer: most are edits of a line. */
async function act(
  ask: Ask,
  { project_id, scenario_id }: Scene,
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

interface Report {
  total: { series: { sales_qty?: number | null; item_group_count?: number | null }[] };
}

/** Sentences about listed series that cannot be read, or that lack a line. */
async function seriesFaults(ask: Ask, { project_id, lines }: Scene): Promise<string[]> {
  interface List {
    series: { label: string; serie_date: string; kind: string; scenario_id: string | null }[];
  }
  const { series } = await ask<List>(`/series?projectIds=${project_id}`);
  const faults: string[] = [];
  for (const { label, serie_date, kind, scenario_id } of series) {
    const named = encodeURIComponent(JSON.stringify([{ serie_date, kind, scenario_id }]));
    const answer = await ask<Report>(`/series/report?projectIds=${project_id}&series=${named}`).catch(String);
    const count = typeof answer === 'string' ? answer : answer.total.series[0]?.item_group_count;
    if (count !== lines.flat().length) faults.push(`series ${label} of ${serie_date}: ${count} lines`);
  }
  return faults;
}

/** Sentences when the series never become those of the decisions. */
async function lookAtSeries(ask: Ask, scene: Scene): Promise<string[]> {
  const { project_id } = scene;
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { status } = await ask<{ status: string }>(`/series/status?projectIds=${project_id}`);
    if (status === 'synced') break;
    if (Date.now() > until) return [`the series are ${status} for ever`];
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  interface Groups {
    summary: { forecast?: { sales_qty?: number | null } };
  }
  const { summary } = await ask<Groups>(`/projects/${project_id}/discounts/groups?by=family&summary=true`);
  const { data } = await ask<{ data: { data_date: string; _id: string }[] }>('/projects');
  const date = data.find(({ _id }) => _id === project_id)?.data_date;
  const plan = encodeURIComponent(JSON.stringify([{ serie_date: date, kind: 'forecast' }]));
  const { total } = await ask<Report>(`/series/report?projectIds=${project_id}&series=${plan}`);
  const [forecast, recorded] = [
    summary.forecast?.sales_qty ?? Number.NaN,
    total.series[0]?.sales_qty ?? Number.NaN,
  ];
  const isSame = Math.abs(forecast - recorded) < 1e-6 * Math.max(20, Math.abs(forecast));
  return [
    ...(isSame ? [] : [`the plan forecasts ${forecast} units, its series ${recorded}`]),
    ...(await seriesFaults(ask, scene)),
  ];
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
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const faults = [...ledger.accepted].map(([id, kind]) => `${kind}${id} was accepted and did not end`);
  faults.push(
    ...ledger.compare(await valuesOf(ask, scene.project_id)),
    ...ledger.missing(await journalOf(ask, scene.project_id)),
  );
  faults.push(...(await lookAtSeries(ask, scene)));
  server.process.kill('SIGTERM');
  const code = await server.ended;
  if (code !== 0) faults.push(`the last server ended with ${code}`);
  return faults.map((fault) => `afterwards: ${fault}`);
}
