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

it('[API-58] [ENT-21] [OPT-11] every member reads the five settings; whether scenarios have a scope is an administrator’s to say', async () => {
  const read = async () => (await test.ask('marion', { url: '/api/settings' })).body as Settings;
  const before = await read();
  expect(Object.keys(before).sort()).toEqual(
    [
      'featured_fields',
      'dashboard_columns',
      'useScenarioScope',
      'unavailableFields',
      'exportTemplates',
    ].sort(),
  );
  expect(before.useScenarioScope).toBe(true);
  const change = (user: 'claire' | 'marion') =>
    test.ask(user, { method: 'PUT', url: '/api/settings', payload: { useScenarioScope: false } });
  expect((await change('marion')).status).toBe(403);
  expect((await change('claire')).status).toBe(200);
  expect(await read()).toEqual({ ...before, useScenarioScope: false });
});
