import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test/app.ts';
import { drainUnreadBodies } from './unread-bodies.ts';

// Answers that come before their request was read, over real connections.

interface Connection {
  socket: Socket;
  text(): string;
  closed(): boolean;
}

const open: Socket[] = [];

async function dial(app: FastifyInstance): Promise<Connection> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  open.push(socket);
  socket.on('error', () => {}); // a connection that the server closes
  let text = '';
  let closed = false;
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('close', () => {
    closed = true;
  });
  return { socket, text: () => text, closed: () => closed };
}

const head = (line: string, headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: localhost:4600', ...headers].join('\r\n')}\r\n\r\n`;
const sized = (line: string, type: string, size: number, more: string[] = []) =>
  head(line, [`content-type: ${type}`, `content-length: ${size}`, ...more]);
const statusOf = (text: string) => Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]);
const NEXT = head('GET /health/live', []);

describe('after an answer that came early, the next request of the connection is answered', () => {
  let test: TestApp;
  let bearer: string;
  beforeAll(async () => {
    test = await startTestApp();
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    bearer = `authorization: Bearer ${await test.token('claire')}`;
  });
  afterAll(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await test.close();
  });

  const JSON_TYPE = 'application/json';
  const FORM = 'application/x-www-form-urlencoded';
  const UPLOAD = 'multipart/form-data; boundary=x';
  const KB = 1000;
  const cases: [string, number, number, (bearer: string) => string][] = [
    ['token, JSON', 413, 300 * KB, () => sized('POST /oauth/token', JSON_TYPE, 300 * KB)],
    ['token, form', 413, 300 * KB, () => sized('POST /oauth/token', FORM, 300 * KB)],
    ['token, no type', 413, 300 * KB, () => sized('POST /oauth/token', 'text/plain', 300 * KB)],
    ['revocation', 413, 300 * KB, () => sized('POST /oauth/revoke', FORM, 300 * KB)],
    ['no such sign-in page', 404, 300 * KB, () => sized('POST /idp/nowhere', FORM, 300 * KB)],
    ['no such sign-in', 400, 300 * KB, () => sized('POST /idp/login/abc', FORM, 300 * KB)],
    ['sign-out', 303, 300 * KB, () => sized('POST /v2/logout', FORM, 300 * KB)],
    ['not signed in', 401, 300 * KB, () => sized('POST /api/projects', JSON_TYPE, 300 * KB)],
    ['upload, not signed in', 401, 3000 * KB, () => sized('POST /api/imports', UPLOAD, 3000 * KB)],
    ['no such address', 404, 300 * KB, () => sized('POST /api/nowhere', JSON_TYPE, 300 * KB)],
    ['no such page', 404, 300 * KB, () => sized('POST /nowhere', JSON_TYPE, 300 * KB)],
    ['another type', 415, 300 * KB, (token) => sized('POST /api/projects', 'image/png', 300 * KB, [token])],
    ['too large', 413, 9000 * KB, (token) => sized('POST /api/projects', JSON_TYPE, 9000 * KB, [token])],
    ['not a form', 400, 3000 * KB, (token) => sized('POST /api/imports', UPLOAD, 3000 * KB, [token])],
    ['a body on GET', 200, 300 * KB, () => sized('GET /health/live', JSON_TYPE, 300 * KB)],
  ];
  it.each(cases)('%s: %i', async (_name, status, size, request) => {
    const connection = await dial(test.app);
    connection.socket.write(request(bearer));
    // JSON: a number of as many digits.
    connection.socket.write(Buffer.alloc(size, '1'));
    await expect.poll(() => statusOf(connection.text()), { timeout: 20_000 }).toBe(status);
    const before = connection.text().length;
    connection.socket.write(NEXT);
    await expect.poll(() => statusOf(connection.text().slice(before)), { timeout: 20_000 }).toBe(200);
  });

  it('in chunks, without a size said', async () => {
    const connection = await dial(test.app);
    const headers = ['content-type: application/json', 'transfer-encoding: chunked'];
    connection.socket.write(head('POST /oauth/token', headers));
    const chunk = `${(10_000).toString(16)}\r\n${'a'.repeat(10_000)}\r\n`;
    connection.socket.write(`${chunk.repeat(30)}0\r\n\r\n${NEXT}`);
    await expect
      .poll(() => connection.text(), { timeout: 20_000 })
      .toMatch(/^HTTP\/1.1 413[\s\S]*HTTP\/1.1 200 OK/);
  });

  it('a body without an end is answered, and its connection closed', async () => {
    const connection = await dial(test.app);
    connection.socket.write(sized('POST /oauth/token', JSON_TYPE, 1e12));
    const more = () => {
      while (!connection.closed() && connection.socket.write(Buffer.alloc(256 * KB, 'a')));
    };
    connection.socket.on('drain', more);
    more();
    await expect.poll(connection.closed, { timeout: 30_000 }).toBe(true);
    expect(statusOf(connection.text())).toBe(413);
  });
});

describe('a body that stops on its way', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  it('keeps its connection for a limited time', async () => {
    app = Fastify();
    drainUnreadBodies(app, { bytes: 1e6, milliseconds: 300 });
    app.addHook('onRequest', async (_request, reply) => reply.code(401).send('early'));
    app.post('/', async () => 'never');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const connection = await dial(app);
    connection.socket.write(`${sized('POST /', 'application/json', 1000)}{`);
    await expect.poll(connection.closed, { timeout: 20_000 }).toBe(true);
    expect(statusOf(connection.text())).toBe(401);
  });
});
