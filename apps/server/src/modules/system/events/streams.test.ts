import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, userOf } from '../../../test/app.ts';

// Streams over real sockets, some of which do not read.

let test: TestApp;
const sockets: Socket[] = [];

beforeAll(async () => {
  test = await startTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
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
async function listen(token: string): Promise<Listener> {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => {}); // a connection that the server breaks off
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(
    `GET /api/events HTTP/1.1\r\nhost: localhost:4600\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
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
