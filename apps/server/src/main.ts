import process from 'node:process';
import { buildApp } from './app.ts';
import { type Composed, compose, startJobs } from './compose.ts';
import { type Config, readConfig, StartError } from './config.ts';
import { IdentitySettingsError } from './identity/index.ts';
import { addDemoOrganizations, playWorkingDay, prepareDemo } from './modules/demo/index.ts';
import { surviveRejections } from './rejections.ts';

const CLOSE_LIMIT_MS = 10_000;

async function start(): Promise<void> {
  const config = readConfig();
  const composed = await compose(config);
  surviveRejections(composed.deps.log);
  try {
    await serve(config, composed);
  } catch (error) {
    await composed.close();
    throw error;
  }
}

async function serve(config: Config, { deps, close }: Composed): Promise<void> {
  const app = await buildApp(deps);
  closeOnSignal(async () => {
    app.server.closeAllConnections();
    await app.close();
    await close();
  });
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(config, error);
  });
  if (config.demo) await addDemoOrganizations(deps);
  if (config.run_jobs) await startJobs(deps);
  if (config.demo && config.run_jobs) {
    await prepareDemo(deps, say);
    await playWorkingDay(app, deps);
  }
  say(`Palier est prêt : ${config.public_url}`);
  const demo = config.demo ? deps.identity.demoSignIn : undefined;
  if (demo) say(`Connexion : ${demo.emails.join(', ')} ; mot de passe : ${demo.password}`);
}

/** Ctrl-C and a service manager's stop: requests end, jobs are given back, stores are closed, once. */
function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const onSignal = async () => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref();
    await close().catch(() => {});
    process.exit(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function listenError(config: Config, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Le port ${config.port} est déjà utilisé : arrêtez l'autre programme ou choisissez un autre port avec PALIER_PORT.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Le port ${config.port} est réservé : choisissez un port au-dessus de 1023 avec PALIER_PORT.`,
    );
  }
  return error;
}

function say(sentence: string): void {
  console.log(sentence);
}

/** One clear sentence for a mistake of settings; the whole fault for what nobody foresaw. */
function explain(error: unknown): void {
  const known = error instanceof StartError || error instanceof IdentitySettingsError;
  console.error(known ? error.message : error);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  explain(new StartError('Palier demande Node 24 : lancez-le par « npm start ».'));
}
start().catch(explain);
