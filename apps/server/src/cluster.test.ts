import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Import, Project } from '@palier/contract';
import type { Line, LinePage } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from './db/database.ts';
import { issueTokenFromFolder } from './identity/index.ts';
import { addDemoUsers, userOf } from './test/app.ts';
import { dropPostgres, newPostgres } from './test/copies.ts';
import { type ServerProcess, startServer } from './test/process.ts';

// Two server processes on one PostgreSQL and one folder of facts.

let folder: string;
let database_url: string;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-cluster-'));
  database_url = await newPostgres();
  const database = await openPostgres(database_url);
  await addDemoUsers({ database });
  await database.close();
  const env = { PALIER_DATA: folder, DATABASE_URL: database_url, PALIER_DEMO: 'non' };
  // The second takes no jobs: what it shows comes from what the first one published.
  servers = [await startServer(env), await startServer({ ...env, PALIER_JOBS: 'non' })];
  for (const server of servers) await server.ready;
});

afterAll(async () => {
  for (const server of servers) {
    server.process.kill('SIGTERM');
    await server.ended;
  }
  await dropPostgres(database_url);
  await rm(folder, { recursive: true, force: true });
});

async function ask<T>(index: number, path: string, init: RequestInit = {}): Promise<T> {
  const server = servers[index];
  if (!server) throw new Error('no such server');
  const public_url = `http://localhost:${server.port}`;
  const settings = { public_url, data_folder: folder, production: false, sign_in: { kind: 'demo' } as const };
  const token = await issueTokenFromFolder(settings, userOf(index === 0 ? 'claire' : 'ines'));
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const response = await fetch(`${public_url}/api${path}`, { ...init, headers });
  const body = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body as T;
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function importShop(): Promise<void> {
  const form = new FormData();
  const items = ['code_produit,libelle,marque,prix_ttc,prix_revient,stock'];
  const sales = ['date,code_produit,quantite'];
  for (let product = 0; product < 20; product++) {
    items.push(`P${product},Robe ${product},Lune,50,20,${20 + product}`);
    for (let day = 1; day <= 28; day++)
      sales.push(`2026-06-${String(day).padStart(2, '0')},P${product},${1 + (product % 3)}`);
  }
  form.append('uploadedFiles', new Blob([items.join('\n')]), 'produits.csv');
  form.append('uploadedFiles', new Blob([sales.join('\n')]), 'ventes.csv');
  let state = await ask<Import>(1, '/imports', { method: 'POST', body: form });
  await expect
    .poll(async () => {
      state = await ask<Import>(1, `/imports/${state._id}`);
      return state.status;
    })
    .toBe('completed');
}

it('a file given to one server is imported by the other, and both show the project', async () => {
  await importShop();
  const phases = [{ start_date: '2026-07-01' }, { start_date: '2026-07-15' }];
  const project = await ask<Project>(
    1,
    '/projects',
    json('POST', { name: 'Op/Robes', phases, end_date: '2026-08-01' }),
  );
  await expect
    .poll(async () => (await ask<Project['snapshot']>(1, `/projects/${project._id}/snapshot`))?.status)
    .toBe('ready');
  for (const index of [0, 1]) {
    expect((await ask<LinePage>(index, `/projects/${project._id}/discounts`)).discount_count).toBe(20);
  }
});

it('each server sees the edits of the other at once, in every listing', async () => {
  const { data } = await ask<{ data: Project[] }>(0, '/projects');
  const project_id = data[0]?._id ?? '';
  const lines = async (index: number) =>
    (await ask<LinePage>(index, `/projects/${project_id}/discounts?size=100`)).data;
  const before = await lines(0);
  let checked = 0;
  for (const [position, line] of before.entries()) {
    const writer = position % 2;
    const discount = [20, 30, 40, 50][position % 4];
    await ask(
      writer,
      `/projects/${project_id}/discounts`,
      json('PUT', { [line._id]: { discount_pct_user: discount } }),
    );
    const seen = (await lines(1 - writer)).find((one: Line) => one._id === line._id);
    expect(seen?.discount_pct).toBe(discount);
    checked += 1;
  }
  expect(checked).toBe(20);
});

it("the other server's browsers are told which lines changed", async () => {
  const { data } = await ask<{ data: Project[] }>(0, '/projects');
  const project_id = data[0]?._id ?? '';
  const server = servers[1];
  const public_url = `http://localhost:${server?.port}`;
  const settings = { public_url, data_folder: folder, production: false, sign_in: { kind: 'demo' } as const };
  const token = await issueTokenFromFolder(settings, userOf('ines'));
  const stop = new AbortController();
  const stream = await fetch(`${public_url}/api/events?project_id=${project_id}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const reader = stream.body?.getReader();
  const [line] = (await ask<LinePage>(0, `/projects/${project_id}/discounts?size=1`)).data;
  await ask(
    0,
    `/projects/${project_id}/discounts`,
    json('PUT', { [line?._id ?? '']: { discount_pct_user: 60 } }),
  );
  let text = '';
  while (!text.includes('event: discounts')) text += new TextDecoder().decode((await reader?.read())?.value);
  expect(text).toContain(line?._id);
  expect(text).toContain('Claire Vasseur');
  stop.abort();
});

it('ten people on each server edit the same lines: nothing is lost or mixed up', async () => {
  const { data } = await ask<{ data: Project[] }>(0, '/projects');
  const project_id = data[0]?._id ?? '';
  const { data: lines } = await ask<LinePage>(0, `/projects/${project_id}/discounts?size=100`);
  const edits = Array.from({ length: 20 }, async (_, editor) => {
    for (let turn = 0; turn < 5; turn++) {
      const line = lines[(editor + turn) % lines.length];
      const payload = { [line?._id ?? '']: { discount_pct_user: 20 + 10 * ((editor + turn) % 5) } };
      await ask(editor % 2, `/projects/${project_id}/discounts`, json('PUT', payload));
    }
  });
  await Promise.all(edits);
  const [left, right] = [
    await ask<LinePage>(0, `/projects/${project_id}/discounts?size=100`),
    await ask<LinePage>(1, `/projects/${project_id}/discounts?size=100`),
  ];
  const shown = (page: LinePage) => page.data.map((line) => [line._id, line.discount_pct, line.version]);
  expect(shown(left)).toEqual(shown(right));
});
