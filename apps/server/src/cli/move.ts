import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOf } from '@palier/domain';
import { type Config, readConfig, StartError } from '../config.ts';
import { copyDatabase } from '../db/copy.ts';
import { type Database, openPglite, openPostgres } from '../db/database.ts';
import { lockFolder } from '../db/lock.ts';
import { migrate } from '../db/migrate.ts';
import { refuseMoved, setAside } from '../db/moved.ts';
import { endFilling, fillBase, isCopyOf } from '../db/unfinished.ts';
import { describeError } from '../log.ts';
import type { FactFolders } from '../modules/folders/index.ts';
import { openFolders } from '../modules/folders/open.ts';
import { claimDataFolder, dataOwner } from '../modules/folders/owner.ts';
import { openQueue } from '../queue/queue.ts';
import { endWith } from './end.ts';

const USAGE = `npm run move -- postgresql://utilisateur:mot-de-passe@machine/base

Porte la base intégrée du dossier de données (PALIER_DATA) sur PostgreSQL, ligne par ligne, dans une base vide. Palier
doit être arrêté. Les fichiers restent où ils sont ; l'ancienne base est mise de côté, intacte.`;

async function main(): Promise<void> {
  const url = parseArgs({ allowPositionals: true }).positionals[0];
  if (!url || !/^postgres(ql)?:\/\//.test(url)) throw new StartError(USAGE);
  const config = readConfig({ ...process.env, DATABASE_URL: undefined });
  refuseMoved(config.data_folder);
  if (!existsSync(join(config.data_folder, 'database'))) {
    throw new StartError(`Le dossier ${config.data_folder} n'a pas de base intégrée : réglez PALIER_DATA.`);
  }
  const unlock = lockFolder(config.data_folder);
  try {
    await move(config, url);
  } finally {
    unlock();
  }
}

async function move(config: Config, url: string): Promise<void> {
  const to = await openPostgres(url);
  try {
    const from = await openPglite(join(config.data_folder, 'database'));
    try {
      await migrate(from);
      const folders = await openFolders(config, from, await dataOwner(from));
      await copyAll(config, { from, to, folders }).finally(() => folders.close());
    } finally {
      await from.close();
    }
    const aside = await setAside(config.data_folder);
    console.log(`Terminé : démarrez Palier avec DATABASE_URL. L'ancienne base, intacte, est dans ${aside}.`);
  } finally {
    await to.close();
  }
}

interface Moving {
  from: Database;
  to: Database;
  folders: FactFolders;
}

async function copyAll(config: Config, { from, to, folders }: Moving): Promise<void> {
  const copyTables = () =>
    copyDatabase(from, to, ({ table, rows }) => {
      if (rows > 0)
        console.log(`${table} : ${countOf(rows, 'ligne', 'lignes')}, de même contenu des deux côtés`);
    });
  const copied = (await isCopyOf(from, to)) ? await copyTables() : await fillBase(to, copyTables);
  const rows = copied.reduce((sum, table) => sum + table.rows, 0);
  const owner = await dataOwner(to);
  await claimDataFolder(config, to, owner);
  const handed = await folders.handOver(await dataOwner(from), owner);
  const queue = await openQueue(to, (message, error) => console.error(message, describeError(error)));
  const jobs = await queue.deliverAgain().finally(() => queue.stop());
  await endFilling(to);
  console.log(
    `${copied.length} tables, ${countOf(rows, 'ligne', 'lignes')} ; ${countOf(handed, 'dossier', 'dossiers')} de données ; ${countOf(jobs, 'travail', 'travaux')} en attente.`,
  );
}

main().catch(endWith);
