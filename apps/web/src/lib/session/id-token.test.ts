import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignInClient } from './sign-in-client.ts';
import {
  createTestProvider,
  failure,
  openClient,
  resetPage,
  signInByPopup,
  type TestProvider,
} from './test/test-provider.ts';

let provider: TestProvider;
beforeEach(() => {
  provider = createTestProvider();
});
afterEach(resetPage);

const signIn = (client: SignInClient, answer: Record<string, unknown> = {}) =>
  signInByPopup(provider, client, answer);

const now = () => Math.floor(Date.now() / 1000);

describe('the ID token', () => {
  it('[AUTH-09][AUTH-16][ENT-25] a good one names the user', async () => {
    const client = openClient();
    await signIn(client);
    expect(await client.getUser()).toMatchObject({ sub: 'user-1', name: 'Claire Vasseur' });
  });

  it.each([
    ['[AUTH-16] missing', () => ({}), {}, '', /ID token is required|must be present/i],
    ['[AUTH-16] in two parts', () => ({}), {}, 'a.b', /could not be decoded/i],
    ['[AUTH-17] from another issuer', () => ({ iss: 'https://autre/' }), {}, undefined, /issuer/i],
    ['[AUTH-18] without subject', () => ({ sub: undefined }), {}, undefined, /\(sub\)/],
    ['[AUTH-19] signed with HS256', () => ({}), { alg: 'HS256' }, undefined, /RS256/],
    ['[AUTH-20] for another client', () => ({ aud: 'other' }), {}, undefined, /\(aud\)/],
    [
      '[AUTH-20] for several others',
      () => ({ aud: ['x', 'y'], azp: 'palier-web' }),
      {},
      undefined,
      /\(aud\)/,
    ],
    ['[AUTH-21] for several without azp', () => ({ aud: ['palier-web', 'x'] }), {}, undefined, /\(azp\)/],
    [
      '[AUTH-21] for several with another azp',
      () => ({ aud: ['palier-web', 'x'], azp: 'x' }),
      {},
      undefined,
      /\(azp\)/,
    ],
    ['[AUTH-22] with another nonce', () => ({ nonce: 'autre' }), {}, undefined, /\(nonce\)/],
    ['[AUTH-22] without nonce', () => ({ nonce: undefined }), {}, undefined, /\(nonce\)/],
    ['[AUTH-24] with an expiry that is no number', () => ({ exp: 'abc' }), {}, undefined, /\(exp\)/],
    ['[AUTH-24] expired 90 s ago', () => ({ exp: now() - 90 }), {}, undefined, /\(exp\)/],
    ['[AUTH-25] without date of issue', () => ({ iat: undefined }), {}, undefined, /\(iat\)/],
    ['[AUTH-25] with a date of issue that is no number', () => ({ iat: 'abc' }), {}, undefined, /\(iat\)/],
    ['[AUTH-26] valid in 2 minutes only', () => ({ nbf: now() + 120 }), {}, undefined, /\(nbf\)/],
  ])('%s is refused', async (_title, claims, header, idToken, message) => {
    Object.assign(provider, { claims: claims(), header, id_token: idToken });
    const client = openClient();
    expect((await failure(signIn(client))).message).toMatch(message);
    expect(await client.getUser()).toBeUndefined();
  });

  it.each([
    [
      '[AUTH-20][AUTH-21] for several clients with our azp',
      () => ({ aud: ['palier-web', 'x'], azp: 'palier-web' }),
    ],
    ['[AUTH-24] expired 30 s ago, within the leeway', () => ({ exp: now() - 30 })],
    ['[AUTH-26] valid in 30 s, within the leeway', () => ({ nbf: now() + 30 })],
  ])('%s is accepted', async (_title, claims) => {
    provider.claims = claims();
    await expect(signIn(openClient())).resolves.toBeUndefined();
  });

  it.each([
    ['[AUTH-23] without auth_time', () => ({}), false],
    ['[AUTH-23] with an old auth_time', () => ({ auth_time: now() - 300 }), false],
    ['[AUTH-23] with a recent auth_time', () => ({ auth_time: now() }), true],
  ])('%s, when the password must be recent', async (_title, claims, accepted) => {
    provider.claims = claims();
    const signing = signIn(openClient({ max_age: 100 }));
    if (accepted) await expect(signing).resolves.toBeUndefined();
    else expect((await failure(signing)).message).toMatch(/\(auth_time\)/);
  });

  it.each([
    ['[AUTH-27] without organisation', () => ({}), false],
    ['[AUTH-27] of another organisation', () => ({ org_id: 'org_autre' }), false],
    ['[AUTH-27] of ours', () => ({ org_id: 'org_maison_brume' }), true],
  ])('%s, when an organisation is expected', async (_title, claims, accepted) => {
    provider.claims = claims();
    const signing = signIn(openClient({ organization: 'org_maison_brume' }));
    if (accepted) await expect(signing).resolves.toBeUndefined();
    else expect((await failure(signing)).message).toMatch(/\(org_id\)/);
  });
});
