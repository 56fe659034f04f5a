import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askSilently,
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

  it('« Back » after the sign-in leads to the application, and not to an expired form', async () => {
    const login = await openLogin(broker.origin);
    await submitLogin(broker, login, CLAIRE);
    const answer = await login.client.get(login.page);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${broker.origin}/`);
  });

  it('somebody removed from the users gets no more tokens', async () => {
    const { client } = await signIn(broker, PAUL);
    const removed = broker.accounts.splice(2, 1);
    try {
      expect((await askSilently(broker, client)).get('error')).toBe('login_required');
    } finally {
      broker.accounts.push(...removed);
    }
  });
});

describe('guessing passwords', () => {
  const MARION = 'marion.roche@maison-brume.fr';
  const NOBODY = 'zoe@ailleurs.fr';
  const text = async (answer: Response) => / role="alert">([^<]*)</.exec(await answer.text())?.[1];

  it('is slowed down: a fourth wrong one costs a wait, during which the right one is not looked at', async () => {
    broker.address = '203.0.113.1';
    const { client, page } = await openLogin(broker.origin);
    const wrong = () => client.post(page, { email: MARION, password: 'marée-basse' });
    for (let turn = 0; turn < 3; turn++) {
      expect(await text(await wrong())).toBe('Utilisateur ou mot de passe incorrect.');
    }
    const fourth = await wrong();
    expect(fourth.status).toBe(401);
    expect(await text(fourth)).toMatch(/^Utilisateur ou mot de passe incorrect. Réessayez dans 1 seconde.$/);
    await failFor(MARION, 6);
    const password = broker.identity.demoSignIn?.password ?? '';
    const right = await client.post(page, { email: MARION, password });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await text(right)).toMatch(
      /^Trop d’essais : celui-ci n’a pas été examiné. Réessayez dans \d+ secondes.$/,
    );
    await broker.restart();
    expect((await client.post(page, { email: MARION, password })).status).toBe(429);
  });

  it('does not keep the same person out elsewhere, nor others at the same address', async () => {
    const there = await openLogin(broker.origin);
    expect((await submitLogin(broker, there, CLAIRE)).searchParams.get('code')).toBeTruthy();
    broker.address = '203.0.113.2';
    const elsewhere = await openLogin(broker.origin);
    expect((await submitLogin(broker, elsewhere, MARION)).searchParams.get('code')).toBeTruthy();
  });

  it('her browser stays open to her while her address is hammered', async () => {
    broker.address = '203.0.113.3';
    const { client } = await signIn(broker, PAUL);
    await failFor(PAUL, 6);
    const stranger = await openLogin(broker.origin);
    const { password = '' } = broker.identity.demoSignIn ?? {};
    expect((await stranger.client.post(stranger.page, { email: PAUL, password })).status).toBe(429);
    const hers = await openLogin(broker.origin, client, { prompt: 'login' });
    expect((await submitLogin(broker, hers, PAUL)).searchParams.get('code')).toBeTruthy();
  });

  it('says the same, as late, of somebody who does not exist', async () => {
    broker.address = '203.0.113.4';
    const said = [];
    for (const email of [MARION, NOBODY]) {
      const { client, page } = await openLogin(broker.origin);
      const answers = [];
      for (let turn = 0; turn < 4; turn++) {
        const answer = await client.post(page, { email, password: 'x' });
        answers.push([answer.status, answer.headers.get('retry-after'), await text(answer)]);
      }
      said.push(answers);
    }
    expect(said[1]).toEqual(said[0]);
  });

  /** Wrong passwords at the address of this moment, as if each were typed once the wait before it was over. */
  async function failFor(email: string, times: number): Promise<void> {
    const { client, page } = await openLogin(broker.origin);
    for (let turn = 0; turn < times; turn++) {
      await broker.database.executeSql(
        `update identity_record set payload = payload || '{"next_at": 0}' where model = 'SignInFailures'`,
      );
      await client.post(page, { email, password: 'marée-basse' });
    }
  }
});

describe('what is kept', () => {
  it('a restart of the server keeps sessions, keys and password', async () => {
    const { client, tokens } = await signIn(broker);
    const password = broker.identity.demoSignIn?.password;
    await broker.restart();
    expect((await askSilently(broker, client)).get('code')).toBeTruthy();
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
