import { rm } from 'node:fs/promises';
import { startPostgres } from '../../../apps/server/src/test/postgres.ts';
import { freePort, type ServerProcess, startServer } from '../../../apps/server/src/test/process.ts';
import { caller, journalOf, valuesOf } from '../../crash/asking.ts';
import { Ledger } from '../../crash/ledger.ts';
import { uniform } from '../../evaluation/synthetic.ts';
import { edit, type Met, read } from '../soak/people.ts';
import { type Scene, setScene } from '../soak/scene.ts';
import { startProxy } from './proxy.ts';

export interface RollingOptions {
  /** How often all servers are replaced, one after the other. */
  rounds: number;
  editors: number;
  readers: number;
  products: number;
}

export interface RollingResult {
  met: Met;
  acknowledged: number;
  lost: string[];
  replaced: number;
}

/** Longer than a proxy takes to see that a server is not ready any more. */
const LEAVE_SECONDS = 3;
const PACE_MS = { edit: 200, read: 500 };
const SERVERS = 2;

/** Two servers behind a proxy, with people at work; each is stopped and started again in its turn, as an update does. */
export async function roll(options: RollingOptions): Promise<RollingResult> {
  const postgres = await startPostgres();
  const scene = await setScene(options.products, options.editors, postgres.url);
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
  const proxy = await startProxy(ports);
  const start = (port: number) => startOne(scene, postgres.url, proxy.port, port);
  const servers = new Map<number, ServerProcess>();
  const ledger = new Ledger();
  const met: Met = { edits_ms: [], reads_ms: [], told: 0, errors: [] };
  const lost: string[] = [];
  const state = { isOver: false };
  try {
    for (const port of ports) servers.set(port, await start(port));
    const served = { port: proxy.port, scene, met, random: uniform(1), until: () => state.isOver };
    const people = [
      ...Array.from({ length: options.editors }, (_, one) => edit(served, one, ledger, PACE_MS.edit)),
      ...Array.from({ length: options.readers }, (_, one) => read(served, one, PACE_MS.read)),
    ];
    let replaced = 0;
    for (let round = 0; round < options.rounds; round += 1)
      for (const port of ports) {
        servers.get(port)?.process.kill('SIGTERM');
        const code = await servers.get(port)?.ended;
        if (code !== 0) lost.push(`a server ended with ${code}`);
        servers.set(port, await start(port));
        replaced += 1;
      }
    state.isOver = true;
    await Promise.all(people);
    lost.push(...(await missing(proxy.port, scene, ledger)));
    return { met, acknowledged: ledger.acknowledged, lost, replaced };
  } finally {
    state.isOver = true;
    for (const { process, ended } of servers.values()) {
      process.kill('SIGKILL');
      await ended;
    }
    await proxy.close();
    await postgres.stop();
    await rm(scene.folder, { recursive: true, force: true });
  }
}

async function startOne({ folder }: Scene, database_url: string, proxy: number, port: number) {
  const server = await startServer({
    ...{ PALIER_DATA: folder, DATABASE_URL: database_url, PALIER_DEMO: 'non', PALIER_PORT: String(port) },
    PALIER_PUBLIC_URL: `http://localhost:${proxy}`,
    PALIER_LEAVE_SECONDS: String(LEAVE_SECONDS),
  });
  await server.ready;
  return server;
}

async function missing(port: number, { folder, project_id }: Scene, ledger: Ledger): Promise<string[]> {
  const ask = await caller(port, folder);
  return [
    ...ledger.compare(await valuesOf(ask, project_id)),
    ...ledger.missing(await journalOf(ask, project_id)),
  ];
}
