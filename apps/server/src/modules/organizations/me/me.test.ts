import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, userOf } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('[API-01] tells who is signed in and what she may do', async () => {
  const { status, body } = await test.ask('claire', { url: '/api/me' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user_id: userOf('claire').user_id,
    permissions: { canEditSharedViews: true, canValidatePhases: true },
    organization: { _id: 'org_maison_brume', name: 'Maison Brume' },
  });
});

it('asks to sign in, in French, without a token', async () => {
  const { status, body } = await test.ask(null, { url: '/api/me' });
  expect(status).toBe(401);
  expect(body).toEqual({ error: 'Connectez-vous pour continuer.', code: 'unauthenticated' });
});

it('says that it is alive and ready', async () => {
  expect((await test.ask(null, { url: '/health/live' })).status).toBe(200);
  expect((await test.ask(null, { url: '/health/ready' })).status).toBe(200);
  expect((await test.ask(null, { url: '/api/openapi.json' })).status).toBe(200);
});
