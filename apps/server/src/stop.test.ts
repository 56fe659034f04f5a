import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openPostgres } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { issueTokenFromFolder } from './identity/index.ts';
import { newId } from './ids.ts';
import { addDemoUsers, userOf } from './test/app.ts';
import { startPostgres, type ThrowAwayPostgres } from './test/postgres.ts';
import { type Entry, type ServerProcess, startServer } from './test/process.ts';
import { seenWaiting } from './test/waiting.ts';

// The real process, asked to stop while it is answering.

let postgres: ThrowAwayPostgres;
let database: Database;
let folder: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  database = await openPostgres(postgres.url);
  await migrate(database);
  await addDemoUsers({ database });
});
afterAll(async () => {
  await database?.close();
  await postgres?.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-stop-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.process.kill('SIGKILL');
    await server.ended;
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}, entry?: Entry): Promise<ServerProcess> {
  const settings = { PALIER_DATA: folder, DATABASE_URL: postgres.url, PALIER_DEMO: 'non', ...env };
  const server = await startServer(settings, entry);
  running.push(server);
  await server.ready;
  return server;
}

async function token(server: ServerProcess): Promise<string> {
  const public_url = `http://localhost:${server.port}`;
  const settings = { public_url, data_folder: folder, production: false, sign_in: { kind: 'demo' } as const };
  return issueTokenFromFolder(settings, userOf('claire'));
}

async function authorized(server: ServerProcess): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await token(server)}`, host: `localhost:${server.port}` };
}

interface Pending {
  request: ClientRequest;
  answer: Promise<IncomingMessage>;
}

async function open(server: ServerProcess, method: string, path: string, headers = {}): Promise<Pending> {
  const request = httpRequest({
    port: server.port,
    method,
    path,
    headers: { ...(await authorized(server)), ...headers },
  });
  const answer = once(request, 'response').then(([response]) => response as IncomingMessage);
  answer.catch(() => {});
  return { request, answer };
}

/** An upload of which half was sent: the server has begun it and waits for the rest. */
async function beginUpload(server: ServerProcess): Promise<Pending & { finish(): void }> {
  const pending = await open(server, 'POST', '/api/imports/inspect', {
    'content-type': 'multipart/form-data; boundary=half',
    expect: '100-continue',
  });
  pending.request.flushHeaders();
  await once(pending.request, 'continue');
  pending.request.write(
    '--half\r\ncontent-disposition: form-data; name="uploadedFiles"; filename="p.csv"\r\n\r\ncode_produit,libelle,stock\r\n',
  );
  return { ...pending, finish: () => pending.request.end('P1,Robe,3\r\n\r\n--half--\r\n') };
}

const status = (server: ServerProcess, path: string) =>
  fetch(`http://localhost:${server.port}${path}`).then(
    (response) => response.status,
    () => 'refused',
  );

async function addProject(lines: number): Promise<{ project_id: string; ids: string[] }> {
  const project_id = newId();
  const ids = Array.from({ length: lines }, newId);
  await database.executeSql(
    `insert into project (project_id, organization_id, name, end_date, discount_pct_range, working_phase, created_by)
     values ($1, 'org_maison_brume', 'Op/Stop', '2099-01-01', '[20,30,40,50,60]', 0, 'test')`,
    [project_id],
  );
  await database.executeSql(
    `insert into discount (project_id, discount_id, item_group_id, version)
     select $1, id, 'g' || n, 0 from unnest($2::uuid[]) with ordinality as l(id, n)`,
    [project_id, ids],
  );
  return { project_id, ids };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('lets a running request end: its answer comes whole, then the process ends with 0', async () => {
    const server = await start();
    const upload = await beginUpload(server);
    server.process.kill(signal);
    await expect.poll(() => status(server, '/health/ready')).toBe(503);
    expect(await status(server, '/health/live')).toBe(200);
    expect([503, 'refused']).toContain(await status(server, '/api/settings'));
    upload.finish();
    const answer = await upload.answer;
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.connection).toBe('close');
    expect(JSON.parse(await text(answer)).data).toHaveLength(1);
    expect(await server.ended).toBe(0);
    expect(await status(server, '/health/ready')).toBe('refused');
  });
});

it('left time to leave, it is not ready at once, answers whoever still comes, and closes each connection', async () => {
  const server = await start({ PALIER_LEAVE_SECONDS: '600', PALIER_JOBS: 'non' });
  server.process.kill('SIGTERM');
  await expect.poll(() => status(server, '/health/ready')).toBe(503);
  const answer = await fetch(`http://localhost:${server.port}/api/me`, {
    headers: { authorization: `Bearer ${await token(server)}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
});

it('answers an edit that it commits: no empty reply to what was written', async () => {
  const { project_id, ids } = await addProject(500);
  const server = await start({ PALIER_JOBS: 'non' });
  const edits = JSON.stringify(Object.fromEntries(ids.map((id) => [id, { discount_pct_user: 40 }])));
  // Somebody else's transaction has the project: the edit waits for it.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holder = database.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('project')
      .select('version')
      .where('project_id', '=', project_id)
      .forUpdate()
      .execute();
    await held;
  });
  const edit = await open(server, 'PUT', `/api/projects/${project_id}/discounts`, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(edits),
  });
  edit.request.end(edits);
  await seenWaiting(database);
  server.process.kill('SIGTERM');
  await expect.poll(() => status(server, '/health/ready')).toBe(503);
  release();
  await holder;
  const answer = await edit.answer;
  expect(answer.statusCode).toBe(200);
  await text(answer);
  expect(await server.ended).toBe(0);
  const { rows } = await database.executeSql(
    'select count(*)::int as count from discount where project_id = $1 and discount_pct_user = 40',
    [project_id],
  );
  expect(rows).toEqual([{ count: 500 }]);
});

it('ends event streams at once, and idle connections: they hold nothing back', async () => {
  const server = await start();
  const stream = await open(server, 'GET', '/api/events');
  stream.request.end();
  const events = await stream.answer;
  expect(events.headers['content-type']).toContain('text/event-stream');
  const whole = text(events);
  server.process.kill('SIGTERM');
  expect(await whole).toContain('retry:');
  expect(await server.ended).toBe(0);
});

it('waits no longer than its limit, and says with its exit code that a request was cut', async () => {
  const server = await start({ PALIER_STOP_SECONDS: '1' });
  const upload = await beginUpload(server);
  upload.request.on('error', () => {});
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('stopped before these requests were answered');
});

it('a second Ctrl-C ends it at once; a terminal that passes the same one on twice does not', async () => {
  const server = await start({ PALIER_STOP_SECONDS: '600' });
  const upload = await beginUpload(server);
  upload.request.on('error', () => {});
  server.process.kill('SIGINT');
  server.process.kill('SIGINT');
  await expect.poll(() => status(server, '/health/ready')).toBe(503);
  expect(await status(server, '/health/live')).toBe(200);
  // Pressed again and again, until one key is far enough from the first to be another.
  const pressing = setInterval(() => server.process.kill('SIGINT'), 100);
  expect(await server.ended).toBe(130);
  clearInterval(pressing);
});

it('started by npm start or npm run worker, it gets the signals and gives its exit code', async () => {
  const server = await start({}, 'launcher');
  const upload = await beginUpload(server);
  server.process.kill('SIGTERM');
  await expect.poll(() => status(server, '/health/ready')).toBe(503);
  upload.finish();
  expect((await upload.answer).statusCode).toBe(200);
  expect(await server.ended).toBe(0);
});

it('a worker gives back the job that it was doing, without counting the attempt', async () => {
  const server = await start({ PALIER_JOBS: 'non' });
  const form = new FormData();
  const rows = Array.from({ length: 20_000 }, (_, index) => `P${index},Robe ${index},Lune,50,20,5`);
  const csv = ['code_produit,libelle,marque,prix_ttc,prix_revient,stock', ...rows].join('\n');
  form.append('uploadedFiles', new Blob([csv]), 'p.csv');
  const { host: _host, ...headers } = await authorized(server);
  const sent = await fetch(`http://localhost:${server.port}/api/imports`, {
    ...{ method: 'POST', body: form, headers },
  });
  expect(sent.status).toBe(202);
  const worker = await start({}, 'worker');
  const job = async () =>
    (await database.executeSql(`select status, attempt from job where kind = 'import'`)).rows[0] as {
      status: string;
      attempt: number;
    };
  await expect.poll(async () => (await job()).status, { interval: 5 }).not.toBe('requested');
  worker.process.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect([
    { status: 'requested', attempt: 0 },
    { status: 'completed', attempt: 1 },
  ]).toContainEqual(await job());
  await start({}, 'worker');
  await expect.poll(async () => (await job()).status).toBe('completed');
});
