import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { createGuard } from './guard.ts';
import { registerRoutes } from './http/register.ts';
import { createFindScope } from './modules/organizations/service.ts';
import { createAuthenticate, mountIdentity } from './plugins/auth.ts';
import { refuseMalformed } from './plugins/client-errors.ts';
import { handleErrors, refuseAddress } from './plugins/errors.ts';
import { secureAnswers } from './plugins/headers.ts';
import { countCalls, LIMITS, type Limits } from './plugins/limits.ts';
import { measureRequests } from './plugins/metrics.ts';
import { serveScreens } from './plugins/static.ts';
import { refuseWhenStopping } from './plugins/stopping.ts';
import { drainUnreadBodies } from './plugins/unread-bodies.ts';
import { createHandlers } from './table.ts';

const BODY_LIMIT_BYTES = 8 * 1024 * 1024;
const FILE_LIMIT_BYTES = 8 * 1024 ** 3;
const MAX_FILES = 500;

/** The whole application, ready to listen or to be asked by tests; it opens nothing itself. */
export async function buildApp(deps: Deps, limits: Limits = LIMITS): Promise<FastifyInstance> {
  const { trusted_proxies } = deps.config;
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    logger: false,
    frameworkErrors: refuseAddress(deps.config),
    clientErrorHandler: refuseMalformed(deps.config),
    trustProxy: trusted_proxies.length > 0 && [...trusted_proxies],
  });
  drainUnreadBodies(app);
  handleErrors(app, deps.log);
  refuseWhenStopping(app, deps);
  mountIdentity(app, deps);
  secureAnswers(app, deps.config);
  logRequests(app, deps);
  measureRequests(app, deps.metrics);
  const counts = await countCalls(app, deps.database, limits);
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'br'] });
  await app.register(multipart, {
    limits: { fileSize: FILE_LIMIT_BYTES, files: MAX_FILES, fields: 20, fieldSize: 1024 * 1024 },
  });
  const authenticate = createAuthenticate(deps, createFindScope(deps.database.db, deps.events));
  registerRoutes(app, createHandlers(deps), {
    guard: createGuard({ db: deps.database.db, facts: deps.facts }, authenticate, counts),
    check_answers: deps.config.check_answers,
  });
  await serveScreens(app, deps);
  return app;
}

function logRequests(app: FastifyInstance, { log }: Deps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request;
    log.info({
      request_id: id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
