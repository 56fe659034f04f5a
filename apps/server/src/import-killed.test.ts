import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPglite } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { issueTokenFromFolder } from './identity/index.ts';
import { addDemoUsers, userOf } from './test/app.ts';
import { type ServerProcess, startServer } from './test/process.ts';

let folder: string;
const running: ServerProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-killed-'));
  const database = await openPglite(join(folder, 'database'));
  await migrate(database);
  await addDemoUsers({ database });
  await database.close();
});
afterEach(async () => {
  for (const server of running.splice(0)) await kill(server);
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServer({ PALIER_DATA: folder, PALIER_DEMO: 'non' });
  running.push(server);
  await server.ready;
  return server;
}

async function kill(server: ServerProcess): Promise<void> {
  server.process.kill('SIGKILL');
  await server.ended;
}

async function ask(server: ServerProcess, path: string, method = 'GET', body?: FormData | object) {
  const public_url = `http://localhost:${server.port}`;
  const settings = { public_url, data_folder: folder, production: false, sign_in: { kind: 'demo' } as const };
  const token = await issueTokenFromFolder(settings, userOf('claire'));
  const isForm = body instanceof FormData;
  const response = await fetch(`${public_url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function check(server: ServerProcess, prefix: string, count: number): Promise<string> {
  const rows = Array.from(
    { length: count },
    (_, index) => `${prefix}${index},Robe ${prefix}${index},Lune,50,20,5`,
  );
  const form = new FormData();
  form.append('check', 'true');
  const content = ['code_produit,libelle,marque,prix_ttc,prix_revient,stock', ...rows].join('\n');
  form.append('uploadedFiles', new Blob([content]), 'p.csv');
  return String((await ask(server, '/imports', 'POST', form)).body._id);
}

const statusOf = async (server: ServerProcess, id: string) =>
  (await ask(server, `/imports/${id}`)).body.status;
const itemCount = async (server: ServerProcess) =>
  Number((await ask(server, '/items')).body.item_group_count);
const publish = (server: ServerProcess, id: string) =>
  ask(server, `/imports/${id}/publish`, 'POST', { answers: {} });

/** Kills the server at the first thing that it writes of what was asked, or once it answered. */
async function killWhileWriting(server: ServerProcess, send: () => Promise<unknown>): Promise<void> {
  const watcher = watch(folder, { recursive: true });
  const written = once(watcher, 'change');
  const answered = send().catch(() => null);
  await Promise.race([written, answered]);
  await kill(server);
  watcher.close();
  await answered;
}

it('killed during a check, before and while it is published, and while going back: whole versions, never half', async () => {
  const first = await start();
  const small = await check(first, 'A', 200);
  await expect.poll(() => statusOf(first, small)).toBe('completed');
  expect((await publish(first, small)).status).toBe(200);

  const large = await check(first, 'N', 3000);
  await expect.poll(() => statusOf(first, large), { interval: 5 }).not.toBe('requested');
  await kill(first); // in the middle of the check
  const second = await start();
  expect(await itemCount(second)).toBe(200);
  await expect.poll(() => statusOf(second, large)).toBe('completed');
  expect(await itemCount(second)).toBe(200);
  await kill(second); // between the check and its publication

  const third = await start();
  expect(await itemCount(third)).toBe(200);
  await killWhileWriting(third, () => publish(third, large));

  const fourth = await start();
  const after = await itemCount(fourth);
  expect([200, 3200]).toContain(after);
  // Published or still to be: the check itself was not lost.
  if (after === 200) expect((await publish(fourth, large)).status).toBe(200);
  expect(await itemCount(fourth)).toBe(3200);
  const { body } = await ask(fourth, '/warehouse-versions');
  const versions = body.data as { version: number; is_current: boolean }[];
  expect(versions.map(({ is_current }) => is_current)).toEqual([true, false]);
  await killWhileWriting(fourth, () =>
    ask(fourth, `/warehouse-versions/${versions[1]?.version}/restore`, 'POST'),
  );

  const last = await start();
  expect([200, 3200]).toContain(await itemCount(last));
}, 300_000);

/** The months of the sales in place, as the versions say them: the day that decides is the answer's. */
async function lastSale(server: ServerProcess): Promise<unknown> {
  const { body } = await ask(server, '/warehouse-versions');
  const versions = body.data as { figures: { last_sale_date: string | null } }[];
  return versions[0]?.figures.last_sale_date ?? null;
}

it('killed while an answer is taken: the question is answered or still open, and nothing is published by itself', async () => {
  const first = await start();
  const form = new FormData();
  form.append('check', 'true');
  const sales = [
    'Date;Référence;Magasin;Qté;Montant TTC',
    '01/02/2026;A1;Lyon;1;50',
    '03/04/2026;A1;Lyon;2;100',
  ];
  form.append('uploadedFiles', new Blob([sales.join('\n')]), 'ventes.csv');
  const id = String((await ask(first, '/imports', 'POST', form)).body._id);
  await expect.poll(() => statusOf(first, id)).toBe('completed');
  const { body } = await ask(first, `/imports/${id}`);
  const { questions } = body.report as { questions: { key: string; code: string }[] };
  const key = questions.find(({ code }) => code === 'date_order')?.key ?? '';
  expect(key).not.toBe('');
  const answers = Object.fromEntries(questions.map((question) => [question.key, 'month']));
  await killWhileWriting(first, () => ask(first, `/imports/${id}/check`, 'PUT', { answers }));

  const second = await start();
  await expect.poll(() => statusOf(second, id)).toBe('completed');
  expect(await lastSale(second)).toBeNull();
  // Taken or lost, the answer given with the publication counts: 200, or 409 and a check made again with it.
  const published = await ask(second, `/imports/${id}/publish`, 'POST', { answers });
  if (published.status !== 200) {
    expect(published.status).toBe(409);
    await expect.poll(() => statusOf(second, id)).toBe('completed');
    expect((await ask(second, `/imports/${id}/publish`, 'POST', { answers })).status).toBe(200);
  }
  expect(await lastSale(second)).toBe('2026-03-04');
}, 300_000);
