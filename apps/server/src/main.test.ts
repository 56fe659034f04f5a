import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPglite } from './db/database.ts';
import { issueTokenFromFolder } from './identity/index.ts';
import { newId } from './ids.ts';
import { addDemoUsers, userOf } from './test/app.ts';
import { copyEmbedded } from './test/copies.ts';
import { type ServerProcess, startServer } from './test/process.ts';

/** Times that a server is killed during edits; PALIER_THOROUGH=1 kills it more often. */
const KILLS = process.env.PALIER_THOROUGH ? 10 : 2;

let folder: string;
const running: ServerProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-main-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.process.kill('SIGKILL');
    await server.ended;
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ PALIER_DATA: folder, PALIER_DEMO: 'non', ...env });
  running.push(server);
  return server;
}

/** One sentence, without a stack, and exit code 1. */
async function expectRefusal(server: ServerProcess, sentence: RegExp): Promise<void> {
  expect(await server.ended).toBe(1);
  const lines = server.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
}

describe('a start that cannot succeed says why in one sentence', () => {
  it('the port is used', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    try {
      await expectRefusal(await start({ PALIER_PORT: String(port) }), /^Le port \d+ est déjà utilisé/);
    } finally {
      other.close();
    }
  });

  it('the data folder cannot be written', async () => {
    const path = join(folder, 'fichier');
    await writeFile(path, 'not a folder');
    await expectRefusal(await start({ PALIER_DATA: join(path, 'data') }), /n'est pas accessible en écriture/);
  });

  it('the settings are wrong: all of them are named', async () => {
    const server = await start({ PALIER_PORT: 'quatre', DATABASE_URL: 'mysql://x', PALIER_LOG: 'bavard' });
    await expectRefusal(server, /^Configuration incorrecte : .*PALIER_PORT.*PALIER_LOG.*DATABASE_URL/);
  });

  it('another Palier has the data folder', async () => {
    await copyEmbedded(join(folder, 'database'), 'started');
    const first = await start();
    await first.ready;
    await expectRefusal(await start(), /est déjà utilisé par un autre Palier/);
  });
});

it('Ctrl-C ends it cleanly, and it starts again on the same data', async () => {
  const first = await start();
  await first.ready;
  first.process.kill('SIGINT');
  expect(await first.ended).toBe(0);
  const second = await start();
  await second.ready;
  expect((await fetch(`http://localhost:${second.port}/health/ready`)).status).toBe(200);
});

it('killed with -9 during edits, it loses none that it acknowledged', async () => {
  const { project_id, ids } = await prepareProject(40);
  const acknowledged = new Map<string, number>();
  const unanswered = new Map<string, number>();
  for (let round = 0; round < KILLS; round++) {
    const server = await start();
    await server.ready;
    const seen = await editUntilKilled(server, project_id, ids, round);
    for (const [id, discount] of seen.acknowledged) acknowledged.set(id, discount);
    for (const id of ids) unanswered.delete(id);
    for (const [id, discount] of seen.unanswered) unanswered.set(id, discount);
  }
  expect(acknowledged.size).toBe(ids.length);
  expect(unanswered.size).toBeLessThan(ids.length / 2);
  const database = await openPglite(join(folder, 'database'));
  const rows = await database.db
    .selectFrom('discount')
    .select(['discount_id', 'discount_pct_user'])
    .execute();
  await database.close();
  const stored = new Map(rows.map((row) => [row.discount_id, row.discount_pct_user]));
  // An edit whose answer the kill swallowed may be there or not: never anything older than what was acknowledged.
  for (const [id, discount] of acknowledged) expect([discount, unanswered.get(id)]).toContain(stored.get(id));
});

/** A project with lines, written straight into the embedded database of the data folder. */
async function prepareProject(count: number): Promise<{ project_id: string; ids: string[] }> {
  await copyEmbedded(join(folder, 'database'), 'started');
  const database = await openPglite(join(folder, 'database'));
  await addDemoUsers({ database });
  const project_id = newId();
  await database.executeSql(
    `insert into project (project_id, organization_id, name, end_date, discount_pct_range, working_phase, created_by)
     values ($1, 'org_maison_brume', 'Op/Edits', '2099-01-01', '[20,30,40,50,60]', 0, 'test')`,
    [project_id],
  );
  const ids = Array.from({ length: count }, newId);
  await database.executeSql(
    `insert into discount (project_id, discount_id, item_group_id, version)
     select $1, id, 'g' || n, 0 from unnest($2::uuid[]) with ordinality as l(id, n)`,
    [project_id, ids],
  );
  await database.close();
  return { project_id, ids };
}

/** Edits lines from many editors until the server is killed; answers what was acknowledged and what was on its way. */
async function editUntilKilled(server: ServerProcess, project_id: string, ids: string[], round: number) {
  const public_url = `http://localhost:${server.port}`;
  const settings = { public_url, data_folder: folder, production: false, sign_in: { kind: 'demo' } as const };
  const token = await issueTokenFromFolder(settings, userOf('claire'));
  const acknowledged = new Map<string, number>();
  const unanswered = new Map<string, number>();
  let sent = 0;
  const edit = async (id: string, discount: number) => {
    unanswered.set(id, discount);
    const response = await fetch(`${public_url}/api/projects/${project_id}/discounts`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ [id]: { discount_pct_user: discount } }),
    });
    if (response.status !== 200)
      throw new Error(`edit answered ${response.status}: ${await response.text()}`);
    acknowledged.set(id, discount);
    unanswered.delete(id);
  };
  const editor = async (own: string[]) => {
    for (let turn = 0; ; turn++) {
      for (const id of own) {
        if (server.process.killed) return;
        await edit(id, ((turn + round) % 6) * 10).catch((error) => {
          if (!server.process.killed) throw error;
        });
        sent += 1;
        if (sent === 6 * ids.length) server.process.kill('SIGKILL');
      }
    }
  };
  const editors = Array.from({ length: 8 }, (_, index) => editor(ids.filter((_id, at) => at % 8 === index)));
  await Promise.all(editors);
  await server.ended;
  return { acknowledged, unanswered };
}

it('killed in the middle of an import, it serves the version before, then takes the import up again', async () => {
  await prepareProject(1);
  const first = await start();
  await first.ready;
  const earlier = await sendProducts(first, 'A', 200);
  await expect.poll(() => importStatus(first, earlier)).toBe('completed');
  const id = await sendProducts(first, 'N', 3000);
  await expect.poll(() => importStatus(first, id), { interval: 5 }).not.toBe('requested');
  first.process.kill('SIGKILL');
  await first.ended;
  const reader = await start({ PALIER_JOBS: 'non' });
  await reader.ready;
  // Killed before or after the version was published: the answer is whole either way.
  expect([200, 3200]).toContain(await itemCount(reader));
  reader.process.kill('SIGTERM');
  await reader.ended;
  const last = await start();
  await last.ready;
  await expect.poll(() => importStatus(last, id)).toBe('completed');
  expect(await itemCount(last)).toBe(3200);
});

async function ask(
  server: ServerProcess,
  path: string,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  const public_url = `http://localhost:${server.port}`;
  const settings = { public_url, data_folder: folder, production: false, sign_in: { kind: 'demo' } as const };
  const token = await issueTokenFromFolder(settings, userOf('claire'));
  const response = await fetch(`${public_url}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as Record<string, unknown>;
}

const itemCount = async (server: ServerProcess) => Number((await ask(server, '/items')).item_group_count);
const importStatus = async (server: ServerProcess, id: string) =>
  (await ask(server, `/imports/${id}`)).status;

async function sendProducts(server: ServerProcess, prefix: string, count: number): Promise<string> {
  const rows = Array.from(
    { length: count },
    (_, index) => `${prefix}${index},Robe ${prefix}${index},Lune,50,20,5`,
  );
  const form = new FormData();
  form.append(
    'uploadedFiles',
    new Blob([['code_produit,libelle,marque,prix_ttc,prix_revient,stock', ...rows].join('\n')]),
    'p.csv',
  );
  return String((await ask(server, '/imports', { method: 'POST', body: form }))._id);
}
