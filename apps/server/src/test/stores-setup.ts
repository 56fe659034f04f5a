import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPglite, openPostgres } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openQueue } from '../queue/queue.ts';
import { startPostgres } from './postgres.ts';

const MIGRATED = 'migrated';

/**
 * What all files of a run share, made when the first of them asks: a PostgreSQL server with a migrated database to be
 * copied, the folder of a migrated embedded one, and that of one which a server has already started on, with the
 * queue's own tables. Making them anew costs seconds of computing each time.
 */
export async function setup(): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  const make: Record<string, () => Promise<string>> = {
    '/postgres': async () => {
      const server = await startPostgres();
      ends.push(() => server.stop());
      const base = new URL(server.url);
      base.pathname = `/${MIGRATED}`;
      const admin = await openPostgres(server.url);
      await admin.executeSql(`create database ${MIGRATED}`);
      await admin.close();
      await migrateAndClose(await openPostgres(base.href));
      return base.href;
    },
    '/embedded': async () => {
      const folder = await mkdtemp(join(tmpdir(), 'palier-embedded-'));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      await migrateAndClose(await openPglite(join(folder, 'database')));
      return join(folder, 'database');
    },
    '/started': async () => {
      const folder = await mkdtemp(join(tmpdir(), 'palier-started-'));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      await cp(await shared('/embedded'), join(folder, 'database'), { recursive: true });
      const database = await openPglite(join(folder, 'database'));
      await (await openQueue(database, () => {})).stop();
      await database.close();
      return join(folder, 'database');
    },
  };
  const made = new Map<string, Promise<string>>();
  const shared = async (url: string): Promise<string> => {
    const answer = made.get(url) ?? make[url]?.();
    if (!answer) throw new Error(`nothing is shared at ${url}`);
    made.set(url, answer);
    return answer;
  };
  const server = createServer(async ({ url = '' }, response) => {
    try {
      response.end(await shared(url));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.env.PALIER_TEST_STORES = `http://127.0.0.1:${address.port}`;
  return async () => {
    server.close();
    for (const end of ends) await end();
  };
}

async function migrateAndClose(database: Database): Promise<void> {
  await migrate(database);
  await database.close();
}
