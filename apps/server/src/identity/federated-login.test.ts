import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizationQuery,
  type BrokerFixture,
  exchange,
  openLogin,
  startBroker,
  type Tokens,
} from './test/broker-fixture.ts';
import { CookieClient } from './test/cookie-client.ts';
import { startUpstream, type Upstream, type UpstreamUser } from './test/upstream-fixture.ts';

const people: UpstreamUser[] = [
  { sub: 'kc-1', email: 'Claire.Vasseur@maison-brume.fr', email_verified: true, name: 'Claire V.' },
  { sub: 'kc-2', email: 'marion.roche@maison-brume.fr', email_verified: false, name: 'Marion R.' },
  { sub: 'kc-3', email: 'zoe@ailleurs.fr', email_verified: true, name: 'Zoé' },
];

let upstream: Upstream;
let broker: BrokerFixture;
beforeAll(async () => {
  broker = await startBroker(async (origin) => {
    upstream = await startUpstream(origin, people);
    const { issuer, client_id, client_secret } = upstream;
    return { kind: 'federated', issuer, client_id, client_secret };
  });
});
afterAll(async () => {
  await broker.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.requests.length = 0;
});

/** Signs in at the provider under a login; stops at the application's callback. */
async function signInUpstream(client: CookieClient, sub: string, changes: Record<string, string> = {}) {
  const login = await openLogin(broker.origin, client, changes);
  const form = await client.follow(await client.get(login.page));
  const back = (target: URL) => target.origin === broker.origin && target.pathname === '/';
  if (form.status !== 200) throw new Error(`No form: ${form.status}`);
  const html = await form.text();
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = await client.post(new URL(action, form.url).href, {
    prompt: 'login',
    login: sub,
    password: 'x',
  });
  const end = await client.follow(answer, back);
  return { login, callback: end.location, end };
}

async function tokensOf(client: CookieClient, sub: string): Promise<Tokens> {
  const { login, callback } = await signInUpstream(client, sub);
  if (!callback) throw new Error('no callback');
  return (await (await exchange(broker.origin, callback, login.verifier)).json()) as Tokens;
}

describe('federated sign-in', () => {
  it('a known e-mail proved by the provider becomes our user, whatever its letter case', async () => {
    const tokens = await tokensOf(new CookieClient(), 'kc-1');
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: broker.accounts[0]?.user_id,
      email: 'claire.vasseur@maison-brume.fr',
      org_id: 'org_maison_brume',
    });
    expect(await broker.identity.verify(tokens.access_token)).toMatchObject({ org_id: 'org_maison_brume' });
  });

  it('stays the same user when her e-mail changes at the provider', async () => {
    await tokensOf(new CookieClient(), 'kc-1');
    const [claire] = people;
    if (!claire) throw new Error('nobody');
    claire.email = 'claire.martin@maison-brume.fr';
    const tokens = await tokensOf(new CookieClient(), 'kc-1');
    claire.email = 'claire.vasseur@maison-brume.fr';
    expect(decodeJwt(tokens.id_token).sub).toBe(broker.accounts[0]?.user_id);
  });

  it.each([
    ['somebody unknown to us', 'kc-3'],
    ['somebody whose e-mail the provider does not vouch for', 'kc-2'],
  ])('%s is signed in as a stranger without organisation', async (_title, sub) => {
    const tokens = await tokensOf(new CookieClient(), sub);
    const holder = await broker.identity.verify(tokens.access_token);
    expect(holder).toMatchObject({ sub: `${upstream.issuer}|${sub}`, org_id: undefined });
  });

  it('a silent renewal asks nothing of the provider', async () => {
    const client = new CookieClient();
    await signInUpstream(client, 'kc-1');
    upstream.requests.length = 0;
    const { query } = authorizationQuery(broker.origin, { prompt: 'none' });
    const answer = await client.get(`${broker.origin}/authorize?${query}`);
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy();
    expect(upstream.requests).toEqual([]);
  });

  it('survives a restart between leaving and coming back', async () => {
    const client = new CookieClient();
    const login = await openLogin(broker.origin, client);
    const form = await client.follow(await client.get(login.page));
    await broker.restart();
    const action = /action="([^"]+)"/.exec(await form.text())?.[1] ?? '';
    const answer = await client.post(new URL(action, form.url).href, {
      prompt: 'login',
      login: 'kc-1',
      password: 'x',
    });
    const end = await client.follow(
      answer,
      ({ origin, pathname }) => origin === broker.origin && pathname === '/',
    );
    expect(end.location?.searchParams.get('code')).toBeTruthy();
  });

  it('cancelling at the provider comes back with access_denied', async () => {
    const client = new CookieClient();
    const login = await openLogin(broker.origin, client);
    const form = await client.follow(await client.get(login.page));
    const abort = /href="([^"]+abort)"/.exec(await form.text())?.[1] ?? '';
    const back = ({ origin, pathname }: URL) => origin === broker.origin && pathname === '/';
    const end = await client.follow(await client.get(new URL(abort, form.url).href), back);
    expect(end.location?.searchParams.get('error')).toBe('access_denied');
    expect(end.location?.searchParams.get('error_description')).toBe('Connexion annulée');
  });
});

describe('an answer that was not asked for', () => {
  it('is refused when its state is unknown', async () => {
    const answer = await new CookieClient().get(`${broker.origin}/idp/callback?code=x&state=y`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Connexion expirée');
  });

  it('is refused in another browser than the one that left', async () => {
    const client = new CookieClient();
    const login = await openLogin(broker.origin, client);
    const form = await client.follow(await client.get(login.page));
    const action = /action="([^"]+)"/.exec(await form.text())?.[1] ?? '';
    const answer = await client.post(new URL(action, form.url).href, {
      prompt: 'login',
      login: 'kc-1',
      password: 'x',
    });
    const stopped = await client.follow(answer, ({ pathname }) => pathname === '/idp/callback');
    const elsewhere = new CookieClient();
    const end = await elsewhere.follow(await elsewhere.get(stopped.location?.href ?? ''));
    expect(end.status).toBe(400);
    expect(elsewhere.cookieNames().filter((name) => name.startsWith('palier.session'))).toEqual([]);
  });

  it('is refused the second time', async () => {
    const client = new CookieClient();
    const login = await openLogin(broker.origin, client);
    const form = await client.follow(await client.get(login.page));
    const action = /action="([^"]+)"/.exec(await form.text())?.[1] ?? '';
    const answer = await client.post(new URL(action, form.url).href, {
      prompt: 'login',
      login: 'kc-1',
      password: 'x',
    });
    const returned = await client.follow(answer, ({ pathname }) => pathname === '/idp/callback');
    const address = returned.location?.href ?? '';
    const first = await client.follow(await client.get(address), ({ pathname }) => pathname === '/');
    expect(first.location?.searchParams.get('code')).toBeTruthy();
    expect((await client.get(address)).status).toBe(400);
  });
});

describe('logout', () => {
  it('[API-61] alone leaves the provider’s session; the next sign-in asks no password', async () => {
    const client = new CookieClient();
    await signInUpstream(client, 'kc-1');
    await client.get(`${broker.origin}/v2/logout?returnTo=${broker.origin}`);
    const login = await openLogin(broker.origin, client);
    const end = await client.follow(
      await client.get(login.page),
      ({ origin, pathname }) => origin === broker.origin && pathname === '/',
    );
    expect(end.location?.searchParams.get('code')).toBeTruthy();
  });

  it('[API-61] federated, with or without a value, goes through the provider’s logout with its ID token', async () => {
    for (const federated of ['federated', 'federated=']) {
      const client = new CookieClient();
      await signInUpstream(client, 'kc-1');
      const answer = await client.get(`${broker.origin}/v2/logout?${federated}&returnTo=${broker.origin}`);
      const location = new URL(answer.headers.get('location') ?? '');
      expect(location.href).toContain(`${upstream.issuer}/protocol/openid-connect/logout`);
      expect(location.searchParams.get('post_logout_redirect_uri')).toBe(broker.origin);
      expect(decodeJwt(location.searchParams.get('id_token_hint') ?? '').sub).toBe('kc-1');
      const page = await client.get(location.href);
      const html = await page.text();
      const fields = Object.fromEntries(
        [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, k = '', v = '']) => [k, v]),
      );
      const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
      const end = await client.post(action, { ...fields, logout: 'yes' });
      expect(end.headers.get('location')).toBe(`${broker.origin}/`);
      const again = await openLogin(broker.origin, client);
      expect((await client.follow(await client.get(again.page))).url).toContain('/interaction/');
    }
  });
});

describe('a provider that cannot be reached', () => {
  it('is said in French, and tried again at the next sign-in', async () => {
    const alone = await startBroker({ kind: 'federated', issuer: 'http://127.0.0.1:9', client_id: 'palier' });
    try {
      const login = await openLogin(alone.origin);
      const answer = await login.client.get(login.page);
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain('Le service de connexion ne répond pas');
      expect(alone.log.join(' ')).toContain('http://127.0.0.1:9');
    } finally {
      await alone.close();
    }
  });
});
