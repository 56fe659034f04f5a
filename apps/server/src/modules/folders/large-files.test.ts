import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startStore, type TestStore } from '../../test/store.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3 } from './s3-store.ts';

// A store takes 5 GB at once: here what is above 5 MB goes in parts, the least that a store takes as one.

const MB = 1024 * 1024;

let root: string;
let store: TestStore;
let door: Server;
let bucket: ObjectStore;
let file: string;
let bytes: Buffer;
/** What the store was asked, and the part that it refuses. */
let asked: string[] = [];
let refused = '';

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  root = await mkdtemp(join(tmpdir(), 'palier-large-'));
  store = await startStore(join(root, 'store'));
  door = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    const call = `${method} ${/partNumber=\d+|uploads|uploadId/.exec(url)?.[0] ?? ''}`.trim();
    asked.push(call);
    if (call === refused) {
      request.resume().on('end', () => response.writeHead(403).end());
      return;
    }
    const onward = ask(new URL(url, store.settings.environment.AWS_ENDPOINT_URL), { method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  const environment = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` };
  bucket = await openS3(store.settings.facts_store, environment, 5 * MB);
  bytes = Buffer.alloc(12 * MB);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at);
  file = join(root, 'line.parquet');
  await writeFile(file, bytes);
});
beforeEach(() => {
  asked = [];
  refused = '';
});
afterAll(async () => {
  vi.unstubAllEnvs();
  bucket.close();
  door.closeAllConnections();
  await new Promise((resolve) => door.close(resolve));
  await store.stop();
  await rm(root, { recursive: true, force: true });
});

it('a file larger than a store takes at once is sent in parts and read back the same', async () => {
  await bucket.send('warehouse/large', file, bytes.length);
  expect(asked).toEqual([
    'POST uploads',
    'PUT partNumber=1',
    'PUT partNumber=2',
    'PUT partNumber=3',
    'POST uploadId',
  ]);
  const pieces: Buffer[] = [];
  for await (const piece of (await bucket.get('warehouse/large'))?.bytes ?? [])
    pieces.push(Buffer.from(piece));
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
});

it('a part that is refused leaves no object, and the parts before it are given up', async () => {
  refused = 'PUT partNumber=2';
  await expect(bucket.send('warehouse/torn', file, bytes.length)).rejects.toThrow();
  expect(asked.at(-1)).toBe('DELETE uploadId');
  expect(await bucket.has('warehouse/torn')).toBe(false);
});
