import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist');
const YEAR_SECONDS = 31_536_000;

/** Paths that are never a screen: an unknown one is a fault in JSON, not the application's page. */
const NOT_A_SCREEN =
  /^\/(api|authorize|oauth|v2|idp|userinfo|oidc|\.well-known|pictures|health|metrics)(\/|\?|$)/;

const NOT_BUILT = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Palier</title>
<p>Les écrans de Palier ne sont pas encore construits : lancez <code>npm start</code>.</p></html>`;

/** Serves the screens: files of the build as they are, every other address as the application's page. */
export async function serveScreens(
  app: FastifyInstance,
  { config, identity }: Pick<Deps, 'config' | 'identity'>,
  folder: string = WEB_FOLDER,
): Promise<void> {
  const headers = pageHeaders(config.public_url, identity.external_origins);
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      setHeaders(response, path) {
        const hashed = path.includes('/assets/');
        response.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        response.header('x-content-type-options', 'nosniff');
      },
    });
  }
  app.get('/', (_request, reply) => sendPage(reply, folder, headers));
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') && !NOT_A_SCREEN.test(request.url);
    if (isScreen && !/\.[a-z0-9]{2,5}(\?|$)/i.test(request.url)) return sendPage(reply, folder, headers);
    return reply.code(404).send({ error: "Cette adresse n'existe pas.", code: 'not_found' });
  });
}

async function sendPage(reply: FastifyReply, folder: string, headers: Record<string, string>) {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  reply.headers(headers).type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  return page === null ? reply.code(503).send(NOT_BUILT) : reply.send(page);
}

/** Security headers of the application's page alone: sign-in's answers must not carry them. */
function pageHeaders(public_url: string, origins: readonly string[]): Record<string, string> {
  const self = ["'self'", ...origins].join(' ');
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // The interface kit writes its styles in the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    `connect-src ${self}`,
    `frame-src ${self}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(public_url.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}
