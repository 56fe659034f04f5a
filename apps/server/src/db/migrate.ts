import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../config.ts';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, 'migrations');

/**
 * Brings the database to the latest version, or to one that is named; several processes may call it at once.
 * @throws StartError when a later Palier has worked with it
 */
export async function migrate(database: Database, version?: string): Promise<void> {
  const known = await migrationNames();
  const done = await doneMigrations(database);
  if (version === undefined && done.join() === known.join()) return;
  const later = done.filter((name) => !known.includes(name)).at(-1);
  if (later) {
    throw new StartError(
      `La base vient d’un Palier plus récent (${later}) : installez-le ou, pour revenir à celui-ci, restaurez une sauvegarde d’avant sa mise à jour.`,
    );
  }
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: readMigrations } });
  const { error } = await (version ? migrator.migrateTo(version) : migrator.migrateToLatest());
  if (error) throw error;
}

/** In order. Asking is a tenth of what the migrator does to find nothing to do. */
async function doneMigrations({ executeSql }: Database): Promise<string[]> {
  const { rows: tables } = await executeSql(`select to_regclass('kysely_migration') as found`);
  if ((tables as { found: string | null }[])[0]?.found == null) return [];
  const { rows } = await executeSql('select name from kysely_migration');
  return (rows as { name: string }[]).map(({ name }) => name).sort();
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
