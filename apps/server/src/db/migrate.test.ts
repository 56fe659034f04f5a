import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openPglite } from './database.ts';
import { migrate } from './migrate.ts';

let database: Database;
beforeAll(async () => {
  database = await openPglite(null);
  await migrate(database);
});
afterAll(() => database.close());

it('lays out every table of the application', async () => {
  const { rows } = await database.executeSql(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(10);
});
