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
  const unknown = { ...payload, seasons: [] };
  expect((await test.ask('claire', { method: 'PUT', url: '/api/settings', payload: unknown })).status).toBe(
    400,
  );
});

it('[VIEW-06] [VIEW-07] [IMPEX-01] an administrator says what listings open with and which files they give; what is not known is named and changes nothing', async () => {
  const put = (payload: object) => test.ask('claire', { method: 'PUT', url: '/api/settings', payload });
  const read = async () => (await test.ask('marion', { url: '/api/settings' })).body as Settings;
  const before = await read();
  const refused = await put({ featured_fields: ['brand'], dashboard_columns: ['img', 'prix'] });
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('« prix »') } });
  expect(await read()).toEqual(before);
  const changes = {
    featured_fields: ['item_group_id', 'attributes.matiere'],
    dashboard_columns: ['price', 'img'],
    exportTemplates: [
      { id: 'hebdo', name: 'Suivi', format: 'csv', kind: 'listing', columns: ['stockTotal'] },
      ...before.exportTemplates.slice(0, 1),
    ],
  };
  expect(await put(changes)).toMatchObject({ status: 200, body: { ...before, ...changes } });
  expect(await read()).toEqual({ ...before, ...changes });
  expect((await put({ exportTemplates: before.exportTemplates })).status).toBe(200);
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
