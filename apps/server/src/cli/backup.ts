import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { countOf } from '@palier/domain';
import { readConfig, StartError } from '../config.ts';
import { describeError } from '../log.ts';
import { BrokenArchive, checkArchive } from '../modules/system/backup/archive.ts';
import { operatorKey } from '../modules/system/backup/key.ts';

const USAGE = `npm run backup -- fichier.palier

Sauvegarde tout (base et fichiers) dans un fichier, pendant que Palier travaille : sur la machine d'un serveur en marche,
avec ses réglages PALIER_DATA et PALIER_PORT.`;

async function main(): Promise<void> {
  const target = parseArgs({ allowPositionals: true }).positionals[0];
  if (!target) throw new StartError(USAGE);
  const { port, data_folder } = readConfig();
  const url = `http://127.0.0.1:${port}/backup`;
  const headers = { authorization: `Bearer ${await operatorKey(data_folder)}` };
  const answer = await fetch(url, { headers }).catch((cause: unknown) => {
    throw new StartError(`Palier ne répond pas sur le port ${port} : démarrez-le, ou réglez PALIER_PORT.`, {
      cause,
    });
  });
  if (answer.status === 404)
    throw new StartError(
      `Le serveur du port ${port} n’a pas ce dossier de données : réglez PALIER_DATA comme lui.`,
    );
  if (!answer.ok || !answer.body)
    throw new StartError(`Le serveur a refusé la sauvegarde : ${await answer.text()}`);
  const draft = `${target}.partial`;
  try {
    const bytes = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flush: true }));
    // What cannot be restored is no backup.
    const { tables, files } = await checkArchive(draft);
    await rename(draft, target);
    const said = `${countOf(tables, 'table', 'tables')} et ${countOf(files, 'fichier', 'fichiers')}, relus`;
    console.log(`${said} : ${target} (secret : il a aussi les clés de signature).`);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

main().catch((error: unknown) => {
  const isKnown = error instanceof StartError || error instanceof BrokenArchive;
  console.error(isKnown ? error.message : describeError(error));
  process.exitCode = 1;
});
