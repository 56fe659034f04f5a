import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp, userOf } from '../../../test/app.ts';
import { choose, importShop, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { openNewsWatch } from '../watch.ts';
import { type MailRoom, sendWaitingMails } from './outbox.ts';
import { openPost, type Post } from './post.ts';

// Mails through a real SMTP server.

interface Received {
  to: string[];
  content: string;
}

let test: TestApp;
let project: string;
let received: Received[] = [];
let refuses = false;
let server: SMTPServer;
let port: number;
const posts: Post[] = [];

beforeAll(async () => {
  server = await startServer(0);
  port = (server.server.address() as AddressInfo).port;
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    ['A1', 'A2', 'A3'].map((code) => ({ code })),
  );
  project = (await openProject(test, 'Soldes/France'))._id;
  await choose(test, project, { A1: 20, A2: 20, A3: 20 });
  await choices({ lines: 'none' }, 'marion');
});
afterAll(async () => {
  for (const post of posts) post.close();
  await stopServer();
  await test?.close();
});
afterEach(async () => {
  received = [];
  refuses = false;
  await test.deps.database.db.deleteFrom('mail').execute();
  await test.deps.database.db.deleteFrom('news').where('user_id', '=', claire).execute();
});

function startServer(at: number): Promise<SMTPServer> {
  const made = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('no such person'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          content: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  return new Promise((resolve) => made.listen(at, '127.0.0.1', () => resolve(made)));
}
const stopServer = () => new Promise<void>((resolve) => server.close(resolve));

const claire = userOf('claire').user_id;
const day = new Date().toISOString().slice(0, 10);
const nextDay = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

function roomAt(now: string): MailRoom {
  const post = openPost({ url: `smtp://127.0.0.1:${port}`, from: 'Palier <palier@exemple.fr>' });
  posts.push(post);
  const { facts, log } = test.deps;
  return { post, facts, log, public_url: 'https://palier.exemple.fr', now: () => new Date(now) };
}
const send = (now = `${day}T09:00:00Z`) => sendWaitingMails(test.deps.database.db, roomAt(now));

async function choices(payload: object, by: 'claire' | 'marion' = 'claire'): Promise<void> {
  const { status } = await test.ask(by, { method: 'PUT', url: '/api/news/choices', payload });
  expect(status).toBe(200);
}
let level = 30;
/** Marion changes one of Claire's lines. */
async function act(): Promise<void> {
  await choose(test, project, { A1: 20 });
  level = level === 30 ? 40 : 30;
  await choose(test, project, { A1: level }, 'marion');
  await test.deps.news.collect();
}
/** What a mail says, whatever its transfer encoding. */
function textOf({ content }: Received): string {
  return Buffer.from(
    content
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
}

it('sends at once what one wants at once, once, with the address of the lines and no figure of money', async () => {
  await choices({ lines: 'now' });
  await act();
  await Promise.all([send(), send()]);
  await send();
  expect(received.map(({ to }) => to)).toEqual([['claire.vasseur@maison-brume.fr']]);
  const text = textOf(received[0] as Received);
  expect(text).toContain('Marion Roche a changé une de vos lignes (Soldes/France)');
  expect(text).toContain(`https://palier.exemple.fr/project/${project}/dashboard?`);
  expect(text).toContain('https://palier.exemple.fr/profile#nouvelles');
  expect(text).toMatch(/List-Unsubscribe: <https:\/\/palier\.exemple\.fr\/profile#nouvelles>/i);
  expect(text).not.toContain('€');
});

it('sends one digest a day, from seven in the morning in France, and nothing of a topic that is not wanted', async () => {
  await choices({ lines: 'digest' });
  await act();
  await send(`${day}T04:00:00Z`);
  expect(received).toEqual([]);
  await send(`${day}T09:00:00Z`);
  expect(received.length).toBe(1);
  await act();
  await send(`${day}T15:00:00Z`);
  expect(received.length).toBe(1);
  await send(`${nextDay}T09:00:00Z`);
  expect(received.length).toBe(2);
  await choices({ lines: 'none' });
  await act();
  await send(`${nextDay}T09:30:00Z`);
  expect(received.length).toBe(2);
});

it('says no more what was read on a screen', async () => {
  await choices({ lines: 'digest' });
  await act();
  await test.ask('claire', { method: 'PUT', url: '/api/news/read', payload: {} });
  await send();
  expect(received).toEqual([]);
});

it('keeps a mail for a server that is down, without a fault for the act, and sends it when it is back', async () => {
  await choices({ lines: 'now' });
  await stopServer();
  await act();
  await send();
  const { db } = test.deps.database;
  const waiting = await db
    .selectFrom('mail')
    .selectAll()
    .where('organization_id', '=', ORGANIZATION)
    .execute();
  expect(waiting.map(({ status, attempt }) => [status, attempt])).toEqual([['waiting', 1]]);
  expect(waiting[0]?.next_at.getTime()).toBeGreaterThan(Date.now() + 30_000);
  server = await startServer(port);
  await send();
  expect(received).toEqual([]); // not before its time
  await db.updateTable('mail').set({ next_at: new Date() }).execute();
  await send();
  expect(received.length).toBe(1);
});

it('does not ask again a server that refuses the person, nor send again what may have left', async () => {
  await choices({ lines: 'now' });
  refuses = true;
  await act();
  await send();
  refuses = false;
  await send();
  const { db } = test.deps.database;
  expect((await db.selectFrom('mail').select(['status', 'error']).execute())[0]).toMatchObject({
    status: 'failed',
  });
  await db
    .updateTable('mail')
    .set({ status: 'sending', next_at: new Date(Date.now() - 3_600_000) })
    .execute();
  await send();
  expect(received).toEqual([]);
  expect((await db.selectFrom('mail').select('status').execute()).map(({ status }) => status)).toEqual([
    'failed',
  ]);
});

it('writes to who asked for a calculation that failed, with its reason, and to who signs what is submitted', async () => {
  const post = async (by: 'claire' | 'marion', url: string, payload: object) => {
    const { status, body } = await test.ask(by, { method: 'POST', url: `/api${url}`, payload });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body as { _id: string };
  };
  await choices({ runs: 'now', approval: 'now' });
  const rules = [{ field: 'item_group_id', operator: 'equals', value: 'Z9' }];
  const scope = { combinator: 'and', rules };
  const { _id } = await post('claire', '/scenarios', { name: 'Rien', goal: 'profit', scope });
  await post('claire', `/scenarios/${_id}/optimizations`, { projects: [project] });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  await post('marion', `/projects/${project}/approval`, { word: 'Prête', to_user_id: claire });
  await test.deps.news.collect();
  await send();
  expect(received.map(({ to }) => to)).toEqual([['claire.vasseur@maison-brume.fr']]);
  const text = textOf(received[0] as Received);
  expect(text).toContain('Optimisation : le calcul a échoué (Soldes/France)');
  expect(text).toContain('n’a aucun produit');
  expect(text).toContain('Marion Roche vous soumet');
  expect(text).toContain('« Prête »');
});

it('a server that takes its time keeps neither the bell nor the end of the process waiting', async () => {
  await choices({ lines: 'now' });
  const reached = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  const slow: Post = {
    async send() {
      asked += 1;
      reached.resolve();
      await answer.promise;
      return { status: 'sent' };
    },
    close() {},
  };
  const { database, events, log } = test.deps;
  await test.deps.news.close(); // the watch of this test is the only one
  const mail = { ...roomAt(`${day}T09:00:00Z`), post: slow };
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearTimeout'] });
  const watch = openNewsWatch({ database, events, log, mail });
  try {
    await act();
    watch.start();
    await vi.advanceTimersByTimeAsync(30_000);
    await reached.promise;
    const told = Promise.withResolvers<void>();
    const heard = events.subscribe(({ type }) => {
      if (type === 'news') told.resolve();
    });
    await choose(test, project, { A2: 20 });
    await choose(test, project, { A2: 50 }, 'marion');
    watch.collectSoon();
    await vi.advanceTimersByTimeAsync(1000);
    await told.promise;
    heard();
    // Another mail waits behind the first.
    const mail_id = crypto.randomUUID();
    const another = {
      mail_id,
      organization_id: ORGANIZATION,
      user_id: claire,
      kind: 'now',
      day: null,
    } as const;
    await database.db
      .insertInto('mail')
      .values({ ...another, created_at: new Date(mail.now()) })
      .execute();
    await database.db.updateTable('news').set({ mail_id }).where('mail_id', 'is', null).execute();
    const closed = watch.close();
    answer.resolve();
    await closed;
    expect(asked).toBe(1);
  } finally {
    answer.resolve();
    vi.useRealTimers();
    await watch.close();
  }
});
