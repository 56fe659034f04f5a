import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { raw } from './sql.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-plans-'));
  database = await openDatabase({ temp_folder: folder, memory_limit: '40MB', threads: 1, connections: 2 });
  await database.run(`CREATE TABLE product AS
    SELECT i AS line_no, 'Produit numéro ' || i AS name, i % 3 AS section FROM range(30000) t(i)`);
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

it('answers one question after another: the plans kept of the former ones do not fill the memory', async () => {
  for (let question = 0; question < 30; question += 1) {
    const rows = await database.recurring<{ name_count: number }>(
      raw(`SELECT section, len(list(DISTINCT name)) AS name_count, ${question} AS question
        FROM product GROUP BY section`),
      1,
    );
    expect(rows.map(({ name_count }) => name_count)).toEqual([10_000, 10_000, 10_000]);
  }
});
