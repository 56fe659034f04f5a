import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test/app.ts';

// What is no request of HTTP, over real connections: told in French as any other fault of the API.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

/** What the server answers to these bytes until it closes the connection. */
async function sendRaw(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {}); // a connection that the server breaks off
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]), head, body };
}

const HOST = 'host: localhost:4600\r\n';
const long = 'a'.repeat(40_000);

it.each([
  ['a method that is none', 400, `FOO /api/me HTTP/1.1\r\n${HOST}\r\n`],
  [
    'two sizes',
    400,
    `POST /api/views HTTP/1.1\r\n${HOST}content-length: 4\r\ncontent-length: 5\r\n\r\nabcde`,
  ],
  ['a size below nothing', 400, `POST /api/views HTTP/1.1\r\n${HOST}content-length: -4\r\n\r\n`],
  [
    'a part that is none',
    400,
    `POST /api/views HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
  ],
  ['a header with a NUL', 400, `GET /api/me HTTP/1.1\r\n${HOST}x: a\u0000b\r\n\r\n`],
  ['an address with a NUL', 400, `GET /api/me?a=\u0000 HTTP/1.1\r\n${HOST}\r\n`],
  ['noise', 400, 'bonjour\r\n\r\n'],
  ['headers that are too long', 431, `GET /api/me HTTP/1.1\r\n${HOST}x: ${long}\r\n\r\n`],
  ['an address that is too long', 431, `GET /api/projects?q=${long} HTTP/1.1\r\n${HOST}\r\n`],
])('%s: %i, in French', async (_name, status, bytes) => {
  const answer = await sendRaw(bytes);
  expect(answer.status, answer.head).toBe(status);
  expect(answer.head).toMatch(/content-type: application\/json; charset=utf-8/i);
  expect(answer.head).toMatch(/x-content-type-options: nosniff/i);
  expect(JSON.parse(answer.body)).toEqual(
    status === 431
      ? {
          error: 'L’adresse ou les en-têtes de la demande sont trop longs.',
          code: 'payload_too_large',
        }
      : { error: 'La demande ne suit pas le protocole HTTP.', code: 'invalid_request' },
  );
});
