import { cp } from 'node:fs/promises';
import { openPostgres } from '../db/database.ts';

/** Where what a run makes once is asked for; empty outside the test runner. See `stores-setup.ts`. */
const { PALIER_TEST_STORES = '' } = process.env;

/** embedded: migrated, and nothing else. started: as after a first start of the server. */
type Embedded = 'embedded' | 'started';

async function shareFolder(what: 'postgres' | Embedded): Promise<string> {
  const response = await fetch(`${PALIER_TEST_STORES}/${what}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** The address of a migrated database of one's own on the run's PostgreSQL server. */
export async function newPostgres(): Promise<string> {
  const url = new URL(await shareFolder('postgres'));
  const migrated = url.pathname.slice(1);
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  url.pathname = '/postgres';
  const admin = await openPostgres(url.href);
  await admin.executeSql(`create database ${name} template ${migrated}`);
  await admin.close();
  url.pathname = `/${name}`;
  return url.href;
}

/** Puts an embedded database in a folder that is not there yet; outside the test runner the server makes its own. */
export async function copyEmbedded(folder: string, what: Embedded): Promise<void> {
  if (PALIER_TEST_STORES) await cp(await shareFolder(what), folder, { recursive: true });
}
