import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const COMMAND = join(import.meta.dirname, 'backup.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-backup-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the real command against a server that answers so. @returns its exit code and what it said */
async function run(target: string, answer: RequestListener): Promise<{ code: number; text: string }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, target], {
    env: { PATH: process.env.PATH ?? '', PALIER_DATA: join(folder, 'data'), PALIER_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'exit');
  server.closeAllConnections();
  server.close();
  return { code: Number(code), text: text.trim() };
}

const left = async () => (await readdir(folder)).filter((name) => name !== 'data');

it('a disk that the backup does not fit on is said in a sentence, and nothing of it is left', async () => {
  const target = join(folder, 'full.palier');
  await symlink('/dev/full', `${target}.partial`);
  const { code, text } = await run(target, (_, response) => response.end('x'.repeat(100_000)));
  expect({ code, text }).toEqual({
    code: 1,
    text: 'Le disque est plein : faites de la place, puis recommencez.',
  });
  expect(await left()).toEqual([]);
});

it('a server that stops before the end is said in a sentence, and nothing is left of what it sent', async () => {
  const { code, text } = await run(join(folder, 'cut.palier'), (_, response) => {
    response.write('x'.repeat(100_000), () => response.destroy());
  });
  expect(code).toBe(1);
  expect(text).toMatch(/^La sauvegarde s’est interrompue : rien n’en est gardé\. [^\n]+$/);
  expect(await left()).toEqual([]);
});

it('a refusal of the server is said as it says it, without the form of its answer', async () => {
  const { text } = await run(join(folder, 'refused.palier'), (_, response) => {
    response.statusCode = 409;
    response.end(JSON.stringify({ error: 'Une sauvegarde est déjà en cours.', code: 'conflict' }));
  });
  expect(text).toBe('Le serveur a refusé la sauvegarde : Une sauvegarde est déjà en cours.');
});

it('a file that cannot be written is named', async () => {
  const target = join(folder, 'nowhere', 'b.palier');
  const { text } = await run(target, (_, response) => response.end('x'));
  expect(text).toBe(`Le fichier ${target}.partial ne peut pas être écrit.`);
});
