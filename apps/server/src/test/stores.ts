import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Database, openPglite, openPostgres } from '../db/database.ts';
import { copyEmbedded, dropPostgres, newPostgres } from './copies.ts';

export interface Store {
  /** A migrated database that the tests of a file share. */
  database(): Database;
  /** As another process has it: another connection where there is a server, the same database where it is embedded. */
  another(): Promise<Database>;
  /** A migrated database that nothing else has written to. */
  untouched(): Promise<Database>;
}

/** Describes the same tests on the embedded database and on a real PostgreSQL: every query runs on both. */
export function eachDatabase(title: string, tests: (store: Store) => void): void {
  describe.each(['embedded', 'PostgreSQL'])(`${title} (%s)`, (kind) => {
    const isServer = kind === 'PostgreSQL';
    const opened: Database[] = [];
    const folders: string[] = [];
    const addresses: string[] = [];
    let address: string;
    let first: Database;

    /** A migrated database of its own: the address of one on the server, or the folder of an embedded one. */
    async function make(): Promise<string> {
      if (isServer) {
        const made = await newPostgres();
        addresses.push(made);
        return made;
      }
      const folder = await mkdtemp(join(tmpdir(), 'palier-test-'));
      folders.push(folder);
      await copyEmbedded(join(folder, 'database'), 'embedded');
      return join(folder, 'database');
    }
    async function open(at: string): Promise<Database> {
      const database = await (isServer ? openPostgres(at) : openPglite(at));
      opened.push(database);
      return database;
    }

    beforeAll(async () => {
      address = await make();
      first = await open(address);
    });
    afterAll(async () => {
      for (const database of opened) await database.close();
      for (const made of addresses) await dropPostgres(made);
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    });

    tests({
      database: () => first,
      another: async () => (isServer ? open(address) : first),
      untouched: async () => open(await make()),
    });
  });
}
