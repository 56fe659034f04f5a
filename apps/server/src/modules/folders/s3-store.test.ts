import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { openS3, placeOf } from './s3-store.ts';

afterEach(() => vi.unstubAllEnvs());

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The signature that AWS describes (version 4), computed apart from the SDK. */
function signatureOf({ method, url = '', headers }: IncomingMessage, secret: string): string {
  const [, scope = '', signed = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url, 'http://store');
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const hash = String(headers['x-amz-content-sha256']);
  const canonical = [method, pathname, query.join('&'), lines.join(''), signed, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

it('every request bears the signature of its keys', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret-of-forty-letters');
  const seen: { given: string; right: string; wrong: string }[] = [];
  const server = createServer((request, response) => {
    const given = /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const right = signatureOf(request, 'a-secret-of-forty-letters');
    seen.push({ given, right, wrong: signatureOf(request, 'another') });
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const store = await openS3('s3://palier/essai', { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` });
  await store.put('warehouse/org_1/v3.files', '{}');
  await store.has('warehouse/org_1/v3.files');
  await store.get('warehouse/org_1/v3.files');
  store.close();
  await new Promise((resolve) => server.close(resolve));
  expect(seen).toHaveLength(3);
  for (const { given, right, wrong } of seen) {
    expect(given).toBe(right);
    expect(given).not.toBe(wrong);
  }
});

it('an address names a bucket and, if it says so, where in it', () => {
  expect(placeOf('s3://seau')).toEqual({ bucket: 'seau', prefix: '' });
  expect(placeOf('s3://seau/palier/production/')).toEqual({ bucket: 'seau', prefix: 'palier/production/' });
});
