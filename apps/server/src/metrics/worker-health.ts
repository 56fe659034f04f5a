import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Deps } from '../deps.ts';
import { explainUnready, mayReadMetrics } from './health.ts';

type Needs = Pick<Deps, 'config' | 'data_owner' | 'database' | 'leaving' | 'metrics'>;

/** Answers health and measures for a process that serves no screens. @returns the port it listens on */
export async function serveHealth(
  deps: Needs,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(deps, request).then(
      ({ status, type = 'text/plain; charset=utf-8', text }) => send(response, status, type, text),
      () => send(response, 500, 'text/plain; charset=utf-8', ''),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, deps.config.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Answer {
  status: number;
  type?: string;
  text: string;
}

async function answer(deps: Needs, { url, headers, socket }: IncomingMessage): Promise<Answer> {
  if (url === '/health/live') return { status: 200, text: 'ok' };
  if (url === '/health/ready') {
    const fault = await explainUnready(deps);
    return fault === null ? { status: 200, text: 'ok' } : { status: 503, text: fault };
  }
  const caller = { headers, addresses: [socket.remoteAddress] };
  if (url === '/metrics' && mayReadMetrics(deps.config.metrics_token, caller))
    return { status: 200, type: deps.metrics.contentType, text: await deps.metrics.metrics() };
  return { status: 404, text: '' };
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(text);
}
