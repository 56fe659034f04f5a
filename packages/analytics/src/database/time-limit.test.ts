import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CancelledError } from '../errors.ts';
import { type Database, openDatabase } from './database.ts';
import { timeSignal, withinTime } from './time-limit.ts';

const ENDLESS =
  'SELECT count(*) FROM range(100000000000) a, range(100000) b WHERE a.range % 7 = b.range % 11';

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-limit-'));
  database = await openDatabase({ temp_folder: folder, memory_limit: '100MB', threads: 1, connections: 1 });
});
afterAll(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

it('a question beyond its time leaves its connection to the next', async () => {
  await expect(withinTime(50, () => database.rows(ENDLESS))).rejects.toThrow(CancelledError);
  // The only connection: it would wait for ever if the first statement still ran.
  expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('a question that waits for a connection gives up at its own limit, and those of others go on', async () => {
  const other = withinTime(1500, () => database.rows(ENDLESS));
  const waiting = withinTime(50, () => database.rows('SELECT 1 AS one'));
  const patient = database.rows('SELECT 2 AS two');
  await expect(waiting).rejects.toThrow(CancelledError);
  await expect(other).rejects.toThrow(CancelledError);
  expect(await patient).toEqual([{ two: 2 }]);
});

it('a question of several statements starts none once its time is over', async () => {
  const asked: string[] = [];
  const question = withinTime(20, async () => {
    const signal = timeSignal();
    if (signal) await once(signal, 'abort');
    asked.push('second');
    return database.rows('SELECT 1 AS one');
  });
  await expect(question).rejects.toThrow(CancelledError);
  expect(asked).toEqual(['second']);
});
