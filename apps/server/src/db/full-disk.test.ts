import fs from 'node:fs';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyEmbedded } from '../test/copies.ts';
import { type Database, openPglite } from './database.ts';
import { isOutage } from './faults.ts';
import { inTransaction } from './transaction.ts';

let folder: string;
let database: Database;
/** Whether the disk has no room for one more file of the log. */
let is_full = false;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-full-'));
  await copyEmbedded(join(folder, 'database'), 'embedded');
  database = await openPglite(join(folder, 'database'));
  await database.executeSql('create table t (id integer primary key, text text)');
  await database.executeSql('create table filler (text text)');
  await database.executeSql('insert into t select g from generate_series(1, 100) g');
  const write = fs.writeSync;
  vi.spyOn(fs, 'writeSync').mockImplementation(((descriptor: number, ...rest: [Uint8Array]) => {
    if (is_full && fs.readlinkSync(`/proc/self/fd/${descriptor}`).includes('pg_wal/xlogtemp'))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return write(descriptor, ...rest);
  }) as typeof fs.writeSync);
});
afterEach(async () => {
  is_full = false;
  vi.restoreAllMocks();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** More of the log than one of its files has, with those of a few rounds before it. */
const FILLER = sql`insert into filler select string_agg(md5(random()::text), '') from generate_series(1, 200000)`;

/** Writes until one is not acknowledged. @returns the last that was, and the fault of the other */
async function writeUntilFull(write: (text: string) => Promise<unknown>): Promise<[string, unknown]> {
  for (let round = 0; round < 10; round++) {
    const fault = await write(`round ${round}`).then(
      () => null,
      (error: unknown) => error,
    );
    if (fault) return [`round ${round - 1}`, fault];
  }
  throw new Error('the disk was never full');
}

const texts = async () =>
  (await database.executeSql('select text, count(*)::integer as count from t group by 1')).rows;

/** What the process holds open in the folder. */
async function heldFiles(): Promise<number> {
  const paths = await Promise.all(
    (await readdir('/proc/self/fd')).map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(folder)).length;
}

it('a disk without room for the log answers a fault, not silence; all that was acknowledged is there when room is made', async () => {
  is_full = true;
  const [last, fault] = await writeUntilFull(async (text) => {
    await FILLER.execute(database.db);
    await database.executeSql('update t set text = $1', [text]);
  });
  expect(fault).toMatchObject({ code: '53100' });
  for (let call = 0; call < 3; call++) {
    expect(
      await texts().then(
        () => false,
        (error: unknown) => isOutage(error),
      ),
    ).toBe(true);
  }
  is_full = false;
  await expect
    .poll(() => texts().catch(() => null), { timeout: 60_000, interval: 500 })
    .toEqual([{ text: last, count: 100 }]);
  await database.executeSql(`update t set text = 'again'`);
  expect(await texts()).toEqual([{ text: 'again', count: 100 }]);
}, 240_000);

it('a transaction that meets a full disk says what the database said, and leaves nothing', async () => {
  is_full = true;
  const before = await heldFiles();
  const [last, fault] = await writeUntilFull((text) =>
    inTransaction(database.db, async (tx) => {
      await sql`update t set text = ${text}`.execute(tx);
      await FILLER.execute(tx);
      await sql`insert into t select g, ${text} from generate_series(101, 110) g on conflict do nothing`.execute(
        tx,
      );
    }),
  );
  expect(fault).toMatchObject({ code: '53100' });
  is_full = false;
  await expect
    .poll(() => texts().catch(() => null), { timeout: 60_000, interval: 500 })
    .toEqual([{ text: last, count: 110 }]);
  expect(await heldFiles()).toBeLessThan(2 * before);
}, 240_000);
