import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-shut-in-'));
  for (const name of ["it's here", 'elsewhere']) await mkdir(join(root, name));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a database given its folders opens no file elsewhere, and still spills', async () => {
  const inside = join(root, "it's here");
  const outside = join(root, 'elsewhere');
  const free = await openDatabase({ temp_folder: join(root, 'free'), memory_limit: '100MB' });
  const path = (folder: string) => join(folder, 'one.parquet').replaceAll("'", "''");
  for (const folder of [inside, outside]) await free.run(`COPY (SELECT 1 AS one) TO '${path(folder)}'`);
  free.close();
  const shut = await openDatabase({
    temp_folder: join(root, 'temp'),
    memory_limit: '60MB',
    threads: 1,
    folders: [inside],
  });
  expect(await shut.rows(`SELECT one FROM read_parquet('${path(inside)}')`)).toEqual([{ one: 1 }]);
  for (const statement of [
    `SELECT * FROM read_parquet('${path(outside)}')`,
    `SELECT * FROM read_parquet('${path(join(inside, '..', 'elsewhere'))}')`,
    `SELECT * FROM read_csv('/etc/passwd')`,
    `COPY (SELECT 1 AS one) TO '${join(outside, 'two.parquet')}'`,
    `ATTACH '${join(outside, 'own.duckdb')}' AS own`,
    'SET enable_external_access = true',
  ])
    await expect(shut.run(statement), statement).rejects.toThrow();
  await shut.run(
    "CREATE TABLE long AS SELECT range AS id, random() AS place, repeat('a', 80) || range AS text FROM range(900000)",
  );
  const [sorted] = await shut.rows<{ rows: number }>(
    'SELECT count(*) AS rows FROM (SELECT text FROM long ORDER BY place OFFSET 1)',
  );
  expect(sorted?.rows).toBe(899_999);
  shut.close();
});
