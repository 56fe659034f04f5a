import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_USERS, findDemoUser } from './demo-users.ts';
import { IdentitySettingsError } from './errors.ts';
import { createIdentity } from './identity.ts';
import { redirectToPublicUrl } from './public-url.ts';
import { issueTokenFromFolder } from './script-token.ts';
import { loadDemoPassword, loadKeys } from './secrets.ts';
import { readSignInSettings } from './settings.ts';
import type { IdentitySettings, IdentityStore } from './types.ts';

let data_folder: string;
beforeEach(async () => {
  data_folder = await mkdtemp(join(tmpdir(), 'palier-settings-'));
});
afterEach(() => rm(data_folder, { recursive: true }));

const unused: IdentityStore = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  take: async () => undefined,
  destroyByGrant: async () => {},
  withFailures: async (_model, _ids, decide) => decide([]).answer,
  deleteExpired: async () => 0,
};

function open(changes: Partial<IdentitySettings>) {
  return createIdentity({
    settings: {
      public_url: 'http://localhost:4600',
      data_folder,
      sign_in: { kind: 'demo' },
      production: false,
      ...changes,
    },
    store: unused,
    accounts: { findById: async () => undefined, findByEmail: async () => undefined },
  });
}

describe('how people sign in', () => {
  it('is by demo users when nothing is set', () => {
    expect(readSignInSettings({})).toEqual({ kind: 'demo' });
  });

  it('is by the company’s provider when its issuer is set', () => {
    const settings = readSignInSettings({
      PALIER_OIDC_ISSUER: 'https://sso.maison-brume.fr/realms/mode',
      PALIER_OIDC_CLIENT_ID: 'palier',
      PALIER_OIDC_CLIENT_SECRET: 'secret',
      PALIER_OIDC_TRUST_EMAIL: 'oui',
    });
    expect(settings).toEqual({
      kind: 'federated',
      issuer: 'https://sso.maison-brume.fr/realms/mode',
      client_id: 'palier',
      client_secret: 'secret',
      trust_email: true,
    });
  });

  it('is by an Auth0 tenant when its domain is set, the broker being off', async () => {
    const sign_in = readSignInSettings({
      PALIER_AUTH0_DOMAIN: 'https://brume.eu.auth0.com/',
      PALIER_AUTH0_CLIENT_ID: 'abc',
      PALIER_AUTH0_AUDIENCE: 'https://api.palier.fr/',
    });
    const identity = await open({ sign_in, production: true });
    expect(identity.external_origins).toEqual(['https://brume.eu.auth0.com']);
    expect(identity.owns('/authorize?x')).toBe(false);
    expect(identity.owns('/idp/config.json')).toBe(true);
    expect(identity.demoSignIn).toBeUndefined();
  });

  it.each([
    [{ PALIER_OIDC_ISSUER: 'https://a.fr' }, /PALIER_OIDC_CLIENT_ID/],
    [{ PALIER_AUTH0_DOMAIN: 'a.auth0.com' }, /PALIER_AUTH0_CLIENT_ID/],
    [{ PALIER_AUTH0_DOMAIN: 'a.auth0.com', PALIER_OIDC_ISSUER: 'https://a.fr' }, /ne vont pas ensemble/],
    [{ PALIER_DEMO_PASSWORD: 'court' }, /8 caractères/],
  ])('refuses %o in one sentence', (environment, sentence) => {
    expect(() => readSignInSettings(environment)).toThrow(sentence);
  });

  it('refuses demo users in production', async () => {
    await expect(open({ production: true })).rejects.toThrow(/refusés en production/);
  });

  it('may ask for the password again after a time', () => {
    expect(readSignInSettings({ PALIER_SIGN_IN_MAX_AGE: '28800' })).toEqual({
      kind: 'demo',
      max_age: 28_800,
    });
    expect(() => readSignInSettings({ PALIER_SIGN_IN_MAX_AGE: '8h' })).toThrow(/secondes/);
  });

  it.each(['sso.maison-brume.fr', 'ftp://sso.fr'])('refuses the issuer %s', async (issuer) => {
    await expect(open({ sign_in: { kind: 'federated', issuer, client_id: 'p' } })).rejects.toBeInstanceOf(
      IdentitySettingsError,
    );
  });

  it('refuses an issuer without TLS in production', async () => {
    const sign_in = { kind: 'federated', issuer: 'http://sso.fr', client_id: 'p' } as const;
    await expect(open({ sign_in, production: true })).rejects.toThrow(/https/);
  });
});

describe('keys and password of the data folder', () => {
  it('two processes starting together agree', async () => {
    const [first, second] = await Promise.all([loadKeys(data_folder), loadKeys(data_folder)]);
    expect(first).toEqual(second);
    const passwords = await Promise.all([loadDemoPassword(data_folder), loadDemoPassword(data_folder)]);
    expect(new Set(passwords).size).toBe(1);
    expect(passwords[0]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
  });

  it('a damaged key file is said, never replaced in silence', async () => {
    await loadKeys(data_folder);
    await writeFile(join(data_folder, 'identity', 'keys.json'), '{"signing":[]}');
    await expect(loadKeys(data_folder)).rejects.toThrow(/illisible/);
  });

  it('a given password takes the place of the kept one', async () => {
    await loadDemoPassword(data_folder);
    expect(await loadDemoPassword(data_folder, 'une-belle-saison')).toBe('une-belle-saison');
    expect(await loadDemoPassword(data_folder)).toBe('une-belle-saison');
    const identity = await open({ sign_in: { kind: 'demo', password: 'une-autre-saison' } });
    expect(identity.demoSignIn?.password).toBe('une-autre-saison');
  });
});

describe('tokens for scripts', () => {
  const settings = {
    public_url: 'http://localhost:4600/',
    sign_in: { kind: 'demo' },
    production: false,
  } as const;

  it('are accepted by the server that shares the data folder', async () => {
    const [claire] = DEMO_USERS;
    if (!claire) throw new Error('no user');
    const identity = await open({});
    const token = await issueTokenFromFolder({ ...settings, data_folder }, claire);
    expect(await identity.verify(token)).toMatchObject({ sub: claire.user_id, org_id: 'org_maison_brume' });
  });

  it.each([
    [{ production: true }, /refusés en production/],
    [
      { sign_in: { kind: 'federated', issuer: 'https://a.fr', client_id: 'p' } as const },
      /réservés aux utilisateurs/,
    ],
  ])('are refused with %o', async (changes, sentence) => {
    const [claire] = DEMO_USERS;
    if (!claire) throw new Error('no user');
    await expect(issueTokenFromFolder({ ...settings, data_folder, ...changes }, claire)).rejects.toThrow(
      sentence,
    );
  });

  it('name a demo user by e-mail, by its first part or by first name', () => {
    for (const text of ['claire.vasseur@maison-brume.fr', 'Claire.Vasseur', 'claire']) {
      expect(findDemoUser(text)?.name).toBe('Claire Vasseur');
    }
    expect(findDemoUser('zoe')).toBeUndefined();
  });
});

describe('a page opened under another address than the public one', () => {
  const asked = (
    headers: Record<string, string>,
    url = '/project/p1/dashboard?sort=name',
    origin = 'http://localhost:4600',
  ) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: 'GET', url, headers: { accept: 'text/html,*/*', ...headers } });
    return redirectToPublicUrl(request, origin);
  };

  it('moves to the public address, path and query kept', () => {
    expect(asked({ host: '127.0.0.1:4600' })).toBe('http://localhost:4600/project/p1/dashboard?sort=name');
    expect(asked({ host: '127.0.0.1:4600' }, '//mechant.example/')).toBe('http://localhost:4600/');
  });

  it('stays when the address is right, behind a proxy, or for a program', () => {
    expect(asked({ host: 'localhost:4600' })).toBeUndefined();
    expect(asked({ host: 'app:8080', 'x-forwarded-for': '10.0.0.1' })).toBeUndefined();
    expect(asked({ host: '127.0.0.1:4600', accept: '*/*' })).toBeUndefined();
    expect(asked({ host: 'app:8080' }, '/', 'https://palier.fr')).toBeUndefined();
  });
});
