import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { handleErrors } from './errors.ts';
import { serveScreens } from './static.ts';

const SCRIPT = 'assets/index-BfG4-x1.js';
let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Palier</title>');
  await writeFile(join(folder, 'palier.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, SCRIPT), 'export {};');
  app = Fastify();
  handleErrors(app, createLog('error'));
  const config = { public_url: 'https://palier.example', image_hosts: ['photos.example', '*.cdn.example'] };
  await serveScreens(app, { config, identity: { external_origins: [] } }, folder);
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const PLACES = [
  '/project/019a-b.c',
  '/project-group/Femme%20%2B%20Enfant',
  '/operation/Soldes%20%C3%A9t%C3%A9%202026',
];
const SCREENS = [
  '',
  '/timeline',
  '/reporting',
  '/reporting/a.b',
  '/optimization',
  '/optimization/simple',
  '/dashboard',
  '/listing',
];
const QUERIES = [
  '',
  '?tri=stock_qty.desc',
  '?tri=stock_coverage.cv_score.asc&grouper=attributes.matiere,brand&vue=e2e',
  '?q=robe.html',
  '?q=100%&filtre=%7B%22combinator%22%3A%22and%22%2C%22rules%22%3A%5B%5D%7D',
  '?code=a.b&state=c%2Ed',
  '?a=../../etc/passwd',
];

async function get(url: string) {
  const { statusCode, headers, body } = await app.inject({ url });
  return { status: statusCode, type: String(headers['content-type']).split(';')[0], body };
}
const PAGE = { status: 200, type: 'text/html' };

describe('the address of a screen', () => {
  it('[ROUTE-01] [ROUTE-10] opens the application, whatever dots and signs it holds', async () => {
    const alone = [
      '/',
      '/operations',
      '/import',
      '/import/fichiers.zip',
      '/profile',
      '/auth-info',
      '/404',
      '/nowhere',
    ];
    const paths = [...alone, ...PLACES.flatMap((place) => SCREENS.map((screen) => place + screen))];
    for (const path of paths)
      for (const query of QUERIES) expect(await get(path + query), path + query).toMatchObject(PAGE);
  });

  it('opens with what other tools refuse in a path: encoded slashes, dots, signs', async () => {
    for (const name of [
      'a%2Fb',
      '..%2F..%2Fetc%2Fpasswd',
      '.cach%C3%A9',
      'a%00b',
      '100%25',
      'v1.2.tar.gz',
      'robe.css',
    ])
      expect(await get(`/operation/${name}/listing`), name).toMatchObject(PAGE);
  });

  it('damaged, is a fault of the caller', async () => {
    expect((await get('/operation/%E0%A4%A/listing')).status).toBe(400);
  });
});

describe('what is no screen', () => {
  it('is a fault in JSON: calls, sign-in, probes, files that are not there', async () => {
    const paths = [
      '/api',
      '/api/nope',
      '/api/nope.json?tri=a.b',
      '/oauth/nope',
      '/idp/nope',
      '/pictures/a/b.jpg',
    ];
    const files = [
      '/assets/x.js',
      '/assets/',
      '/assets',
      '/assets/nope/x.css?v=1',
      '/robots.txt',
      '/favicon.ico',
    ];
    for (const url of [...paths, '/health/nope', '/metrics/nope', '/.well-known/nope', ...files])
      expect(await get(url), url).toMatchObject({ status: 404, type: 'application/json' });
    const posted = await app.inject({ method: 'POST', url: '/project/a/listing' });
    expect(posted.statusCode).toBe(404);
    expect(posted.json()).toMatchObject({ code: 'not_found' });
  });

  it('never leaves the folder of the screens', async () => {
    for (const url of [
      '/assets/..%2Findex.html',
      '/assets/..%2f..%2f..%2fetc%2fpasswd',
      '/..%2Fpackage.json',
    ])
      expect([403, 404], url).toContain((await get(url)).status);
  });
});

describe('a file of the build', () => {
  it('is served as it is, kept a year when its name changes with it', async () => {
    const script = await app.inject({ url: `/${SCRIPT}` });
    expect(script.body).toBe('export {};');
    expect(script.headers['cache-control']).toContain('immutable');
    const icon = await app.inject({ url: '/palier.svg?v=1' });
    expect(icon.headers['content-type']).toContain('svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
    expect(icon.headers['x-content-type-options']).toBe('nosniff');
  });

  it('the page itself is never kept, and carries its security headers', async () => {
    for (const url of ['/', '/index.html', '/project/a/reporting/a.b']) {
      const { headers } = await app.inject({ url });
      expect(headers['cache-control'], url).toBe('no-cache');
      expect(headers['content-security-policy'], url).toContain("default-src 'self'");
    }
  });
});

it('lets pictures in from the named hosts alone', async () => {
  const { headers } = await app.inject({ url: '/' });
  expect(headers['content-security-policy']).toContain(
    "img-src 'self' data: blob: https://photos.example https://*.cdn.example;",
  );
});
