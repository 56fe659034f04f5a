import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPglite } from './database.ts';
import { inTransaction } from './transaction.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('asks the disk: fsync is on, as on a server', async () => {
  const database = await openPglite(folder);
  const { rows } = await database.executeSql(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`,
  );
  await database.close();
  expect(rows).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});

it('keeps everything over more log than one segment holds, and opens again', async () => {
  const first = await openPglite(folder);
  await first.executeSql('create table t (id integer primary key, text text)');
  await first.executeSql(`insert into t select g, repeat('x', 300) from generate_series(1, 60000) g`);
  for (let round = 0; round < 3; round++) await first.executeSql(`update t set text = text || 'y'`);
  await first.close();
  const second = await openPglite(folder);
  const { rows } = await second.executeSql('select count(*) as count, min(length(text)) as shortest from t');
  await second.close();
  expect(rows).toEqual([{ count: 60000, shortest: 303 }]);
});

it('a statement from outside waits for a running transaction, and never joins it', async () => {
  const database = await openPglite(null);
  await database.executeSql('create table t (id integer)');
  const failed = inTransaction(database.db, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('no');
  });
  const outside = database.executeSql('insert into t values ($1)', [1]);
  await expect(failed).rejects.toThrow('no');
  await outside;
  expect((await database.executeSql('select id from t')).rows).toEqual([{ id: 1 }]);
  await database.close();
});

it('a statement that comes after the close is refused: it never opens the folder again, where another process may be', async () => {
  const first = await openPglite(folder);
  await first.executeSql('create table late (n integer)');
  await first.close();
  const second = await openPglite(folder);
  await expect(first.executeSql('insert into late values (1)')).rejects.toThrow();
  await expect(first.db.executeQuery(CompiledQuery.raw('insert into late values (2)'))).rejects.toThrow();
  await second.executeSql('insert into late values (3)');
  await second.close();
  const third = await openPglite(folder);
  expect((await third.executeSql('select n from late')).rows).toEqual([{ n: 3 }]);
  await third.close();
});
