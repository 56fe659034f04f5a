import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillEmptyTables } from '../test/fill-tables.ts';
import { type Database, openPglite } from './database.ts';
import { migrate } from './migrate.ts';

const folder = join(import.meta.dirname, 'migrations');

let database: Database;
beforeAll(async () => {
  database = await openPglite(null);
});
afterAll(() => database.close());

async function run(file: string): Promise<void> {
  const { up } = await import(join(folder, file));
  await up(database.db);
}

/** Runs the migrations whose names come before one. */
async function migrateBefore(name: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file < name).sort();
  for (const file of files) await run(file);
}

it('projects that were there keep the share of leftovers they had, scenarios lose theirs', async () => {
  await migrateBefore('0007');
  const { db } = database;
  await sql`insert into organization (organization_id, name) values ('o', 'O')`.execute(db);
  for (const [id, share] of [
    ['00000000-0000-7000-8000-000000000001', null],
    ['00000000-0000-7000-8000-000000000002', 0.3],
  ] as const)
    await sql`insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by, residual_value)
      values (${id}, 'o', 'P', '2026-09-01', '[20]', 'u', ${share ?? 1})`.execute(db);
  await sql`insert into scenario (organization_id, scenario_id, name, goal, constraints) values
    ('o', '00000000-0000-7000-8000-000000000003', 'S', 'profit', '{"residual_value": 0.3, "discount_budget": 5}'),
    ('o', '00000000-0000-7000-8000-000000000004', 'T', 'profit', null)`.execute(db);
  await run('0007-residual-value.ts');
  const projects = await db.selectFrom('project').select('residual_value').orderBy('project_id').execute();
  expect(projects.map(({ residual_value }) => residual_value)).toEqual([
    { field: null, values: {}, other: 1 },
    { field: null, values: {}, other: 0.3 },
  ]);
  const scenarios = await db
    .selectFrom('scenario')
    .select(['constraints', 'version'])
    .orderBy('scenario_id')
    .execute();
  expect(scenarios).toEqual([
    { constraints: { discount_budget: 5 }, version: 2 },
    { constraints: null, version: 1 },
  ]);
});

it('a base that a later Palier worked with is refused in a sentence', async () => {
  const later = await openPglite(null);
  try {
    await migrate(later);
    await later.executeSql(`insert into kysely_migration values ('9999-later', now()::text)`);
    await expect(migrate(later)).rejects.toThrow(/^La base vient d’un Palier plus récent \(9999-later\)/);
  } finally {
    await later.close();
  }
});

it('a base begun at the first schema comes to the last one with a row in every table, and loses none', async () => {
  const kept = await openPglite(null);
  const before = new Map<string, number>();
  try {
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()) {
      const { up } = await import(join(folder, file));
      await up(kept.db);
      for (const [table, count] of await fillEmptyTables(kept)) {
        expect(count, `${table} after ${file}`).toBeGreaterThanOrEqual(before.get(table) ?? 1);
        before.set(table, count);
      }
    }
  } finally {
    await kept.close();
  }
  expect(before.size).toBeGreaterThan(20);
});
