import type { IncomingMessage, ServerResponse } from 'node:http';

const BODY_LIMIT = 64 * 1024;

/** A request that cannot be answered as asked; the message is for the person in front of the screen. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestError';
    this.status = status;
  }
}

/** Reads a body of at most 64 KiB. @throws RequestError 413 */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed on the way out: the rest of the body is still to be dropped.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new RequestError(413, 'Formulaire trop long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Value of a cookie of the request. */
export function readCookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** 303: the browser always follows with a GET. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'content-length': '0' }).end();
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
