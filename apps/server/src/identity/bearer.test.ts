import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { InvalidTokenError } from './errors.ts';
import { createIdentity } from './identity.ts';
import { publicKeySet } from './secrets.ts';
import { createIdentityStore } from './store.ts';
import { type BrokerFixture, signIn, startBroker } from './test/broker-fixture.ts';

type Key = Parameters<InstanceType<typeof SignJWT>['sign']>[0];

let broker: BrokerFixture;
let ours: JWK & { kid: string };
let ourKey: Key;
let foreignKey: Key;

beforeAll(async () => {
  broker = await startBroker();
  const text = await readFile(join(broker.data_folder, 'identity', 'keys.json'), 'utf8');
  ours = JSON.parse(text).signing[0];
  ourKey = await importJWK(ours, 'RS256');
  foreignKey = (await generateKeyPair('RS256')).privateKey;
});
afterAll(() => broker.close());

const now = () => Math.floor(Date.now() / 1000);

function content(changes: JWTPayload = {}): JWTPayload {
  const base = {
    iss: `${broker.origin}/`,
    aud: 'urn:palier:api',
    sub: '01890000-0000-7000-8000-000000000001',
    org_id: 'org_maison_brume',
    iat: now(),
    exp: now() + 600,
  };
  return { ...base, ...changes };
}

function sign(
  payload: JWTPayload,
  header: Partial<JWTHeaderParameters> = {},
  key: Key = ourKey,
): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: ours.kid, ...header }).sign(key);
}

function unsigned(payload: JWTPayload): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
}

describe('a bearer token that is accepted', () => {
  it.each([
    ['ours', () => ({})],
    [
      'one for several audiences, ours among them',
      () => ({ aud: ['https://autre.example', 'urn:palier:api'] }),
    ],
    ['one expired by less than the clocks may differ', () => ({ exp: now() - 1 })],
  ])('%s', async (_title, changes) => {
    const token = await sign(content(changes()));
    expect(await broker.identity.verify(token)).toMatchObject({ org_id: 'org_maison_brume' });
  });

  it('one whose header says at+jwt, as one that says JWT', async () => {
    for (const typ of ['at+jwt', 'JWT'])
      expect(await broker.identity.verify(await sign(content(), { typ }))).toBeTruthy();
  });

  it('one issued for a script', async () => {
    const account = broker.accounts[2];
    if (!account) throw new Error('no account');
    const token = await broker.identity.issueToken(account);
    expect(await broker.identity.verify(token)).toMatchObject({
      sub: account.user_id,
      org_id: 'org_atelier_lisiere',
    });
  });
});

describe('a forged, foreign or stale bearer token is refused', () => {
  const cases: [string, () => Promise<string> | string][] = [
    ['no token', () => ''],
    ['not a token', () => 'a.b.c'],
    ['for another audience', () => sign(content({ aud: 'palier-web' }))],
    ['from another issuer', () => sign(content({ iss: 'https://mechant.example/' }))],
    ['from our issuer without its final slash', () => sign(content({ iss: broker.origin }))],
    ['expired', () => sign(content({ exp: now() - 60 }))],
    ['not valid yet', () => sign(content({ nbf: now() + 60 }))],
    ['without expiry', () => sign(content({ exp: undefined }))],
    ['without subject', () => sign(content({ sub: undefined }))],
    ['with an empty subject', () => sign(content({ sub: '' }))],
    ['without date of issue', () => sign(content({ iat: undefined }))],
    ['unsigned (alg none)', () => unsigned(content())],
    ['signed with our public key as an HMAC secret', () => signedByPublicKey()],
    [
      'signed with PS256 by our key',
      async () => sign(content(), { alg: 'PS256' }, await importJWK({ ...ours, alg: 'PS256' }, 'PS256')),
    ],
    ['signed by another key under our kid', () => sign(content(), {}, foreignKey)],
    ['signed by another key under its own kid', () => sign(content(), { kid: 'autre' }, foreignKey)],
    [
      'carrying its own key in the header',
      async () => sign(content(), { kid: undefined, jwk: await exportPublic() }, foreignKey),
    ],
    ['with its payload changed', async () => tampered(await sign(content()))],
    ['an ID token', async () => (await signIn(broker)).tokens.id_token],
  ];

  it.each(cases)('%s', async (_title, make) => {
    await expect(broker.identity.verify(await make())).rejects.toBeInstanceOf(InvalidTokenError);
  });

  async function signedByPublicKey(): Promise<string> {
    const { d: _, p: __, q: ___, dp: ____, dq: _____, qi: ______, ...publicJwk } = ours;
    const publicKey = await importJWK({ ...publicJwk, alg: 'RS256' }, 'RS256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('not a public key');
    const secret = new TextEncoder().encode(await exportSPKI(publicKey));
    return sign(content(), { alg: 'HS256' }, secret);
  }

  async function exportPublic(): Promise<JWK> {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    return crypto.subtle.exportKey('jwk', publicKey as CryptoKey) as Promise<JWK>;
  }

  function tampered(token: string): string {
    const [header, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify(content({ org_id: 'org_atelier_lisiere' }))).toString(
      'base64url',
    );
    return `${header}.${payload}.${signature}`;
  }
});

describe('with an Auth0 tenant', () => {
  const tenant = {
    kind: 'direct',
    domain: 'brume.eu.auth0.com',
    client_id: 'abc',
    audience: 'https://api.palier.fr/',
  } as const;
  const theirs = () =>
    sign({ ...content(), iss: 'https://brume.eu.auth0.com/', aud: 'https://api.palier.fr/', sub: 'auth0|1' });
  const tenantIdentity = () =>
    createIdentity({
      settings: {
        public_url: broker.origin,
        data_folder: broker.data_folder,
        sign_in: tenant,
        production: true,
      },
      store: createIdentityStore(broker.database.db),
      accounts: { findById: async () => undefined, findByEmail: async () => undefined },
    });
  afterEach(() => vi.unstubAllGlobals());

  it('accepts a token of the tenant’s keys for our audience, and no other', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return Response.json(publicKeySet({ signing: [ours], cookies: [] }));
    });
    const identity = await tenantIdentity();
    expect(await identity.verify(await theirs())).toMatchObject({ sub: 'auth0|1' });
    await expect(identity.verify(await sign(content()))).rejects.toBeInstanceOf(InvalidTokenError);
    expect(asked).toEqual(['https://brume.eu.auth0.com/.well-known/jwks.json']);
  });

  it('does not take an unreachable tenant for a bad token', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    const verifying = (await tenantIdentity()).verify(await theirs());
    await expect(verifying).rejects.not.toBeInstanceOf(InvalidTokenError);
  });
});
