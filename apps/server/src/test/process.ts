import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const NODE_OPTIONS = '--disable-warning=ExperimentalWarning';
const MAIN = join(import.meta.dirname, '../main.ts');
/** What `npm start` puts around the server, and `npm run worker` around a worker. */
const LAUNCHER = join(import.meta.dirname, '../../../../scripts/run.mjs');

/** What a process has of this one's environment. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
const KEPT = { PATH, NODE_COMPILE_CACHE };

/** How a process is started: by itself or under its launcher. */
const COMMANDS = {
  server: [NODE_OPTIONS, MAIN],
  launcher: [LAUNCHER, 'apps/server/src/main.ts'],
  worker: [NODE_OPTIONS, join(import.meta.dirname, '../worker.ts')],
};
export type Entry = keyof typeof COMMANDS;

export interface ServerProcess {
  process: ChildProcess;
  port: number;
  /** What it printed so far, both streams. */
  output(): string;
  /** Resolves once it said that it is ready; rejects when it ended before. */
  ready: Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

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
export async function startServer(
  env: Record<string, string>,
  entry: Entry = 'server',
): Promise<ServerProcess> {
  const port = env.PALIER_PORT ? Number(env.PALIER_PORT) : await freePort();
  const child = spawn(process.execPath, COMMANDS[entry], {
    env: { ...KEPT, PALIER_PORT: String(port), PALIER_LOG: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        text += chunk;
        if (/Palier (est prêt|attend des travaux)/.test(text)) resolve();
      });
    }
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  ready.catch(() => {}); // those who expect it to end do not wait for it
  return { process: child, port, output: () => text, ready, ended };
}
