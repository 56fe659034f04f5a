import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOf } from '@palier/domain';
import { type Config, readConfig, StartError } from '../config.ts';
import { type Database, openPglite, openPostgres } from '../db/database.ts';
import { lockFolder } from '../db/lock.ts';
import { migrate } from '../db/migrate.ts';
import { endFilling } from '../db/unfinished.ts';
import { describeError } from '../log.ts';
import { claimDataFolder, dataOwner, handOver } from '../modules/folders/owner.ts';
import { ArchiveReader, checkArchive } from '../modules/system/backup/archive.ts';
import { beginRestore, endRestore } from '../modules/system/backup/folder.ts';
import { restore } from '../modules/system/backup/restore.ts';
import { openQueue } from '../queue/queue.ts';
import { endWith } from './end.ts';

const USAGE = `npm run restore -- fichier.palier

Remet tout (base et fichiers) dans un dossier vide (PALIER_DATA) et, avec DATABASE_URL, dans une base vide. Palier doit
être arrêté.`;

async function main(): Promise<void> {
  const path = parseArgs({ allowPositionals: true }).positionals[0];
  if (!path) throw new StartError(USAGE);
  const config = readConfig();
  await checkArchive(path);
  const archive = await ArchiveReader.open(path);
  const unlock = lockFolder(config.data_folder);
  try {
    await beginRestore(config.data_folder);
    const to = await openTarget(config);
    await fill(config, archive, to).finally(() => to.close());
    await endRestore(config.data_folder);
    console.log('Terminé : démarrez Palier.');
  } finally {
    unlock();
    await archive.close();
  }
}

async function openTarget({ database_url, data_folder }: Config): Promise<Database> {
  if (database_url !== null) return openPostgres(database_url, { pool_size: 2 });
  await mkdir(data_folder, { recursive: true, mode: 0o700 });
  return openPglite(join(data_folder, 'database'));
}

async function fill(config: Config, archive: ArchiveReader, to: Database): Promise<void> {
  const { head } = archive;
  const { tables, files } = await restore(archive, to, config.data_folder);
  await migrate(to);
  // The folder is this database's own: nobody else has it.
  const owner = await dataOwner(to);
  await claimDataFolder(config, to, owner);
  await handOver(config.data_folder, head.owner, owner);
  const queue = await openQueue(to, (message, error) => console.error(message, describeError(error)));
  const jobs = await queue.deliverAgain().finally(() => queue.stop());
  await endFilling(to);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Sauvegarde du ${head.created_at} : ${countOf(tables.length, 'table', 'tables')}, ${countOf(rows, 'ligne', 'lignes')}, ${countOf(files, 'fichier', 'fichiers')} ; ${countOf(jobs, 'travail', 'travaux')} en attente.`,
  );
}

main().catch(endWith);
