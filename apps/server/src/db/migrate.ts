import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, 'migrations');

/** Brings the database to the latest version, or to one that is named; several processes may call it at once. */
export async function migrate(database: Database, version?: string): Promise<void> {
  if (version === undefined && (await isLatest(database))) return;
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: readMigrations } });
  const { error } = await (version ? migrator.migrateTo(version) : migrator.migrateToLatest());
  if (error) throw error;
}

/** Whether it has every version and no other. Asking is a tenth of what the migrator does to find nothing to do. */
async function isLatest({ executeSql }: Database): Promise<boolean> {
  const { rows: tables } = await executeSql(`select to_regclass('kysely_migration') as found`);
  if ((tables as { found: string | null }[])[0]?.found == null) return false;
  const { rows } = await executeSql('select name from kysely_migration');
  const done = (rows as { name: string }[]).map(({ name }) => name);
  return done.sort().join() === (await migrationNames()).join();
}

/** The version that a database has come to. */
export async function versionOf({ executeSql }: Pick<Database, 'executeSql'>): Promise<string> {
  const { rows } = await executeSql('select name from kysely_migration order by name desc limit 1');
  return String((rows as { name: string }[])[0]?.name);
}

/** The versions that this Palier knows, the first one first. */
export const knownVersions = (): Promise<string[]> => migrationNames();

/** The names of the files of `migrations/`, in order: `0001-core`, `0002-identity`… */
async function migrationNames(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  return files.map((file) => basename(file, '.ts'));
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await migrationNames()) {
    migrations[name] = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
  }
  return migrations;
}
