import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { NO_SUCH_ADDRESS } from '../http/errors.ts';
import { WEB_FOLDER } from '../web-folder.ts';
import { safetyHeaders } from './headers.ts';

type PageSettings = Pick<Deps['config'], 'public_url' | 'image_hosts'>;

interface Needs {
  config: PageSettings;
  identity: Pick<Deps['identity'], 'external_origins'>;
}

const YEAR_SECONDS = 31_536_000;

/** Paths that are never a screen: an unknown one is a fault in JSON, not the application's page. */
const NOT_A_SCREEN =
  /^\/(api|authorize|oauth|v2|idp|userinfo|oidc|\.well-known|pictures|health|metrics|backup|assets)(\/|$)/;
/** `/robots.txt`: names of files stand at the root; deeper, a dot is a part of an id or of a name. */
const FILE_AT_ROOT = /^\/[^/]*\.[^/]*$/;

const NOT_BUILT = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Palier</title>
<p>Les écrans de Palier ne sont pas encore construits : lancez <code>npm start</code>.</p></html>`;

/** Serves the screens: files of the build as they are, every other address as the application's page. */
export async function serveScreens(
  app: FastifyInstance,
  { config, identity }: Needs,
  folder: string = WEB_FOLDER,
): Promise<void> {
  const headers = pageHeaders(config, identity.external_origins);
  if (existsSync(folder)) await app.register(serveFiles, { folder });
  for (const url of ['/', '/index.html']) app.get(url, (_request, reply) => sendPage(reply, folder, headers));
  app.setNotFoundHandler((request, reply) =>
    isScreen(request) ? sendPage(reply, folder, headers) : reply.code(404).send(NO_SUCH_ADDRESS),
  );
}

/** What follows the path is no matter: `?tri=stock_qty.desc` is a screen's state. */
function isScreen({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (method === 'GET' || method === 'HEAD') && !NOT_A_SCREEN.test(path) && !FILE_AT_ROOT.test(path);
}

/** Scripts and styles under /assets, whose name changes with their content, and the few files beside the page. */
async function serveFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  // A path that names no file (a folder, `..%2F`, a control character) is one that does not exist.
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if ((error.statusCode ?? 500) >= 500) throw error;
    return reply.code(404).send(NO_SUCH_ADDRESS);
  });
  const common = { index: false, cacheControl: false } as const;
  await app.register(fastifyStatic, {
    ...common,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    setHeaders: fileHeaders(`public, max-age=${YEAR_SECONDS}, immutable`),
  });
  await app.register(fastifyStatic, {
    ...common,
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**', 'index.html'],
    decorateReply: false,
    setHeaders: fileHeaders('no-cache'),
  });
}

function fileHeaders(cache: string): (reply: FastifyReply) => void {
  return (reply) => {
    reply.header('cache-control', cache);
    reply.header('x-content-type-options', 'nosniff');
  };
}

async function sendPage(reply: FastifyReply, folder: string, headers: Record<string, string>) {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  reply.headers(headers).type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  return page === null ? reply.code(503).send(NOT_BUILT) : reply.send(page);
}

/** Security headers of the application's page alone: sign-in's answers must not carry them. */
function pageHeaders(
  { public_url, image_hosts }: PageSettings,
  origins: readonly string[],
): Record<string, string> {
  const self = ["'self'", ...origins].join(' ');
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // The interface kit writes its styles in the page.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${image_hosts?.map((host) => `https://${host}`).join(' ') ?? 'https:'}`,
    `connect-src ${self}`,
    `frame-src ${self}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...safetyHeaders(public_url),
  };
}
