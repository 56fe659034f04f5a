import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropPostgres, newPostgres } from '../test/copies.ts';
import { type Database, openPostgres } from './database.ts';
import { isOutage } from './faults.ts';

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
    await database.executeSql('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await wait(300);
    await sql`select 1`.execute(tx);
  });
  const fault = await act.catch((error: unknown) => error);
  process.removeListener('uncaughtException', note);
  expect(uncaught).toEqual([]);
  expect(isOutage(fault)).toBe(true);
  expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
