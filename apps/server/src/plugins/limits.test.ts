import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  // Calls are counted by the minute: none may end in the midst of a test.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 1000 });
  const limits = { person: 20, address: 30 };
  test = await startTestApp({
    limits,
    trusted_proxies: ['10.0.0.1'],
    metrics_token: 'a token of the watcher',
  });
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

const ask = (remoteAddress: string, headers: Record<string, string>, url = '/api/me') =>
  test.app.inject({ url, remoteAddress, headers: { host: 'localhost:4600', ...headers } });

it('stops an address that tries tokens, a new one at each call, and says when to come again', async () => {
  const statuses: number[] = [];
  for (let call = 0; call < 40; call++)
    statuses.push((await ask('192.0.2.7', { authorization: `Bearer guess-${call}` })).statusCode);
  expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(31).every((status) => status === 429)).toBe(true);
  const { headers } = await ask('192.0.2.7', { authorization: 'Bearer guess' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

it('lets somebody signed in work from that same address, and counts each person by herself', async () => {
  const claire = { authorization: `Bearer ${await test.token('claire')}` };
  const marion = { authorization: `Bearer ${await test.token('marion')}` };
  const statuses: number[] = [];
  for (let call = 0; call < 22; call++) statuses.push((await ask('192.0.2.7', claire)).statusCode);
  expect(statuses.indexOf(429)).toBe(20);
  expect((await ask('192.0.2.7', marion)).statusCode).toBe(200);
});

it('takes the caller’s address from a proxy that is trusted, from no other', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.9' };
  const fill = async (address: string) => {
    for (let call = 0; call < 31; call++) await ask(address, forwarded);
  };
  await fill('203.0.113.5');
  expect((await ask('203.0.113.5', { 'x-forwarded-for': '198.51.100.77' })).statusCode).toBe(429);
  expect((await ask('10.0.0.1', forwarded)).statusCode).toBe(401);
  await fill('10.0.0.1');
  expect((await ask('10.0.0.1', forwarded)).statusCode).toBe(429);
  expect((await ask('10.0.0.1', { 'x-forwarded-for': '198.51.100.10' })).statusCode).toBe(401);
});

it('shows its measures to the watcher alone', async () => {
  const metrics = (headers: Record<string, string>) => ask('198.51.100.20', headers, '/metrics');
  expect((await metrics({})).statusCode).toBe(404);
  expect((await metrics({ authorization: 'Bearer a token of nobody at all' })).statusCode).toBe(404);
  const { body } = await metrics({ authorization: 'Bearer a token of the watcher' });
  expect(body).toContain(
    'palier_http_request_duration_seconds_count{method="GET",route="/api/me",status="200"}',
  );
});

it('says of every answer that it is what it says it is', async () => {
  const signIn = ['/.well-known/openid-configuration', '/.well-known/jwks.json', '/authorize', '/oauth/x'];
  for (const url of ['/api/me', '/api/nope', '/health/live', '/', '/api/openapi.json', '/api/%', ...signIn])
    expect((await ask('198.51.100.30', {}, url)).headers['x-content-type-options'], url).toBe('nosniff');
});
