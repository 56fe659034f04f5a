import { cpSync } from 'node:fs';

/** Where what a run makes once is asked for; empty outside the test runner. See `stores-setup.ts`. */
const { PALIER_TEST_STORES = '', PALIER_TEST_DATABASE = '' } = process.env;

/** Whether the run has a server to try everything on (`npm test -- --database`) instead of the embedded database. */
export const isOnGivenServer = PALIER_TEST_DATABASE !== '';

/** embedded: migrated, and nothing else. started: as after a first start of the server. */
type Embedded = 'embedded' | 'started';

async function askRun(what: 'postgres' | Embedded, init?: RequestInit): Promise<string> {
  const response = await fetch(`${PALIER_TEST_STORES}/${what}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** The address of a migrated database of one's own on the run's PostgreSQL server. */
export function newPostgres(): Promise<string> {
  return askRun('postgres');
}

/** Gives it back: a server that was lent keeps nothing of the tests. */
export async function dropPostgres(url: string): Promise<void> {
  await askRun('postgres', { method: 'DELETE', headers: { 'x-database': url } });
}

/** Puts an embedded database in a folder that is not there yet; outside the test runner the server makes its own. */
export async function copyEmbedded(folder: string, what: Embedded): Promise<void> {
  // A thousand small files: one after the other in C++ takes a quarter of the time.
  if (PALIER_TEST_STORES) cpSync(await askRun(what), folder, { recursive: true });
}
