import type { Database } from '../../db/database.ts';
import type { Events } from '../../events/events.ts';
import type { Log } from '../../log.ts';
import { collectActs, type Tell } from './acts.ts';
import { type MailRoom, sendWaitingMails } from './mail/outbox.ts';
import { forgetOldNews } from './repository.ts';
import { collectData, collectLateness, collectRuns } from './runs.ts';
import { tellNews } from './service.ts';

/** Makes news of what happens, in the background: no act waits for it, none fails with it. */
export interface NewsWatch {
  start(): void;
  /** Makes news of all that has happened so far. */
  collect(): Promise<void>;
  /** The same in a moment, once it is started: what happened has no event of its own. */
  collectSoon(): void;
  /** What is done every hour: late data, news too old. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

interface Needs {
  database: Database;
  events: Events;
  log: Log;
  mail: MailRoom | null;
}

/** Several changes within it are read at once. */
const PAUSE_MS = 700;
/** Changes of which no event came: those of a process that died. */
const LOOK_MS = 600_000;
const MAIL_MS = 30_000;

/** What may be news, by the event that announces it. */
const HEARD = new Set(['discounts', 'project', 'import', 'snapshot', 'optimization']);

/** News of this database; nothing is done before `start`. */
export function openNewsWatch({ database, events, log, mail }: Needs): NewsWatch {
  const { db } = database;
  const timers = new Set<NodeJS.Timeout>();
  let soon: NodeJS.Timeout | null = null;
  let closed = false;
  let work: Promise<unknown> = Promise.resolve();
  let mailing: Promise<void> | null = null;

  const tell: Tell = async (organization_id, user_ids) => {
    for (const user_id of new Set(user_ids)) await tellNews(events, { organization_id, user_id });
  };
  async function collect(): Promise<void> {
    await collectActs(db, tell);
    await collectRuns(db, tell);
    await collectData(db, tell);
  }
  async function tidy(): Promise<void> {
    await collectLateness(db, tell);
    await forgetOldNews(db);
  }
  /** One thing at a time; what fails is tried again at the next look. */
  function next(what: () => Promise<void>): void {
    work = work
      .then(() => (closed ? undefined : what()))
      .catch((error: unknown) => log.warn({ err: error }, 'news not made'));
  }
  /** Beside the rest: a server that takes its time keeps no news waiting. */
  function sendMails(room: MailRoom): void {
    if (mailing || closed) return;
    mailing = sendWaitingMails(db, room, () => closed)
      .catch((error: unknown) => log.warn({ err: error }, 'mails not sent'))
      .finally(() => {
        mailing = null;
      });
  }
  function collectSoon(): void {
    if (soon || closed) return;
    soon = setTimeout(() => {
      soon = null;
      next(collect);
    }, PAUSE_MS).unref();
  }
  let leave = (): void => {};
  return {
    collect,
    collectSoon,
    tidy,
    start() {
      leave = events.subscribe(({ type }) => {
        if (HEARD.has(type)) collectSoon();
      });
      const repeat = (what: () => Promise<void>, every_ms: number) =>
        timers.add(setInterval(() => next(what), every_ms).unref());
      repeat(collect, LOOK_MS);
      if (mail) timers.add(setInterval(() => sendMails(mail), MAIL_MS).unref());
      collectSoon();
    },
    async close() {
      closed = true;
      leave();
      if (soon) clearTimeout(soon);
      for (const timer of timers) clearInterval(timer);
      await work;
      await mailing;
      mail?.post.close();
    },
  };
}
