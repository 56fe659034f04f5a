import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askSilently,
  authorizationQuery,
  type BrokerFixture,
  exchange,
  openLogin,
  signIn,
  startBroker,
  submitLogin,
  type Tokens,
} from './test/broker-fixture.ts';
import { CookieClient } from './test/cookie-client.ts';

const CLAIRE = 'claire.vasseur@maison-brume.fr';

let broker: BrokerFixture;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

describe('the authorize endpoint', () => {
  it('[API-59] answers a code and the state at the redirect address when a session is open', async () => {
    const { client } = await signIn(broker);
    const { query, state } = authorizationQuery(broker.origin);
    const answer = await client.get(`${broker.origin}/authorize?${query}`);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.origin).toBe(broker.origin);
    expect(location.searchParams.get('code')).toBeTruthy();
    expect(location.searchParams.get('state')).toBe(state);
  });

  it('[API-59] prompt=none without a session answers login_required', async () => {
    expect((await askSilently(broker, new CookieClient())).get('error')).toBe('login_required');
  });

  it('[API-59] answers by web message to the origin alone', async () => {
    const { client } = await signIn(broker);
    const { query } = authorizationQuery(broker.origin, { prompt: 'none', response_mode: 'web_message' });
    const html = await (await client.get(`${broker.origin}/authorize?${query}`)).text();
    expect(html).toContain('postMessage');
    expect(html).toContain(broker.origin);
    // Without a session the frame is answered too, and asks nothing.
    const refused = await new CookieClient().get(`${broker.origin}/authorize?${query}`);
    const frame = await refused.text();
    expect(frame).toContain('postMessage');
    expect(frame).toContain('login_required');
  });

  it.each([
    ['another redirect address', { redirect_uri: 'https://mechant.example' }],
    ['an unknown client', { client_id: 'autre' }],
  ])('refuses %s on a page of its own, without redirecting', async (_title, changes) => {
    const { query } = authorizationQuery(broker.origin, changes);
    const answer = await fetch(`${broker.origin}/authorize?${query}`, { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Connexion impossible');
  });

  it.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['the plain challenge method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another audience', { audience: 'urn:ailleurs' }, 'invalid_target'],
  ])('refuses %s', async (_title, changes, error) => {
    const { query } = authorizationQuery(broker.origin, changes);
    for (const [name, value] of [...query]) if (value === '') query.delete(name);
    const answer = await fetch(`${broker.origin}/authorize?${query}`, { redirect: 'manual' });
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe(error);
  });

  it('does not care under which Host or forwarded headers it is asked', async () => {
    const answer = await fetch(`${broker.origin}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'mechant.example', 'x-forwarded-proto': 'https' },
    });
    const metadata = await answer.json();
    expect(metadata).toMatchObject({
      issuer: `${broker.origin}/`,
      authorization_endpoint: `${broker.origin}/authorize`,
      token_endpoint: `${broker.origin}/oauth/token`,
    });
  });
});

describe('the token endpoint', () => {
  it('[API-60] takes JSON as well as a form', async () => {
    const login = await openLogin(broker.origin);
    const callback = await submitLogin(broker, login, CLAIRE);
    const answer = await fetch(`${broker.origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        client_id: 'palier-web',
        code: callback.searchParams.get('code'),
        code_verifier: login.verifier,
        redirect_uri: broker.origin,
      }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      id_token: expect.any(String),
      access_token: expect.any(String),
      expires_in: 900,
    });
  });

  it.each(['[]', 'null', '{', '"x"'])('[API-60] refuses the JSON body %s', async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${broker.origin}/oauth/token`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty('error');
  });

  it('[API-60] refuses a wrong code_verifier', async () => {
    const login = await openLogin(broker.origin);
    const callback = await submitLogin(broker, login, CLAIRE);
    const answer = await exchange(broker.origin, callback, 'x'.repeat(43));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('a code serves once', async () => {
    const login = await openLogin(broker.origin);
    const callback = await submitLogin(broker, login, CLAIRE);
    const answers = [
      await exchange(broker.origin, callback, login.verifier),
      await exchange(broker.origin, callback, login.verifier),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('sends no refresh token to a browser, which renews by its session', async () => {
    const { tokens } = await signIn(broker);
    expect(tokens).not.toHaveProperty('refresh_token');
  });

  it('[API-60] renews with a refresh token, which serves once', async () => {
    const { tokens } = await signIn(broker, CLAIRE, new CookieClient(), { scope: 'openid offline_access' });
    const renew = () =>
      fetch(`${broker.origin}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: 'palier-web',
          refresh_token: tokens.refresh_token ?? '',
        }),
      });
    const renewed = (await (await renew()).json()) as Tokens;
    expect(await broker.identity.verify(renewed.access_token)).toMatchObject({ org_id: 'org_maison_brume' });
    expect((await renew()).status).toBe(400);
  });
});

describe('what a program reads of a refusal is a French sentence, beside the code of the protocol', () => {
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${broker.origin}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  const client_id = 'palier-web';
  const grant_type = 'authorization_code';
  // Letters that OAuth allows (RFC 6749, 5.2): no accent.
  it.each([
    ['/oauth/token', {}, 400, 'invalid_request', 'Il manque : client_id.'],
    ['/oauth/token', { client_id, grant_type: 'x' }, 400, 'unsupported_grant_type', /^Ce mode de connexion/],
    [
      '/oauth/token',
      { client_id, grant_type, redirect_uri: 'x', code: 'x' },
      400,
      'invalid_grant',
      /^Ce code/,
    ],
    ['/oauth/token', { client_id, grant_type }, 400, 'invalid_request', /^Il manque : .*code/],
    ['/oauth/token', { client_id: 'x', grant_type }, 401, 'invalid_client', /^Application inconnue/],
    ['/oauth/revoke', { client_id }, 400, 'invalid_request', 'Il manque : token.'],
    ['/userinfo', {}, 401, 'invalid_token', 'Il manque : access_token.'],
    ['/userinfo', { access_token: ['x', 'y'].join('&') }, 401, 'invalid_token', /^Ce jeton/],
    [
      '/oauth/token',
      { client_id, grant_type: 'refresh_token', refresh_token: 'x' },
      400,
      'invalid_grant',
      /^Ce code/,
    ],
    [
      '/oauth/token',
      { client_id, client_assertion: 'x' },
      400,
      'invalid_request',
      /^La demande n'est pas valide/,
    ],
    ['/userinfo', { access_token: 'x' }, 401, 'invalid_token', /^Ce jeton/],
  ])('%s %j', async (path, fields: Record<string, string>, status, error, sentence) => {
    const answer = await form(path, fields);
    const body = (await answer.json()) as { error: string; error_description: string };
    expect(answer.status, JSON.stringify(body)).toBe(status);
    expect(body.error).toBe(error);
    expect(body.error_description).toMatch(sentence);
    expect(body.error_description).toMatch(/^[\x20-\x7e]+$/);
  });

  it.each(['/oauth/nowhere', '/oidc/logout', '/.well-known/nowhere', '/userinfo/nowhere', '/v2/nowhere'])(
    'at %s, which is no address',
    async (path) => {
      for (const answer of [await fetch(`${broker.origin}${path}`), await form(path, {})]) {
        expect(answer.status).toBe(404);
        expect(await answer.json()).toEqual({ error: "Cette adresse n'existe pas.", code: 'not_found' });
      }
    },
  );
});

describe('logout', () => {
  const logout = (client: CookieClient, query: string) => client.get(`${broker.origin}/v2/logout?${query}`);

  it('[API-61] ends the session and goes back to the origin', async () => {
    const { client, tokens } = await signIn(broker, CLAIRE, new CookieClient(), { scope: 'offline_access' });
    const answer = await logout(
      client,
      new URLSearchParams({ client_id: 'palier-web', returnTo: broker.origin }).toString(),
    );
    expect(answer.headers.get('location')).toBe(broker.origin);
    expect((await askSilently(broker, client)).get('error')).toBe('login_required');
    const renewed = await fetch(`${broker.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'palier-web',
        refresh_token: tokens.refresh_token ?? '',
      }),
    });
    expect(renewed.status).toBe(400);
  });

  it('ends the access tokens of that session, and no other’s', async () => {
    const [here, elsewhere] = [await signIn(broker), await signIn(broker)];
    await logout(here.client, new URLSearchParams({ returnTo: broker.origin }).toString());
    await expect(broker.identity.verify(here.tokens.access_token)).rejects.toThrow('la session est terminée');
    expect(await broker.identity.verify(elsewhere.tokens.access_token)).toMatchObject({
      org_id: 'org_maison_brume',
    });
  });

  it('[API-61] works without client_id and without session', async () => {
    const answer = await logout(
      new CookieClient(),
      new URLSearchParams({ returnTo: `${broker.origin}/` }).toString(),
    );
    expect(answer.headers.get('location')).toBe(`${broker.origin}/`);
  });

  it.each([
    'https://mechant.example',
    '//mechant.example',
    'javascript:alert(1)',
    'ORIGIN.mechant.example',
    'ORIGIN@mechant.example',
    'ORIGIN/profil',
    '',
  ])('[API-61] refuses to go to %s, and keeps the session', async (evil) => {
    const { client } = await signIn(broker);
    const returnTo = evil.replace('ORIGIN', broker.origin);
    const answer = await logout(
      client,
      new URLSearchParams({ client_id: 'palier-web', returnTo }).toString(),
    );
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect((await askSilently(broker, client)).get('code')).toBeTruthy();
  });
});

describe('behind a proxy that ends TLS', () => {
  it('names the public https address and marks its cookies secure', async () => {
    const proxied = await startBroker({ kind: 'demo' }, 'https://palier.maison-brume.fr/');
    try {
      const metadata = await (await fetch(`${proxied.origin}/.well-known/openid-configuration`)).json();
      expect(metadata).toMatchObject({
        issuer: 'https://palier.maison-brume.fr/',
        token_endpoint: 'https://palier.maison-brume.fr/oauth/token',
      });
      const { query } = authorizationQuery('https://palier.maison-brume.fr');
      const answer = await fetch(`${proxied.origin}/authorize?${query}`, { redirect: 'manual' });
      const cookies = answer.headers.getSetCookie();
      expect(cookies.length).toBeGreaterThan(1);
      for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
    } finally {
      await proxied.close();
    }
  });
});
