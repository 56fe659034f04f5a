import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { countOf } from '@palier/domain';
import { z } from 'zod';
import { readConfig, StartError } from '../config.ts';
import { isFullDisk } from '../db/faults.ts';
import { checkArchive } from '../modules/system/backup/archive.ts';
import { operatorKey } from '../modules/system/backup/key.ts';
import { endWith } from './end.ts';

const USAGE = `npm run backup -- fichier.palier

Sauvegarde tout (base et fichiers) dans un fichier, pendant que Palier travaille : sur la machine d'un serveur en marche,
avec ses réglages PALIER_DATA et PALIER_PORT.`;

async function main(): Promise<void> {
  const target = parseArgs({ allowPositionals: true }).positionals[0];
  if (!target) throw new StartError(USAGE);
  const { port, data_folder } = readConfig();
  const draft = `${target}.partial`;
  try {
    await receive(await ask(port, data_folder), draft);
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

/** Has the server begin a backup. @throws StartError when it does not */
async function ask(port: number, data_folder: string): Promise<ReadableStream<Uint8Array>> {
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
    throw new StartError(`Le serveur a refusé la sauvegarde : ${sentenceOf(await answer.text())}`);
  return answer.body;
}

const refusal = z.object({ error: z.string() });

/** What a refusal says to people; all of it when it is none of Palier's. */
function sentenceOf(body: string): string {
  try {
    return refusal.parse(JSON.parse(body)).error;
  } catch {
    return body;
  }
}

/** @throws StartError for a file that cannot be written, or a server that stopped before the end */
async function receive(body: ReadableStream<Uint8Array>, draft: string): Promise<void> {
  const file = await open(draft, 'w', 0o600).catch((cause: unknown) => {
    throw new StartError(`Le fichier ${draft} ne peut pas être écrit.`, { cause });
  });
  const bytes = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(bytes, file.createWriteStream({ flush: true })).catch((cause: unknown) => {
    if (isFullDisk(cause)) throw cause;
    throw new StartError(
      'La sauvegarde s’est interrompue : rien n’en est gardé. Le journal du serveur dit pourquoi ; recommencez ensuite.',
      { cause },
    );
  });
}

main().catch(endWith);
