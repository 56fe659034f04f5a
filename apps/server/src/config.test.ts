import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig, StartError, variables } from './config.ts';

it('starts without any setting, on this machine only', () => {
  expect(readConfig({})).toMatchObject({
    port: 4600,
    host: '127.0.0.1',
    public_url: 'http://localhost:4600',
    database_url: null,
    run_jobs: true,
    demo: true,
  });
});

it('has no demo in production unless asked', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', PALIER_DEMO: 'oui' }).demo).toBe(true);
});

it('names every wrong variable at once, in French', () => {
  const wrong = { PALIER_PORT: '70000', PALIER_PUBLIC_URL: 'palier', PALIER_JOBS: 'parfois' };
  expect(() => readConfig(wrong)).toThrow(StartError);
  expect(() => readConfig(wrong)).toThrow(
    /PALIER_PORT attend un port.*PALIER_PUBLIC_URL attend une adresse.*PALIER_JOBS attend oui ou non/,
  );
});

it('takes an empty variable for one that is not set', () => {
  expect(readConfig({ PALIER_PORT: '', DATABASE_URL: '' }).port).toBe(4600);
});

it('trusts this machine’s proxy in production, and only the addresses that it is given', () => {
  expect(readConfig({}).trusted_proxies).toEqual([]);
  expect(readConfig({ NODE_ENV: 'production' }).trusted_proxies).toEqual(['127.0.0.1', '::1']);
  expect(readConfig({ PALIER_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trusted_proxies).toEqual([
    '10.0.0.0/8',
    '::1',
  ]);
  for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0.0/8/1', '10.0.0.1,'])
    expect(() => readConfig({ PALIER_TRUSTED_PROXIES: wrong }), wrong).toThrow(/PALIER_TRUSTED_PROXIES/);
});

it('takes names of machines for pictures, and nothing that could change the page’s policy', () => {
  expect(readConfig({}).image_hosts).toBeNull();
  expect(readConfig({ PALIER_IMAGE_HOSTS: 'photos.exemple.fr, *.cdn.exemple.fr' }).image_hosts).toEqual([
    'photos.exemple.fr',
    '*.cdn.exemple.fr',
  ]);
  for (const wrong of ['*', 'a.fr; script-src *', "'unsafe-inline'", 'https://a.fr', 'a.fr/b']) {
    expect(() => readConfig({ PALIER_IMAGE_HOSTS: wrong }), wrong).toThrow(/PALIER_IMAGE_HOSTS/);
  }
});

/** The first column of the settings' tables, each name with the second one. */
function documented(): Map<string, string> {
  const page = readFileSync(new URL('../../../docs/exploitation.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm)];
  return new Map(
    rows.flatMap(([, names = '', value = '']) =>
      [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => [name, value] as const),
    ),
  );
}

it('each setting is in the page of whoever runs Palier, with its default, and each setting of that page is read', () => {
  const page = documented();
  const signIn = readFileSync(new URL('./identity/settings.ts', import.meta.url), 'utf8');
  for (const name of Object.keys(variables.shape)) expect([...page.keys()]).toContain(name);
  for (const name of page.keys())
    expect(name in variables.shape || signIn.includes(name), `${name} is read`).toBe(true);
  for (const [name, value] of Object.entries(variables.parse({})))
    if (value !== undefined) expect(page.get(name), name).toMatch(new RegExp(`^\`${value}\``));
});
