import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { DEMO_USERS } from '../identity/index.ts';
import { systemScope } from '../scope.ts';
import { startTestApp, type TestApp } from '../test/app.ts';
import { serveHealth } from './worker-health.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Every figure of the page by its name and labels. */
function readPage(page: string): Map<string, number> {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

async function addJob(): Promise<void> {
  const { queue, database } = test.deps;
  const scope = systemScope(DEMO_USERS[0]?.organization_id ?? '');
  await inTransaction(database.db, (tx) => queue.add(tx, scope, { kind: 'series' }));
  await queue.wake('series');
}

it('whoever watches a process sees what waits, how long jobs took and what is open', async () => {
  await addJob();
  const { body } = await test.app.inject({ url: '/metrics', headers: { host: 'localhost:4600' } });
  const first = readPage(body);
  expect(first.get('palier_jobs_open{kind="series",status="requested"}')).toBe(1);
  expect(first.get('palier_job_oldest_wait_seconds{kind="series"}')).toBeGreaterThanOrEqual(0);
  expect(first.get('palier_open_projects')).toBe(0);
  expect(first.get('palier_event_streams')).toBe(0);
  expect([...first.keys()].find((name) => name.startsWith('palier_build_info'))).toMatch(/version="\d/);
});

it('a worker without screens answers on a port of its own, once it was given one', async () => {
  const { deps } = test;
  const server = await serveHealth(deps, 0);
  const ask = async (path: string, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    return { status: response.status, text: await response.text() };
  };
  try {
    expect((await ask('/health/live')).status).toBe(200);
    expect((await ask('/health/ready')).status).toBe(200);
    expect((await ask('/api/me')).status).toBe(404);
    expect((await ask('/metrics', { 'x-forwarded-for': '198.51.100.1' })).status).toBe(404);
    await deps.queue.work('series', async () => {});
    await expect
      .poll(async () =>
        readPage((await ask('/metrics')).text).get(
          'palier_job_duration_seconds_count{kind="series",status="completed"}',
        ),
      )
      .toBe(1);
    expect(
      readPage((await ask('/metrics')).text).has('palier_jobs_open{kind="series",status="requested"}'),
    ).toBe(false);
  } finally {
    await server.close();
  }
});
