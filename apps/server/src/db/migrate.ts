import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, 'migrations');

/** Brings the database to the latest version, or to one that is named; several processes may call it at once. */
export async function migrate(database: Database, version?: string): Promise<void> {
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: readMigrations } });
  const { error } = await (version ? migrator.migrateTo(version) : migrator.migrateToLatest());
  if (error) throw error;
}

/** The version that a database has come to. */
export async function versionOf({ executeSql }: Pick<Database, 'executeSql'>): Promise<string> {
  const { rows } = await executeSql('select name from kysely_migration order by name desc limit 1');
  return String((rows as { name: string }[])[0]?.name);
}

/** The versions that this Palier knows, the first one first. */
export const knownVersions = async (): Promise<string[]> => Object.keys(await readMigrations());

/** Every file of `migrations/` by name, in order: `0001-core`, `0002-identity`… */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    migrations[basename(file, '.ts')] = await import(pathToFileURL(join(folder, file)).href);
  }
  return migrations;
}
