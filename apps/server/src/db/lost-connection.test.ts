import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { explainUnready } from '../metrics/health.ts';
import { dropPostgres, newPostgres } from '../test/copies.ts';
import { type Database, openPostgres } from './database.ts';
import { isOutage } from './faults.ts';

/** What a database is reached by, so that it can be away for one process alone. */
class Link {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;
  url = '';

  constructor(to: string) {
    const { hostname, port } = new URL(to);
    this.#server = createServer((near) => {
      if (this.#isCut) return near.destroy();
      const far = connect(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => {}).on('close', () => other.destroy());
        one.pipe(other);
      }
    });
  }

  async open(to: string): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = new URL(to);
    address.port = String((this.#server.address() as { port: number }).port);
    this.url = address.href;
    return this;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  /** Connections stay, and nothing comes through: a server that hangs, a network that drops. */
  hush(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

let url: string;
let database: Database;
beforeAll(async () => {
  url = await newPostgres();
  database = await openPostgres(url);
});
afterAll(async () => {
  await database.close();
  await dropPostgres(url);
});

it('a connection that ends while its transaction asks nothing ends that act alone, not the process', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.prependListener('uncaughtException', note);
  const act = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await database.executeSql('select pg_terminate_backend($1::integer)', [rows[0]?.pid]);
    await wait(300);
    await sql`select 1`.execute(tx);
  });
  const fault = await act.catch((error: unknown) => error);
  process.removeListener('uncaughtException', note);
  expect(uncaught).toEqual([]);
  expect(isOutage(fault)).toBe(true);
  expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('of two acts that wait for each other, the one that is given up may be made again', async () => {
  await sql`create table waited (id integer primary key)`.execute(database.db);
  const both = Promise.withResolvers<void>();
  let count = 0;
  const act = (ids: readonly number[]) =>
    database.db.transaction().execute(async (tx) => {
      for (const id of ids) {
        await sql`insert into waited values (${id}) on conflict do nothing`.execute(tx);
        count += 1;
        if (count === 2) both.resolve();
        await both.promise;
      }
    });
  const ends = await Promise.allSettled([act([1, 2]), act([2, 1])]);
  const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(faults.map(isOutage)).toEqual([true]);
});

it('what is said while the database is away does not fail: it is told once it is back, and listeners know of the gap', async () => {
  const link = await new Link(url).open(url);
  const linked = await openPostgres(link.url);
  try {
    const heard: string[] = [];
    let gaps = 0;
    await linked.listen(
      'palier_test',
      (text) => heard.push(text),
      () => (gaps += 1),
    );
    link.cut();
    await linked.notify('palier_test', 'first');
    await linked.notify('palier_test', 'second');
    await wait(2500);
    expect(gaps).toBe(0);
    link.mend();
    await database.notify('palier_test', 'of another, while nobody listens');
    await expect.poll(() => gaps, { timeout: 5000 }).toBe(1);
    await linked.notify('palier_test', 'third');
    await expect.poll(() => heard.at(-1), { timeout: 5000 }).toBe('third');
    expect(heard).not.toContain('of another, while nobody listens');
    expect(heard.filter((text) => text !== 'first' && text !== 'second')).toEqual(['third']);
  } finally {
    link.close();
    await linked.close();
  }
});

it('a database that hangs makes the process not ready within seconds, without a question of each proxy in its queue', async () => {
  const link = await new Link(url).open(url);
  const linked = await openPostgres(link.url);
  try {
    const needs = { config: { data_folder: '/' } as Config, data_owner: 'x', database: linked };
    const ask = () => explainUnready({ ...needs, leaving: new AbortController().signal });
    await sql`select 1`.execute(linked.reserved);
    link.hush();
    const began = performance.now();
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['', '', '']);
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    link.close();
    await linked.close();
  }
}, 30_000);

it.each([
  ['its disk is full', `do $$ begin raise exception using errcode = '53100'; end $$`],
  ['its memory is full', `do $$ begin raise exception using errcode = '53200'; end $$`],
  ['it is a copy that only reads', 'begin read only; create table none (); commit'],
  [
    'it gave up a statement that waited too long',
    `begin; set local statement_timeout = 50; select pg_sleep(5)`,
  ],
])('a database is said to be asked again later when %s', async (_what, statement) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const fault = await client.query(statement).catch((error: unknown) => error);
  await client.end();
  expect(isOutage(fault)).toBe(true);
});
