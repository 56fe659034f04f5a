import process from 'node:process';
import { compose, startJobs } from './compose.ts';
import { readConfig, StartError } from './config.ts';
import { IdentitySettingsError } from './identity/index.ts';
import { surviveRejections } from './rejections.ts';

/** Jobs alone: as many of these as needed beside the servers of one PostgreSQL. */
async function start(): Promise<void> {
  const config = readConfig();
  if (config.database_url === null) {
    throw new StartError(
      'Un processus de travaux demande une base PostgreSQL partagée : réglez DATABASE_URL.',
    );
  }
  const { deps, close } = await compose(config);
  surviveRejections(deps.log);
  await startJobs(deps);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await close();
      process.exit(0);
    });
  }
  console.log('Palier attend des travaux.');
}

start().catch((error: unknown) => {
  console.error(
    error instanceof StartError || error instanceof IdentitySettingsError ? error.message : error,
  );
  process.exit(1);
});
