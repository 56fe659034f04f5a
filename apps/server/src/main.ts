import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { buildApp } from './app.ts';
import { type Composed, compose, startJobs, takeSnapshots } from './compose.ts';
import { type Config, readConfig, StartError } from './config.ts';
import type { Deps } from './deps.ts';
import { IdentitySettingsError } from './identity/index.ts';
import { describeError } from './log.ts';
import { addDemoOrganizations, prepareDemo, prepareSecondRetailer } from './modules/demo/service.ts';
import { playPastSeasons, playWorkingDay } from './modules/demo/working-day.ts';
import { surviveRejections } from './rejections.ts';
import { countOpenAnswers, finishAnswers, stopOnSignal } from './stop.ts';

async function start(): Promise<void> {
  const config = readConfig();
  const composed = await compose(config);
  surviveRejections(composed.deps.log);
  collectDefaultMetrics({ register: composed.deps.metrics });
  try {
    await serve(config, composed);
  } catch (error) {
    // Asked to stop while it was still preparing: the stop goes on by itself.
    if (composed.deps.stopping.aborted) return;
    await composed.close();
    throw error;
  }
}

async function serve(config: Config, composed: Composed): Promise<void> {
  const { deps } = composed;
  const app = await buildApp(deps);
  closeOnSignal(config, composed, app);
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(config, error);
  });
  if (config.demo) await addDemoOrganizations(deps);
  if (config.run_jobs) await startJobs(deps);
  const entrance = entranceOf(config, deps);
  // While few are there to whom a core would be left, one project more is computed at once.
  const release = config.demo && config.run_jobs ? await takeSnapshots(deps, 1) : undefined;
  if (release) {
    await prepareDemo(deps, () => {
      say(`Palier est ouvert : ${entrance}`);
      say('L’enseigne de démonstration s’y remplit sous vos yeux, en une minute environ.');
    });
    await playWorkingDay(app, deps).catch(logWith(deps, 'working day not played'));
  }
  say(`Palier est prêt : ${entrance}`);
  await release?.();
  if (release) await completeDemo(app, deps);
}

/** Where Palier is, and how to come in where its demo has its own people. */
function entranceOf(config: Config, { identity }: Deps): string {
  const demo = config.demo ? identity.demoSignIn : undefined;
  if (!demo) return config.public_url;
  return `${config.public_url}\nConnexion : ${demo.emails.join(', ')} ; mot de passe : ${demo.password}`;
}

/** The demo works without its past seasons and its second retailer: what stops half-way is said in the log. */
async function completeDemo(app: FastifyInstance, deps: Deps): Promise<void> {
  await playPastSeasons(app, deps).catch(logWith(deps, 'past season not played'));
  await prepareSecondRetailer(deps, say).catch(logWith(deps, 'second retailer not prepared'));
}

function logWith({ stopping, log }: Deps, message: string): (error: unknown) => void {
  return (error) => {
    if (!stopping.aborted) log.error({ err: error }, message);
  };
}

/**
 * At a signal, no job is taken and proxies are told to turn to another process; after the time that they are left,
 * nothing new is taken, requests and jobs under way end, then the stores are closed.
 */
function closeOnSignal(
  config: Config,
  { deps, beginLeaving, beginStop, close }: Composed,
  app: FastifyInstance,
): void {
  const open = countOpenAnswers(app.server);
  const [leave_ms, limit_ms] = [config.leave_seconds * 1000, config.stop_seconds * 1000];
  stopOnSignal(async () => {
    const paused = deps.queue.pause(leave_ms + limit_ms);
    beginLeaving();
    await wait(leave_ms);
    beginStop();
    const cut = await finishAnswers(app.server, open, limit_ms);
    if (cut > 0) deps.log.error({ requests: cut }, 'stopped before these requests were answered');
    app.server.closeAllConnections();
    await app.close();
    const left = await paused;
    await close();
    return cut === 0 && left === 0;
  }, leave_ms + limit_ms);
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

/** One clear sentence for a mistake of settings; the whole error for anything unexpected. */
function explain(error: unknown): void {
  const known = error instanceof StartError || error instanceof IdentitySettingsError;
  console.error(known ? error.message : describeError(error));
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  explain(new StartError('Palier demande Node 24 : lancez-le par « npm start ».'));
}
start().catch(explain);
