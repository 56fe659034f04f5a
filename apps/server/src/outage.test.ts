import { expect, it } from 'vitest';
import { startTestApp } from './test/app.ts';
import { startPostgres } from './test/postgres.ts';

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
  expect((await test.ask(null, { url: '/health/live' })).status).toBe(200);
  await test.close();
});
