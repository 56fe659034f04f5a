import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../main.ts');

export type ServerProcess = {
  process: ChildProcess;
  port: number;
  /** What it printed so far, both streams. */
  output(): string;
  /** Resolves once it said that it is ready; rejects when it ended before. */
  ready: Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** A port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts the real server as `npm start` does, without the demo unless asked. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = env.PALIER_PORT ? Number(env.PALIER_PORT) : await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env.PATH ?? '', PALIER_PORT: String(port), PALIER_LOG: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        text += chunk;
        if (text.includes('Palier est prêt')) resolve();
      });
    }
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  ready.catch(() => {}); // those who expect it to end do not wait for it
  return { process: child, port, output: () => text, ready, ended };
}
