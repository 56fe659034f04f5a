import { setMaxListeners } from 'node:events';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { announcePresence, openScratch, type Scratch } from '@palier/analytics';
import { type Config, StartError } from './config.ts';
import { type Database, openPglite, openPostgres } from './db/database.ts';
import { requireDistributed } from './db/distribute.ts';
import { isFullDisk } from './db/faults.ts';
import { lockFolder } from './db/lock.ts';
import { migrate } from './db/migrate.ts';
import { refuseMoved } from './db/moved.ts';
import { refuseUnfinished } from './db/unfinished.ts';
import type { Deps } from './deps.ts';
import { openEvents } from './events/events.ts';
import { createIdentity, createIdentityStore, type Identity, readSignInSettings } from './identity/index.ts';
import { createLog } from './log.ts';
import { openMetrics } from './metrics/metrics.ts';
import { endUnfinishedActs } from './modules/discounts/index.ts';
import { openEngineThreads } from './modules/engine/threads.ts';
import { openFacts } from './modules/facts/service.ts';
import { openReaders } from './modules/files/readers.ts';
import { openFolders } from './modules/folders/open.ts';
import { dataOwner } from './modules/folders/owner.ts';
import { runImport } from './modules/imports/job.ts';
import { createPictures } from './modules/imports/pictures/signer.ts';
import { presenceFolder, startMaintenance } from './modules/jobs/maintenance/service.ts';
import { announceJobs, followJobs } from './modules/jobs/service.ts';
import { openPost } from './modules/news/mail/post.ts';
import { type NewsWatch, openNewsWatch } from './modules/news/watch.ts';
import { accountDirectory, announceAccess } from './modules/organizations/service.ts';
import { runOptimization } from './modules/plans/optimizations/job.ts';
import { RUNS_AT_ONCE } from './modules/plans/optimizations/ready.ts';
import { settleSubmittedPrices } from './modules/projects/approvals/prices.ts';
import { emptyBin } from './modules/projects/bin.ts';
import { runRules } from './modules/rules/job.ts';
import { forgetOldChanges } from './modules/seen/index.ts';
import { runSeries } from './modules/series/job.ts';
import { runSnapshot } from './modules/snapshots/job.ts';
import { COMPUTED_AT_ONCE } from './modules/snapshots/places.ts';
import { repairFacts } from './modules/snapshots/repair.ts';
import { refuseUnfinishedRestore } from './modules/system/backup/folder.ts';
import { openQueue } from './queue/queue.ts';
import type { ProjectScope } from './scope.ts';
import { shareSecrets } from './shared-secrets.ts';

export interface Composed {
  deps: Deps;
  /** The process is not ready any more, and answers as before: proxies have the time to turn to another. */
  beginLeaving(): void;
  /** Says to whoever listens to `deps.stopping` that nothing new is taken. */
  beginStop(): void;
  close(): Promise<void>;
}

/** Opens every store and service that the settings name. @throws StartError with one French sentence */
export async function compose(config: Config): Promise<Composed> {
  try {
    return await openAll(config);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    const place = config.database_url === null ? config.data_folder : `${config.data_folder}, ou de la base,`;
    throw fullDisk(place, error);
  }
}

async function openAll(config: Config): Promise<Composed> {
  const log = createLog(config.log_level);
  refuseUnfinishedRestore(config.data_folder);
  const unlock =
    config.database_url === null ? lockFolder(config.data_folder) : await prepareFolder(config.data_folder);
  const closers: (() => Promise<unknown> | unknown)[] = [unlock];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const leave = new AbortController();
  const stop = new AbortController();
  // Each open event stream listens to it.
  setMaxListeners(0, stop.signal);
  try {
    const database = await openDatabase(config);
    closers.push(() => database.close());
    await prepareDatabase(database);
    const data_owner = await dataOwner(database);
    const events = await openEvents(database);
    const presence = await announcePresence(presenceFolder(config));
    closers.push(() => presence.close());
    const scratch = await makeScratch(config);
    closers.push(() => scratch.close());
    const folders = await openFolders(config, database, data_owner);
    closers.push(() => folders.close());
    const facts = openFacts({ db: database.db, folders, scratch }, config);
    closers.push(() => facts.close());
    const threads = openEngineThreads();
    closers.push(() => threads.close());
    const readers = openReaders({ log, memory_bytes: config.reader_memory_mb * 1e6 });
    closers.push(() => readers.close());
    const queue = await openQueue(database, (message, error) => log.error({ err: error }, message));
    closers.push(() => queue.stop());
    const identity = await openIdentity({ config, database, events, log });
    const news = openNews({ config, database, events, facts, log });
    closers.push(() => news.close());
    const deps: Deps = {
      config,
      database,
      events,
      queue,
      facts,
      folders,
      identity,
      pictures: createPictures(config.data_folder),
      threads,
      readers,
      news,
      log,
      metrics: openMetrics({ database, facts, queue }),
      scratch,
      data_owner,
      leaving: leave.signal,
      stopping: stop.signal,
    };
    announceJobs(deps);
    facts.onMissing((missing) => repairFacts(deps, missing));
    const beginLeaving = () => leave.abort();
    const beginStop = () => {
      leave.abort();
      stop.abort();
    };
    return { deps, beginLeaving, beginStop, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Its own connections: a page of sign-in does not wait behind those who work. */
async function openIdentity({
  config,
  database: { reserved: db },
  events,
  log,
}: Pick<Deps, 'config' | 'database' | 'events' | 'log'>): Promise<Identity> {
  if (config.facts_store !== null) await shareSecrets(db, config.data_folder);
  return createIdentity({
    settings: {
      public_url: config.public_url,
      data_folder: config.data_folder,
      sign_in: readSignInSettings(config.environment),
      production: config.production,
    },
    store: createIdentityStore(db),
    accounts: accountDirectory(db),
    log: (message, error) => log.warn({ err: error }, message),
    // The streams of her other tabs end with her session.
    onLogout: (account) => announceAccess(events, account),
  });
}

/** News, and the mails that say them where there is a server to send them. */
function openNews({
  config,
  facts,
  ...needs
}: Pick<Deps, 'config' | 'database' | 'events' | 'facts' | 'log'>): NewsWatch {
  const { smtp, public_url } = config;
  const post = smtp && openPost(smtp);
  const mail = post && { post, facts, public_url, log: needs.log, now: () => new Date() };
  return openNewsWatch({ ...needs, mail });
}

async function openDatabase(config: Config): Promise<Database> {
  if (config.database_url !== null) {
    await migrateServer(config.database_url);
    return openPostgres(config.database_url, config);
  }
  const folder = join(config.data_folder, 'database');
  refuseMoved(config.data_folder);
  return openPglite(folder).catch(async (cause: unknown) => {
    if (isFullDisk(cause) || !(await hasRoom(folder))) throw fullDisk(folder, cause);
    throw new StartError(
      `La base de données du dossier ${folder} ne s'ouvre pas : elle est abîmée ou d'une autre version (${reasonOf(cause)}).`,
      { cause },
    );
  });
}

/** What whoever is asked for help needs of it, on one line. */
const reasonOf = (cause: unknown): string =>
  (cause instanceof Error ? String(cause) : inspect(cause)).replaceAll(/\s+/g, ' ').slice(0, 300);

/** What opening the embedded database may have to write: two files of its log. */
const ROOM_TO_OPEN = 2 * 16 * 1024 * 1024;

/** It often does not say itself why it did not open. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_TO_OPEN;
}

const fullDisk = (folder: string, cause: unknown): StartError =>
  new StartError(
    `Le disque du dossier ${folder} est plein : faites de la place (une centaine de mégaoctets), puis redémarrez.`,
    { cause },
  );

/** Brings the schema up to date, a server's was by connections of its own, and ends what a killed process left. */
async function prepareDatabase(database: Database): Promise<void> {
  if (database.kind === 'pglite') await migrate(database);
  await endUnfinishedActs(database.db);
  await followJobs(database.db);
}

/** On connections of its own: no limit of time is right for a migration. */
async function migrateServer(url: string): Promise<void> {
  const database = await openPostgres(url, { pool_size: 2 });
  try {
    await refuseUnfinished(database);
    await migrate(database);
    await requireDistributed(database);
  } finally {
    await database.close();
  }
}

function makeScratch({ temp_folder }: Config): Promise<Scratch> {
  return openScratch(temp_folder).catch((cause: unknown) => {
    throw new StartError(
      `Le dossier temporaire ${temp_folder} n'est pas accessible en écriture : corrigez ses droits ou choisissez-en un autre avec PALIER_TEMP.`,
      { cause },
    );
  });
}

/** Several processes share the folder of facts when decisions are in PostgreSQL. */
async function prepareFolder(folder: string): Promise<() => void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(`Le dossier de données ${folder} n'est pas accessible en écriture.`, { cause });
  }
  return () => {};
}

/** Takes jobs in this process. */
export async function startJobs(deps: Deps): Promise<void> {
  await startMaintenance(deps, [() => emptyBin(deps), () => deps.news.tidy(), () => forgetOldChanges(deps)]);
  await deps.queue.work('import', (run) => runImport(deps, run));
  await takeSnapshots(deps, COMPUTED_AT_ONCE);
  await deps.queue.work('optimization', (run) => runOptimization(deps, run), RUNS_AT_ONCE);
  await deps.queue.work('rules', (run) => runRules(deps, run));
  await deps.queue.work('series', (run) => runSeries(deps, run));
  deps.news.start();
  // How rules ended, or that they failed, no event says.
  deps.queue.onEnd(() => deps.news.collectSoon());
}

/** Takes jobs of figures in this process, so many at once. @returns takes no more by these */
export function takeSnapshots(deps: Deps, at_once: number): Promise<() => Promise<void>> {
  const making = { ...deps, afterSnapshot: (project: ProjectScope) => settleSubmittedPrices(deps, project) };
  return deps.queue.work('snapshot', (run) => runSnapshot(making, run), at_once);
}
