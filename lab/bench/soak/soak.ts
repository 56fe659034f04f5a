import { readFile, rm } from 'node:fs/promises';
import { startServer } from '../../../apps/server/src/test/process.ts';
import { caller, journalOf, valuesOf } from '../../crash/asking.ts';
import { Ledger } from '../../crash/ledger.ts';
import { uniform } from '../../evaluation/synthetic.ts';
import { edit, type Met, PACE_MS, read } from './people.ts';
import { type Scene, setScene } from './scene.ts';

export interface SoakOptions {
  minutes: number;
  editors: number;
  readers: number;
  products: number;
  /** An empty PostgreSQL database; null: the embedded one. */
  database_url: string | null;
  seed: number;
}

export interface SoakResult {
  /** One editor and one reader alone, then everybody. */
  alone: Met;
  together: Met;
  acknowledged: number;
  /** Sentences about what was acknowledged and is not there. */
  lost: string[];
  /** Memory of the server each second that everybody worked, in MB; empty where the system does not say. */
  memory_mb: number[];
}

const ALONE_MS = 5_000;
const EVERY_MS = 1_000;
const emptyMet = (): Met => ({ edits_ms: [], reads_ms: [], told: 0, errors: [] });

/**
 * A real server with people who edit and people who look, for as long as asked. Afterwards, and once more after a
 * restart, each acknowledged edit is what its line says and each acknowledged act is in the journal.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const scene = await setScene(options.products, options.editors, options.database_url);
  try {
    const ledger = new Ledger();
    const settings = settingsOf(scene, options);
    const server = await startServer(settings);
    await server.ready;
    const alone = await work(server.port, scene, ledger, { ...options, editors: 1, readers: 1 }, ALONE_MS);
    const watch = watchMemory(server.process.pid ?? 0);
    const together = await work(server.port, scene, ledger, options, options.minutes * 60_000);
    const memory_mb = watch.end();
    const lost = await missing(server.port, scene, ledger);
    server.process.kill('SIGTERM');
    const code = await server.ended;
    if (code !== 0) lost.push(`the server ended with ${code}`);
    const again = await startServer(settings);
    await again.ready;
    lost.push(...(await missing(again.port, scene, ledger)).map((fault) => `after a restart: ${fault}`));
    again.process.kill('SIGTERM');
    await again.ended;
    return { alone, together, acknowledged: ledger.acknowledged, lost, memory_mb };
  } finally {
    await rm(scene.folder, { recursive: true, force: true });
  }
}

const settingsOf = ({ folder }: Scene, { database_url }: SoakOptions): Record<string, string> => ({
  ...{ PALIER_DATA: folder, PALIER_DEMO: 'non' },
  ...(database_url && { DATABASE_URL: database_url }),
});

/** So many people at work for so long; alone, they act ten times as often, for as many measures. */
async function work(
  port: number,
  scene: Scene,
  ledger: Ledger,
  { editors, readers, seed }: SoakOptions,
  lasts_ms: number,
): Promise<Met> {
  const met = emptyMet();
  const end = performance.now() + lasts_ms;
  const served = { port, scene, met, random: uniform(seed), until: () => performance.now() >= end };
  const isAlone = editors === 1;
  const pace = (usual: number) => (isAlone ? 100 : Math.min(usual, lasts_ms / 2));
  await Promise.all([
    ...Array.from({ length: editors }, (_, one) => edit(served, one, ledger, pace(PACE_MS.edit))),
    ...Array.from({ length: readers }, (_, one) => read(served, one, pace(PACE_MS.read))),
  ]);
  return met;
}

async function missing(port: number, { folder, project_id }: Scene, ledger: Ledger): Promise<string[]> {
  const ask = await caller(port, folder);
  return [
    ...ledger.compare(await valuesOf(ask, project_id)),
    ...ledger.missing(await journalOf(ask, project_id)),
  ];
}

function watchMemory(pid: number): { end(): number[] } {
  const seen: number[] = [];
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    if (kilobytes > 0) seen.push(kilobytes / 1000);
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      return [...seen];
    },
  };
}
