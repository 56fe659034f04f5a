import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizationQuery, type BrokerFixture, openLogin, startBroker } from './test/broker-fixture.ts';
import { CookieClient } from './test/cookie-client.ts';

// A character that no text has, wherever sign-in reads one: refused in French, and never a fault of the server.

let broker: BrokerFixture;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${broker.origin}${path}`, {
    method: 'POST',
    headers: { ...FORM, ...headers },
    body: new URLSearchParams(form).toString(),
  });

async function expectRefusal(answer: Response): Promise<void> {
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBe(400);
  expect(JSON.parse(text)).toEqual({
    error: 'invalid_request',
    error_description: 'Signe interdit dans la demande : U+0000.',
  });
}

const code = {
  grant_type: 'authorization_code',
  client_id: 'palier-web',
  code: 'x',
  code_verifier: 'x'.repeat(43),
};
const refresh = { grant_type: 'refresh_token', client_id: 'palier-web', refresh_token: 'x' };

describe('a program’s call with a NUL is refused as one that is not valid', () => {
  it.each([
    ['/oauth/token', { ...code, code: 'a\u0000b' }],
    ['/oauth/token', { ...code, redirect_uri: 'a\u0000b' }],
    ['/oauth/token', { ...code, client_id: 'palier\u0000web' }],
    ['/oauth/token', { ...code, client_secret: 'a\u0000b' }],
    ['/oauth/token', { ...code, 'a\u0000b': 'c' }],
    ['/oauth/token', { ...refresh, refresh_token: 'a\u0000b' }],
    ['/oauth/token', { ...refresh, scope: 'openid\u0000' }],
    ['/oauth/revoke', { client_id: 'palier-web', token: 'a\u0000b' }],
    ['/oauth/revoke', { client_id: 'a\u0000b', token: 'a' }],
    ['/userinfo', { access_token: 'a\u0000b' }],
  ])('at %s (%#)', async (path, form: Record<string, string>) => {
    await expectRefusal(await post(path, form));
  });

  it('in JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...code, code: 'a\u0000b' });
    await expectRefusal(await fetch(`${broker.origin}/oauth/token`, { method: 'POST', headers, body }));
  });

  it('in its address', async () => {
    await expectRefusal(await post('/oauth/token?a=%00', code));
    await expectRefusal(await fetch(`${broker.origin}/userinfo?access_token=a%00b`));
  });

  it.each(['a%00b:c', 'a:%00', 'a\u0000b:c'])('in the header of a client, %j', async (credentials) => {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const { status } = await post(path, { ...code, token: 'a' }, { authorization });
      expect([400, 401], `${path} ${status}`).toContain(status);
    }
  });
});

it('a client that a token names with a NUL is nobody', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const client_assertion = `${part({ alg: 'RS256' })}.${part({ sub: 'a\u0000b', iss: 'a\u0000b' })}.c2ln`;
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const { client_id: _, ...anonymous } = code;
  const answer = await post('/oauth/token', { ...anonymous, client_assertion, client_assertion_type });
  expect([400, 401]).toContain(answer.status);
});

const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'scope',
  'audience',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'login_hint',
  'organization',
  'screen_hint',
  'connection',
  'ui_locales',
  'acr_values',
  'prompt',
  'max_age',
  'display',
  'id_token_hint',
  'resource',
  'claims',
  'request',
  'unknown\u0000',
];

describe('a sign-in with a NUL is refused on a French page', () => {
  const refusal = async (answer: Response) => {
    const text = await answer.text();
    expect(answer.status, text.slice(0, 300)).toBe(400);
    expect(text).toContain('Connexion impossible');
    expect(text).toContain('Signe interdit dans la demande : U+0000.');
  };

  it.each(PARAMETERS)('in %s of the demand', async (name) => {
    const { query } = authorizationQuery(broker.origin, { [name]: 'a\u0000b' });
    await refusal(await fetch(`${broker.origin}/authorize?${query}`, { redirect: 'manual' }));
    await refusal(await post('/authorize', Object.fromEntries(query)));
  });

  it('in the claims that are asked for, as an escape: they are not read', async () => {
    const { query } = authorizationQuery(broker.origin, { claims: '{"id_token":{"a\\u0000":null}}' });
    const { status } = await fetch(`${broker.origin}/authorize?${query}`, { redirect: 'manual' });
    expect(status).toBe(303);
  });

  it.each([
    { email: 'a\u0000b', password: 'x' },
    { email: 'claire.vasseur@maison-brume.fr', password: 'a\u0000' },
    { email: 'a', password: 'b', 'c\u0000': 'd' },
  ])('in its form (%#)', async (form) => {
    const { client, page } = await openLogin(broker.origin);
    await refusal(await client.post(page, form as Record<string, string>));
    // The form may still be used.
    expect((await client.get(page)).status).toBe(200);
  });

  it.each([
    '/authorize/a%00b',
    '/idp/login/a%00b',
    '/idp/callback?state=a%00b',
    '/.well-known/x%00',
    '/v2/logout?returnTo=%00',
  ])('at %s', async (path) => {
    const answer = await new CookieClient().get(`${broker.origin}${path}`);
    expect([400, 404]).toContain(answer.status);
  });

  it('nothing of it is a fault that the operator is told of', () => {
    expect(broker.log.filter((line) => line.includes('failed'))).toEqual([]);
  });
});
