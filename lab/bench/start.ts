import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../apps/server/src/test/process.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

// How long until the server can be used: the first time, with the demo retailer to generate and import, and
// the next time. References are what is promised.

const FIRST_PROMISE_S = 120;
const NEXT_PROMISE_S = 10;

export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const products = String(options.products ?? 2000);
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-start-'));
  const env = { PALIER_DATA: folder, PALIER_DEMO: 'oui', PALIER_DEMO_PRODUCTS: products };
  try {
    const first = await secondsUntilReady(env);
    const next = await secondsUntilReady(env);
    const label = `${products} produits`;
    return [
      benchLine('start', `première fois, ${label}`, first, FIRST_PROMISE_S, 's', 1),
      benchLine('start', `fois suivante, ${label}`, next, NEXT_PROMISE_S, 's', 1),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function secondsUntilReady(env: Record<string, string>): Promise<number> {
  const started = performance.now();
  const server = await startServer(env);
  try {
    await server.ready;
    return (performance.now() - started) / 1000;
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
  }
}
