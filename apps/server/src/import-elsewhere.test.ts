import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Import } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitForJobs } from './modules/jobs/service.ts';
import { systemScope } from './scope.ts';
import { startTestApp } from './test/app.ts';
import { dropPostgres, newPostgres } from './test/copies.ts';
import { ORGANIZATION } from './test/small-shop.ts';

let root: string;
let database_url: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-elsewhere-'));
  database_url = await newPostgres();
});
afterAll(async () => {
  await dropPostgres(database_url);
  await rm(root, { recursive: true, force: true });
});

it('files received by one process are imported by another that has the data folder at another place', async () => {
  const start = (folder: string, jobs: boolean) =>
    startTestApp({ database_url, data_folder: join(root, folder), jobs });
  const receiver = await start('here', false);
  const form = new FormData();
  form.append('uploadedFiles', new Blob(['code_produit;libelle;prix_ttc\nR1;Robe;50\n']), 'produits.csv');
  const sent = new Response(form);
  const { status, body } = await receiver.ask('claire', {
    method: 'POST',
    url: '/api/imports',
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  expect(status).toBe(202);
  await receiver.close();
  await cp(join(root, 'here'), join(root, 'there'), { recursive: true });
  await rm(join(root, 'here'), { recursive: true });
  const worker = await start('there', true);
  await waitForJobs(worker.deps.database.db, systemScope(ORGANIZATION));
  const { body: ended } = await worker.ask('claire', { url: `/api/imports/${(body as Import)._id}` });
  expect(ended).toMatchObject({ status: 'completed' });
  await worker.close();
});
