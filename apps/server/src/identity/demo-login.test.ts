import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityStore } from './store.ts';
import {
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
const PAUL = 'paul.berthier@atelier-lisiere.fr';

let broker: BrokerFixture;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

/** What prompt=none answers to somebody holding these cookies. */
async function askSilently(client: CookieClient): Promise<URLSearchParams> {
  const { query } = authorizationQuery(broker.origin, { prompt: 'none' });
  const answer = await client.get(`${broker.origin}/authorize?${query}`);
  return new URL(answer.headers.get('location') ?? '', broker.origin).searchParams;
}

describe('demo sign-in', () => {
  it('[API-60] gives a demo user tokens that name her and her organisation', async () => {
    const { tokens } = await signIn(broker);
    const claims = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({
      iss: `${broker.origin}/`,
      aud: 'palier-web',
      azp: 'palier-web',
      name: 'Claire Vasseur',
      email: CLAIRE,
      org_id: 'org_maison_brume',
      auth_time: expect.any(Number),
    });
    expect(tokens.expires_in).toBe(900);
    expect(await broker.identity.verify(tokens.access_token)).toMatchObject({
      sub: claims.sub,
      org_id: 'org_maison_brume',
    });
  });

  it('[ENT-25] the ID token has every claim that the browser checks', async () => {
    const { tokens } = await signIn(broker);
    expect(Object.keys(decodeJwt(tokens.id_token))).toEqual(
      expect.arrayContaining(['iss', 'aud', 'exp', 'iat', 'sub', 'nonce', 'auth_time', 'azp', 'org_id']),
    );
  });

  it('offers the three demo users on a French page that cannot be framed or cached', async () => {
    const { client, page } = await openLogin(broker.origin);
    const answer = await client.get(page);
    const html = await answer.text();
    expect(html).toContain('<html lang="fr">');
    for (const { email } of broker.accounts) expect(html).toContain(`value="${email}"`);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('refuses a wrong password and a user who is not offered, in French', async () => {
    const { client, page } = await openLogin(broker.origin);
    const wrong = await client.post(page, { email: CLAIRE, password: 'marée-basse' });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('Utilisateur ou mot de passe incorrect.');
    const password = broker.identity.demoSignIn?.password ?? '';
    const unknown = await client.post(page, { email: 'zoe@ailleurs.fr', password });
    expect(unknown.status).toBe(401);
  });

  it('cancelling comes back to the application with access_denied', async () => {
    const { client, page, state } = await openLogin(broker.origin);
    const end = await client.follow(
      await client.post(page, { cancel: '1' }),
      ({ pathname }) => pathname === '/',
    );
    expect(end.location?.searchParams.get('error')).toBe('access_denied');
    expect(end.location?.searchParams.get('state')).toBe(state);
  });

  it('two sign-in forms open at once in one browser both lead to their own answer', async () => {
    const client = new CookieClient();
    const first = await openLogin(broker.origin, client);
    const second = await openLogin(broker.origin, client);
    const firstBack = await submitLogin(broker, first, CLAIRE);
    expect(firstBack.searchParams.get('state')).toBe(first.state);
    const secondBack = await submitLogin(broker, second, CLAIRE);
    expect(secondBack.searchParams.get('state')).toBe(second.state);
  });

  it('two people typing at the same time on two machines each get their own name', async () => {
    const [first, second] = await Promise.all([openLogin(broker.origin), openLogin(broker.origin)]);
    const [forPaul, forClaire] = await Promise.all([
      submitLogin(broker, first, PAUL),
      submitLogin(broker, second, CLAIRE),
    ]);
    const paul = (await (await exchange(broker.origin, forPaul, first.verifier)).json()) as Tokens;
    const claire = (await (await exchange(broker.origin, forClaire, second.verifier)).json()) as Tokens;
    expect(decodeJwt(paul.id_token).org_id).toBe('org_atelier_lisiere');
    expect(decodeJwt(claire.id_token).org_id).toBe('org_maison_brume');
  });

  it('signing in again as somebody else in the same browser changes the person', async () => {
    const { client } = await signIn(broker, CLAIRE);
    const again = await openLogin(broker.origin, client, { prompt: 'login' });
    const { password = '' } = broker.identity.demoSignIn ?? {};
    let answer = await client.post(again.page, { email: PAUL, password });
    answer = await client.follow(answer);
    // The old session is closed by a form that sends itself.
    const html = await answer.text();
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
    const fields = Object.fromEntries(
      [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, k = '', v = '']) => [k, v]),
    );
    const end = await client.follow(await client.post(action, fields), ({ pathname }) => pathname === '/');
    const tokens = (await (
      await exchange(broker.origin, end.location as URL, again.verifier)
    ).json()) as Tokens;
    expect(decodeJwt(tokens.id_token).email).toBe(PAUL);
  });

  it('a form posted by another site, or by another port of this host, is refused', async () => {
    const { client, page } = await openLogin(broker.origin);
    const password = broker.identity.demoSignIn?.password ?? '';
    const answer = await client.post(page, { email: CLAIRE, password }, { origin: 'http://localhost:1' });
    expect(answer.status).toBe(403);
  });

  it('a form kept too long says so in French', async () => {
    const answer = await new CookieClient().get(`${broker.origin}/idp/login/abcdef`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Connexion expirée');
  });

  it('somebody removed from the users gets no more tokens', async () => {
    const { client } = await signIn(broker, PAUL);
    const removed = broker.accounts.splice(2, 1);
    try {
      expect((await askSilently(client)).get('error')).toBe('login_required');
    } finally {
      broker.accounts.push(...removed);
    }
  });
});

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
    expect((await askSilently(new CookieClient())).get('error')).toBe('login_required');
  });

  it('[API-59] answers by web message to the origin alone', async () => {
    const { client } = await signIn(broker);
    const { query } = authorizationQuery(broker.origin, { prompt: 'none', response_mode: 'web_message' });
    const html = await (await client.get(`${broker.origin}/authorize?${query}`)).text();
    expect(html).toContain('postMessage');
    expect(html).toContain(broker.origin);
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

  it('[API-60] renews with a refresh token, which serves once', async () => {
    const { tokens } = await signIn(broker);
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

describe('logout', () => {
  const logout = (client: CookieClient, query: string) => client.get(`${broker.origin}/v2/logout?${query}`);

  it('[API-61] ends the session and goes back to the origin', async () => {
    const { client, tokens } = await signIn(broker);
    const answer = await logout(
      client,
      new URLSearchParams({ client_id: 'palier-web', returnTo: broker.origin }).toString(),
    );
    expect(answer.headers.get('location')).toBe(broker.origin);
    expect((await askSilently(client)).get('error')).toBe('login_required');
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
    expect((await askSilently(client)).get('code')).toBeTruthy();
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

describe('what is kept', () => {
  it('expired records are deleted, the others stay', async () => {
    const store = createIdentityStore(broker.database.db);
    const record = { payload: { a: 1 }, grant_id: null, uid: null };
    await store.upsert('Test', 'old', { ...record, expires_at: new Date(Date.now() - 1000) });
    await store.upsert('Test', 'young', { ...record, expires_at: new Date(Date.now() + 60_000) });
    await store.upsert('Test', 'endless', { ...record, expires_at: null });
    expect(await store.find('Test', 'old')).toBeUndefined();
    expect(await store.deleteExpired()).toBeGreaterThanOrEqual(1);
    expect(await store.find('Test', 'young')).toEqual({ a: 1 });
    expect(await store.take('Test', 'endless')).toEqual({ a: 1 });
    expect(await store.take('Test', 'endless')).toBeUndefined();
  });

  it('a restart of the server keeps sessions, keys and password', async () => {
    const { client, tokens } = await signIn(broker);
    const password = broker.identity.demoSignIn?.password;
    await broker.restart();
    expect((await askSilently(client)).get('code')).toBeTruthy();
    expect(await broker.identity.verify(tokens.access_token)).toBeTruthy();
    expect(broker.identity.demoSignIn?.password).toBe(password);
  });

  it('a restart between the form and its answer loses nothing', async () => {
    const login = await openLogin(broker.origin);
    await broker.restart();
    const callback = await submitLogin(broker, login, CLAIRE);
    await broker.restart();
    expect((await exchange(broker.origin, callback, login.verifier)).status).toBe(200);
  });

  it('keys and password are readable by their owner alone', async () => {
    for (const file of ['keys.json', 'demo-password.txt']) {
      expect((await stat(join(broker.data_folder, 'identity', file))).mode & 0o777).toBe(0o600);
    }
  });

  it('nothing of the log is a token or a password', async () => {
    const { tokens } = await signIn(broker);
    const text = broker.log.join('\n');
    expect(text).not.toContain(tokens.access_token);
    expect(text).not.toContain(broker.identity.demoSignIn?.password ?? 'absent');
  });
});
