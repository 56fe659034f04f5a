import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Proxy {
  port: number;
  close(): Promise<void>;
}

const EVERY_MS = 100;
const UNAVAILABLE = 503;

/**
 * A small proxy before several servers, as deploy/Caddyfile sets a real one: in turn to those that say they are ready,
 * to the next one when a connection is refused or the server says that it stops; nothing else is sent twice.
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(ports);
  const check = async (port: number): Promise<void> => {
    const answers = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answers?.ok) ready.add(port);
    else ready.delete(port);
  };
  const timer = setInterval(() => ports.forEach((port) => void check(port)), EVERY_MS);
  let turn = 0;
  const server = createServer(async (request, response) => {
    turn += 1;
    const inTurn = ports.map((_, at) => ports[(turn + at) % ports.length] ?? 0);
    const order = inTurn.toSorted((left, right) => Number(ready.has(right)) - Number(ready.has(left)));
    const body = await buffer(request);
    await passOn(agent, order, request, body, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function passOn(
  agent: Agent,
  [port, ...others]: readonly number[],
  asked: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  if (port === undefined) {
    response.writeHead(502).end('no server');
    return;
  }
  const { method, url, headers } = asked;
  const answer = await send(
    { agent, port, method, path: url, headers: headers as RequestOptions['headers'] },
    body,
  );
  const isRefused = answer === 'refused' || (answer !== 'broken' && answer.statusCode === UNAVAILABLE);
  if (isRefused && others.length > 0) {
    if (answer !== 'refused') answer.resume();
    return passOn(agent, others, asked, body, response);
  }
  if (answer === 'refused' || answer === 'broken') {
    response.writeHead(502).end(answer);
    return;
  }
  const { connection: _own, ...passed } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, passed);
  response.on('close', () => answer.destroy());
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

/** refused: no connection was made. broken: it ended without an answer, and what was asked may have been done. */
async function send(options: RequestOptions, body: Buffer): Promise<IncomingMessage | 'refused' | 'broken'> {
  const request = httpRequest({ host: '127.0.0.1', ...options });
  const answered = once(request, 'response').then(([answer]) => answer as IncomingMessage);
  request.end(body);
  return answered.catch((error: NodeJS.ErrnoException) =>
    error.code === 'ECONNREFUSED' ? 'refused' : 'broken',
  );
}
