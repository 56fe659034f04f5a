import { expect, it } from 'vitest';
import { authorizationQuery } from './identity/test/broker-fixture.ts';
import { startTestApp } from './test/app.ts';
import { startPostgres } from './test/postgres.ts';

/** The page that a person is sent to, and the renewal of a token. */
const signInCalls = [
  {
    url: `/authorize?${authorizationQuery('http://localhost:4600').query}`,
    headers: { accept: 'text/html' },
  },
  {
    ...{ method: 'POST', url: '/oauth/token' },
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:4600' },
    payload: 'grant_type=refresh_token&client_id=palier-web&refresh_token=abc',
  },
] as const;

it('while the database is away each call is told to come again, and the process lives', async () => {
  const postgres = await startPostgres();
  const test = await startTestApp({ database_url: postgres.url, log_level: 'silent' });
  expect((await test.ask('claire', { url: '/api/me' })).status).toBe(200);
  await postgres.stop();
  for (const url of ['/api/projects', '/api/views', '/api/imports', '/health/ready']) {
    const { status, body, headers } = await test.ask('marion', { url });
    expect({ url, status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  for (const request of signInCalls) {
    const { status, body, headers } = await test.ask(null, request);
    expect({ url: request.url, status, wait: headers['retry-after'] }).toEqual({
      ...{ url: request.url, status: 503, wait: '5' },
    });
    expect(JSON.stringify(body)).toContain('Le service de connexion ne répond pas');
  }
  expect((await test.ask(null, { url: '/health/live' })).status).toBe(200);
  await test.close();
});
