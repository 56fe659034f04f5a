import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signIn } from '../../../identity/test/broker-fixture.ts';
import { startTestApp, type TestApp, userOf } from '../../../test/app.ts';
import { freePort } from '../../../test/process.ts';
import { openStreams } from './streams.ts';

// Streams over real sockets, some of which do not read.

let test: TestApp;
let origin: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  test = await startTestApp({ public_url: origin });
  await test.app.listen({ port, host: 'localhost' });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await test.close();
});

interface Listener {
  socket: Socket;
  text(): string;
  closed: Promise<void>;
}

/** Asks for the stream on a connection of its own. */
async function listen(token: string, query = ''): Promise<Listener> {
  const { host, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: 'localhost' });
  sockets.push(socket);
  socket.on('error', () => {}); // a connection that the server breaks off
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(
    `GET /api/events${query} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
  );
  await once(socket, 'data');
  return { socket, text: () => text, closed };
}

const ids = Array.from(
  { length: 180 },
  (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
);

/** About 7 kB for every listener of the organisation. */
async function publish(version: number): Promise<void> {
  await test.deps.events.publish({
    type: 'discounts',
    organization_id: 'org_maison_brume',
    project_id: null,
    data: { version, ids },
  });
  await new Promise((resolve) => setImmediate(resolve));
}

const versionsOf = (text: string) =>
  [...text.matchAll(/"version":(\d+)/g)].map(([, version]) => Number(version));

it('one who reads gets every change in order; one who does not is cut off, and so gets no later one', async () => {
  const token = await test.token('claire');
  const reader = await listen(token);
  const idle = await listen(token);
  idle.socket.pause();
  // More than the system's own buffers of a connection take.
  const versions = Array.from({ length: 3000 }, (_, index) => index);
  for (const version of versions) await publish(version);
  await expect.poll(() => versionsOf(reader.text()).length, { timeout: 30_000 }).toBe(3000);
  expect(versionsOf(reader.text())).toEqual(versions);
  idle.socket.resume();
  await idle.closed;
  const seen = versionsOf(idle.text());
  expect(seen.length).toBeLessThan(3000);
  expect(seen).toEqual(versions.slice(0, seen.length));
  reader.socket.destroy();
}, 60_000);

it('a stream ends with the token that opened it, without a fault', async () => {
  const listener = await listen(await test.deps.identity.issueToken(userOf('claire'), 4));
  await listener.closed;
  expect(listener.text()).toMatch(/^HTTP\/1.1 200/);
  // The end of the last chunk: a browser takes it for an end, not for a broken connection.
  expect(listener.text()).toMatch(/\r\n0\r\n\r\n$/);
}, 20_000);

it('a program that asks for the head alone gets it at once, and no stream', async () => {
  const { port } = test.app.server.address() as AddressInfo;
  const ask = (method: string, headers: Record<string, string>) =>
    fetch(`http://localhost:${port}/api/events`, { method, headers, signal: AbortSignal.timeout(4000) });
  const headers = { authorization: `Bearer ${await test.token('ines')}` };
  const open = async () => (await test.deps.metrics.getSingleMetricAsString('palier_event_streams')).at(-1);
  const before = await open();
  const answer = await ask('HEAD', headers);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await open()).toBe(before);
  // As at any other address, one who is not signed in is refused.
  expect((await ask('HEAD', {})).status).toBe(401);
});

it('a hundred streams of one person are served, the next is refused in French until one is closed', async () => {
  const token = await test.token('paul');
  const listeners = [];
  for (let count = 0; count < 100; count++) listeners.push(await listen(token));
  expect(listeners.every((listener) => listener.text().startsWith('HTTP/1.1 200'))).toBe(true);
  const refused = await listen(token);
  await refused.closed;
  expect(refused.text()).toMatch(/^HTTP\/1.1 429[\s\S]*fermez-en pour que les changements des autres/);
  const [first] = listeners;
  first?.socket.destroy();
  await expect
    .poll(async () => (await listen(token)).text().slice(0, 12), { timeout: 10_000 })
    .toBe('HTTP/1.1 200');
  // Another's streams are not counted with his.
  expect((await listen(await test.token('claire'))).text()).toMatch(/^HTTP\/1.1 200/);
}, 30_000);

it('a stream ends at once when an administrator changes what its reader may see; she is taken anew at the next', async () => {
  const token = await test.token('marion');
  const marion = await listen(token);
  const ines = await listen(await test.token('ines'));
  const url = `/api/members/${userOf('marion').user_id}`;
  const perimeter = { project_groups: [], fields: [{ field: 'brand', values: ['Lune'] }] };
  expect((await test.ask('marion', { url: '/api/me' })).body).toMatchObject({ perimeter: null });
  await test.ask('claire', { method: 'PUT', url, payload: { perimeter } });
  await marion.closed;
  // She was kept from before: no answer is of what she was.
  expect((await test.ask('marion', { url: '/api/me' })).body).toMatchObject({ perimeter });
  const again = await listen(token);
  // What is not of her perimeter is not told any more, and nobody else was interrupted.
  await publish(1);
  await expect.poll(() => versionsOf(ines.text())).toEqual([1]);
  await test.ask('claire', { method: 'PUT', url, payload: { role: 'reader' } });
  await again.closed;
  expect(versionsOf(again.text())).toEqual([]);
  expect(ines.text()).not.toContain('access');
  const removed = await listen(token);
  await test.ask('claire', { method: 'DELETE', url });
  await removed.closed;
  expect((await listen(token)).text()).toMatch(/^HTTP\/1.1 403/);
  ines.socket.destroy();
}, 30_000);

it('a stream ends at once when its reader signs out; her other device opens another and goes on', async () => {
  const broker = { origin, identity: test.deps.identity };
  const { email } = userOf('nadia');
  const { client, tokens } = await signIn(broker, email);
  const here = await listen(tokens.access_token);
  const other = (await signIn(broker, email)).tokens.access_token;
  const elsewhere = await listen(other);
  await client.get(`${origin}/v2/logout?client_id=palier-web`);
  await here.closed;
  expect(here.text()).toMatch(/\r\n0\r\n\r\n$/);
  expect((await listen(tokens.access_token)).text()).toMatch(/^HTTP\/1.1 401/);
  await elsewhere.closed;
  expect((await listen(other)).text()).toMatch(/^HTTP\/1.1 200/);
}, 30_000);

it('a stream whose token has ended, which this process was not told, ends at its next beat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let over = false;
    const streams = openStreams(test.deps.events, new AbortController().signal, async () => null);
    const scope = { ...userOf('nadia'), user_name: 'Nadia', permissions: {}, perimeter: null };
    const token = { token_expires_at: Date.now() / 1000 + 900, isOver: async () => over };
    const server = createServer((request, response) =>
      streams.open({ scope, project_id: null, ...token }, request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://localhost:${port}`);
    const text = answer.text();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(streams.count()).toBe(1);
    over = true;
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await text).toBe('retry: 2000\n\n: \n\n');
    expect(streams.count()).toBe(0);
    server.close();
  } finally {
    vi.useRealTimers();
  }
});

it('a stream ends once events may have been missed: its browser reads again what it shows', async () => {
  const missed: (() => void)[] = [];
  const port = await freePort();
  const streams = openStreams(
    {
      subscribe(_listener, onMissed) {
        if (onMissed) missed.push(onMissed);
        return () => {};
      },
    },
    new AbortController().signal,
    async (_scope, event) => event,
  );
  const scope = { ...userOf('nadia'), user_name: 'Nadia', permissions: {}, perimeter: null };
  const server = createServer((request, response) =>
    streams.open(
      {
        ...{ scope, project_id: null },
        ...{ token_expires_at: Date.now() / 1000 + 900, isOver: async () => false },
      },
      request,
      response,
    ),
  ).listen(port, 'localhost');
  const answer = await fetch(`http://localhost:${port}`);
  expect(streams.count()).toBe(1);
  for (const onMissed of missed) onMissed();
  expect(await answer.text()).toContain('retry');
  expect(streams.count()).toBe(0);
  server.close();
});

it('a stream of a project begins with the version of its decisions: what was read before it may be older', async () => {
  const { body } = await test.ask('claire', {
    ...{ method: 'POST', url: '/api/projects' },
    payload: { name: 'Direct/Robes', phases: [{ start_date: '2026-07-01' }], end_date: '2026-08-26' },
  });
  const { _id } = body as { _id: string };
  const { db } = test.deps.database;
  await db.updateTable('project').set({ version: 41 }).where('project_id', '=', _id).execute();
  const listener = await listen(await test.token('claire'), `?project_id=${_id}`);
  const said = `event: opened\ndata: {"project_id":"${_id}","version":41}\n\n`;
  await expect.poll(() => listener.text()).toContain(said);
  const whole = await listen(await test.token('claire'));
  await publish(7);
  await expect.poll(() => whole.text()).toContain('"version":7');
  expect(whole.text()).not.toContain('event: opened');
});
