import type { Scratch } from '@palier/analytics';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Events } from './events/events.ts';
import type { Identity } from './identity/index.ts';
import type { Log } from './log.ts';
import type { EngineThreads } from './modules/engine/threads.ts';
import type { Facts } from './modules/facts/service.ts';
import type { Readers } from './modules/files/readers.ts';
import type { FactFolders } from './modules/folders/index.ts';
import type { Pictures } from './modules/imports/pictures/signer.ts';
import type { NewsWatch } from './modules/news/watch.ts';
import type { Queue } from './queue/types.ts';

/** What the application is built from; tests make their own. */
export interface Deps {
  config: Config;
  database: Database;
  events: Events;
  queue: Queue;
  facts: Facts;
  /** Where the facts are, whichever disk or store keeps them. */
  folders: FactFolders;
  identity: Identity;
  pictures: Pictures;
  threads: EngineThreads;
  readers: Readers;
  news: NewsWatch;
  log: Log;
  /** What this process tells those who watch it. */
  metrics: Registry;
  /** This database's mark on what it writes in the data folder. */
  data_owner: string;
  /** This process's own folder for what does not fit in memory. */
  scratch: Scratch;
  /** Aborted once the process was asked to stop: it is not ready any more, but answers who still comes for a while. */
  leaving: AbortSignal;
  /** Aborted once that while has passed: streams end, nothing new is taken. */
  stopping: AbortSignal;
}
