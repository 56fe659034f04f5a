import type { Settings } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test?.close());

it('[FIELD-13] an administrator says which fields the organisation hides; the other settings stay', async () => {
  const before = (await test.ask('claire', { url: '/api/settings' })).body as Settings;
  const payload = { unavailableFields: ['brand'] };
  const answer = await test.ask('claire', { method: 'PUT', url: '/api/settings', payload });
  expect(answer).toMatchObject({ status: 200, body: { ...before, ...payload } });
  expect((await test.ask('claire', { url: '/api/settings' })).body).toEqual(answer.body);
  const unknown = { ...payload, featured_fields: [] };
  expect((await test.ask('claire', { method: 'PUT', url: '/api/settings', payload: unknown })).status).toBe(
    400,
  );
});
