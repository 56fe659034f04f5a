import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface DrainLimits {
  bytes: number;
  milliseconds: number;
}

const LIMITS: DrainLimits = { bytes: 32 * 1024 * 1024, milliseconds: 10_000 };
const LOOK_EVERY_MS = 100;

/**
 * An answer may come before its request was wholly received: too large, not signed in, no such address.
 * What is still on its way stands before the next request of the connection, so it is read and dropped, up to
 * some limits; beyond them the connection is closed. Closing at once instead would often reset the connection
 * before the answer is read, and a person would see « no network » for « too large ».
 */
export function drainUnreadBodies(app: FastifyInstance, limits: DrainLimits = LIMITS): void {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Kept: a stream that was destroyed forgets its socket.
    const { socket } = request;
    response.once('finish', () => {
      if (!request.complete) drain(request, socket, limits);
    });
  });
  // The framework closes the connection of a body that is too large; here it is drained like any other.
  app.addHook('onSend', async (request, reply) => {
    // A server that stops means it.
    if (request.raw.complete || reply.statusCode === 503) return;
    if (reply.getHeader('connection') === 'close') reply.removeHeader('connection');
  });
}

function drain(request: IncomingMessage, socket: IncomingMessage['socket'], limits: DrainLimits): void {
  if (request.destroyed) {
    socket.destroy();
    return;
  }
  const last = socket.bytesRead + limits.bytes;
  const until = Date.now() + limits.milliseconds;
  request.unpipe();
  request.resume();
  const watch = setInterval(() => {
    const over = socket.bytesRead > last || Date.now() > until;
    if (over && !request.complete) socket.destroy();
    if (over || request.complete || socket.destroyed) clearInterval(watch);
  }, LOOK_EVERY_MS);
  watch.unref();
}
