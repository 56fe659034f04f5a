import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startJobs } from '../../compose.ts';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { warehouseVersion } from '../facts/index.ts';
import { openReaders } from '../files/index.ts';
import { warehousePath } from '../folders/index.ts';
import { waitForJobs } from '../jobs/index.ts';
import { findImport } from './repository.ts';
import { requestImport } from './service.ts';

let test: TestApp;
afterEach(() => test.close());
const scope = systemScope('org_maison_brume');

/** An import of a file, as the screen asks for it. */
async function request(name: string, content: string) {
  const { database, queue, config } = test.deps;
  const staging_folder = join(config.data_folder, 'staging', name);
  await mkdir(staging_folder, { recursive: true });
  const path = join(staging_folder, name);
  await writeFile(path, content);
  const files = [{ name, path, size_bytes: content.length }];
  return requestImport({ db: database.db, queue }, scope, { files, staging_folder });
}
const find = async (id: string) => findImport(test.deps.database.db, scope, id);
const attempts = async (id: string) =>
  (
    await test.deps.database.db
      .selectFrom('job as j')
      .innerJoin('import as i', 'i.job_id', 'j.job_id')
      .select(['j.attempt', 'j.status'])
      .where('i.import_id', '=', id)
      .executeTakeFirstOrThrow()
  ).attempt;

const ITEMS = 'code produit;libellé;prix TTC;stock\nA1;Robe été;49,90;12\n';

it('a file that ends its reader fails its import once, and the data before it is served', async () => {
  test = await startTestApp({ jobs: true });
  const good = await request('articles.csv', ITEMS);
  await waitForJobs(test.deps.database.db, scope);
  expect((await find(good))?.status).toBe('completed');
  const served = await warehouseVersion(test.deps.database.db, scope);

  const readers = test.deps.readers;
  const small = openReaders({ log: test.deps.log, memory_bytes: 90e6 });
  test.deps.readers = small;
  Object.assign(readers, small);
  const bad = await request('trop.csv', ITEMS.replace('A1', 'A2'));
  await waitForJobs(test.deps.database.db, scope);
  expect(await find(bad)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(
      /^Import refusé\. La lecture d.* a été arrêtée : elle demande trop de mémoire\. Rien n’a été importé/,
    ),
  });
  expect(await attempts(bad)).toBe(1);
  expect(await warehouseVersion(test.deps.database.db, scope)).toBe(served);
  const folder = join(test.deps.folders.root, warehousePath(scope.organization_id));
  expect((await readdir(folder)).filter((name) => name.startsWith('.tmp-'))).toEqual([]);
  expect(await readdir(join(test.deps.config.data_folder, 'staging'))).not.toContain('trop.csv');
  small.close();
});

it('an import found again after the server died is refused for good when its file ends the reader', async () => {
  test = await startTestApp({ reader_memory_mb: 90 });
  const { database } = test.deps;
  const id = await request('trop.csv', ITEMS);
  // As a server leaves it that was killed while it read.
  await database.executeSql(`update job set status = 'running', attempt = 1 where kind = 'import'`);
  await startJobs(test.deps);
  await waitForJobs(database.db, scope);
  expect(await find(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('trop de mémoire'),
  });
  expect(await attempts(id)).toBe(2);
  // And at the next start nothing is left to deliver.
  const left = await database.executeSql(
    `select state from pgboss.job where name = 'import' and state in ('created', 'retry', 'active')`,
  );
  expect(left.rows).toEqual([]);
  expect((await find(id))?.status).toBe('failed');
});
