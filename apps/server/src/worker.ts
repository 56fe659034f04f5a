import process from 'node:process';
import { collectDefaultMetrics } from 'prom-client';
import { compose, startJobs } from './compose.ts';
import { readConfig, StartError } from './config.ts';
import { IdentitySettingsError } from './identity/index.ts';
import { describeError } from './log.ts';
import { serveHealth } from './metrics/worker-health.ts';
import { surviveRejections } from './rejections.ts';
import { stopOnSignal } from './stop.ts';

/** Jobs alone: as many of these as needed beside the servers of one PostgreSQL. */
async function start(): Promise<void> {
  const config = readConfig();
  if (config.database_url === null) {
    throw new StartError(
      'Un processus de travaux demande une base PostgreSQL partagée : réglez DATABASE_URL.',
    );
  }
  const { deps, beginStop, close } = await compose(config);
  surviveRejections(deps.log);
  collectDefaultMetrics({ register: deps.metrics });
  const limit_ms = config.stop_seconds * 1000;
  stopOnSignal(async () => {
    beginStop();
    const left = await deps.queue.pause(limit_ms);
    if (left > 0) deps.log.error({ jobs: left }, 'stopped in the middle of these jobs: they are given back');
    await close();
    return left === 0;
  }, limit_ms);
  if (config.worker_port !== null) await serveHealth(deps, config.worker_port);
  await startJobs(deps);
  console.log('Palier attend des travaux.');
}

start().catch((error: unknown) => {
  console.error(
    error instanceof StartError || error instanceof IdentitySettingsError
      ? error.message
      : describeError(error),
  );
  process.exit(1);
});
