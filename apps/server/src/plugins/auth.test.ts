import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFindScope } from '../modules/organizations/service.ts';
import { startTestApp, type TestApp, userOf } from '../test/app.ts';
import { createAuthenticate } from './auth.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test?.close());

it('what lasts with her rights, as a stream of events, is over once they are others, though nobody told of it', async () => {
  const { db } = test.deps.database;
  let now = Date.now();
  // A process that hears of no change: it was told while she was being read, or its connection was away.
  const findScope = createFindScope(db, { subscribe: () => () => {} }, () => now);
  const authenticate = createAuthenticate(test.deps, findScope);
  const headers = { authorization: `Bearer ${await test.token('marion')}` };
  const { isOver } = await authenticate({ headers } as FastifyRequest);
  expect(await isOver()).toBe(false);
  const limited = { perimeter: { project_groups: [], fields: [{ field: 'brand', values: ['Lune'] }] } };
  const url = `/api/members/${userOf('marion').user_id}`;
  expect((await test.ask('claire', { method: 'PUT', url, payload: limited })).status).toBe(200);
  now += 10_000;
  expect(await isOver()).toBe(true);
  const again = await authenticate({ headers } as FastifyRequest);
  expect(await again.isOver()).toBe(false);
  expect((await test.ask('claire', { method: 'DELETE', url })).status).toBe(204);
  now += 10_000;
  expect(await again.isOver()).toBe(true);
});
