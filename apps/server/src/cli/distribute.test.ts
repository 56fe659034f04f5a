import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openPostgres } from '../db/database.ts';
import { distribute, hasCitus, requireDistributed, strayTables } from '../db/distribute.ts';
import { dropPostgres, newPostgres } from '../test/copies.ts';

const COMMAND = join(import.meta.dirname, 'distribute.ts');

let url: string;
let database: Database;
let isCluster: boolean;
beforeAll(async () => {
  url = await newPostgres();
  database = await openPostgres(url);
  isCluster = await hasCitus(database.db);
});
afterAll(async () => {
  await database?.close();
  await dropPostgres(url);
});

/** Runs the real command. */
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, ...args], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'exit');
  return { code: Number(code), text };
}

it('without an address the command says how it is used', async () => {
  const { code, text } = await run();
  expect(text).toContain('npm run distribute -- postgresql://');
  expect(code).toBe(1);
});

it('a database without Citus is refused in one sentence and serves as before', async ({ skip }) => {
  if (isCluster) skip();
  const { code, text } = await run(url);
  expect(text.trim()).toMatch(/^Cette base n’a pas l’extension Citus/);
  expect(code).toBe(1);
  await requireDistributed(database);
});

// On a cluster: npm test -- --unit --database postgresql://coordinator/base apps/server/src/cli/distribute.test.ts
describe('on a Citus cluster', () => {
  it('says twice that everything is in its place', async ({ skip }) => {
    if (!isCluster) skip();
    expect((await run(url)).text).toMatch(/^0 table répartie, \d\d déjà en place/);
    expect(await strayTables(database)).toEqual([]);
  });

  it('a project table that a migration left on the coordinator stops the start, and is spread by the command', async ({
    skip,
  }) => {
    if (!isCluster) skip();
    await database.executeSql(
      'create table later (project_id uuid primary key references project on delete cascade, note text)',
    );
    await expect(requireDistributed(database)).rejects.toThrow(
      /restées sur le coordinateur : later\. Lancez npm run distribute/,
    );
    const spread = (await distribute(database)).filter(({ moved }) => moved);
    expect(spread).toEqual([{ table: 'later', moved: true }]);
    await requireDistributed(database);
    const keys = await database.executeSql(
      `select conname from pg_constraint where conrelid = 'later'::regclass and contype = 'f'`,
    );
    expect(keys.rows).toHaveLength(1);
    const places = await database.executeSql(
      `select count(distinct colocationid)::int as places, count(*)::int as tables from pg_dist_partition where partmethod = 'h'`,
    );
    expect(places.rows).toEqual([{ places: 1, tables: expect.any(Number) }]);
  });
});
