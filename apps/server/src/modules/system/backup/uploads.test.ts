import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobs } from '../../../compose.ts';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { ORGANIZATION } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/service.ts';
import { backup } from './save.ts';

const RESTORE = join(import.meta.dirname, '../../../cli/restore.ts');
const ITEMS = 'item_group_id,item_id,title,brand,family,size,price,cost\nA,A-S,Robe,Lune,Robes,S,50,20';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-uploads-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function send(test: TestApp): Promise<number> {
  const form = new FormData();
  form.append('uploadedFiles', new Blob([ITEMS]), 'items.csv');
  form.append('mapping', JSON.stringify({ accept_likely: true }));
  const request = new Response(form);
  const { status } = await test.ask('claire', {
    ...{ method: 'POST', url: '/api/imports', payload: Buffer.from(await request.arrayBuffer()) },
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
  return status;
}

const statuses = async ({ deps }: TestApp): Promise<string[]> => {
  const { rows } = await deps.database.executeSql(`select status from job where kind = 'import'`);
  return (rows as { status: string }[]).map(({ status }) => status);
};
const work = ({ deps }: TestApp) => waitForJobs(deps.database.db, systemScope(ORGANIZATION));

it('files received before a backup began are in it, though they were imported while it was being sent', async () => {
  const [data_folder, to, file] = [join(root, 'data'), join(root, 'to'), join(root, 'backup.palier')];
  const test = await startTestApp({ data_folder, jobs: false });
  expect(await send(test)).toBe(202);
  const bytes = backup(test.deps);
  const { value: head } = await bytes.next(); // the database is written down
  await startJobs(test.deps);
  await work(test);
  expect(await statuses(test)).toEqual(['completed']);
  await pipeline(async function* () {
    yield head as Buffer;
    yield* bytes;
  }, createWriteStream(file));
  await test.close();

  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', RESTORE, file], {
    env: { PATH: process.env.PATH ?? '', PALIER_DATA: to, PALIER_DEMO: 'non' },
    stdio: 'inherit',
  });
  expect((await once(child, 'exit'))[0]).toBe(0);
  const restored = await startTestApp({ data_folder: to, jobs: true });
  await work(restored);
  expect(await statuses(restored)).toEqual(['completed']);
  await restored.close();
}, 600_000);
