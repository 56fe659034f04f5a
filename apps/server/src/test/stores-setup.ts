import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openQueue } from '../queue/queue.ts';
import { type GivenServer, openGivenServer } from './given-server.ts';
import { startPostgres } from './postgres.ts';

/**
 * What all files of a run share, made when the first of them asks: a PostgreSQL server that gives out migrated
 * databases (the one of `--database`, or one of the run's own), the folder of a migrated embedded one, and that of one
 * which a server has already started on, with the queue's own tables. Making them anew costs seconds each time.
 */
export async function setup(): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  const make: Record<string, () => Promise<string>> = {
    '/embedded': async () => {
      const folder = await mkdtemp(join(tmpdir(), 'palier-embedded-'));
      ends.push(() => rm(folder, { recursive: true, force: true }));
      const database = await openPglite(join(folder, 'database'));
      await migrate(database);
      await database.close();
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
  let opened: Promise<GivenServer> | undefined;
  const postgres = (): Promise<GivenServer> => {
    opened ??= openServer(ends);
    return opened;
  };
  const server = createServer(async ({ url = '', method, headers }, response) => {
    try {
      if (url !== '/postgres') response.end(await shared(url));
      else if (method === 'GET') response.end(await (await postgres()).make());
      else response.end(await (await postgres()).drop(String(headers['x-database'])));
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

async function openServer(ends: (() => Promise<void>)[]): Promise<GivenServer> {
  const { PALIER_TEST_DATABASE: given = '' } = process.env;
  if (given) {
    const server = await openGivenServer(given);
    ends.push(() => server.close());
    return server;
  }
  const own = await startPostgres();
  ends.push(() => own.stop());
  // Its databases go with it.
  return { ...(await openGivenServer(own.url)), drop: async () => {} };
}
