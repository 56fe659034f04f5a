import { beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '../test/stores.ts';
import { createIdentityStore } from './store.ts';
import type { IdentityStore } from './types.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

eachDatabase('sign-in records kept in the database', ({ database }) => {
  let store: IdentityStore;

  beforeAll(() => {
    store = createIdentityStore(database().db);
  });

  const record = (changes = {}) => ({
    payload: { name: 'Élodie', list: [1, { deep: true }] },
    grant_id: null,
    uid: null,
    expires_at: inMinutes(5),
    ...changes,
  });

  it('are found by model and id, and by uid, as they were written last', async () => {
    await store.upsert('Session', 'a', record({ uid: 'u1' }));
    await store.upsert('Session', 'a', record({ uid: 'u2', payload: { name: 'Zoé' } }));
    expect(await store.find('Session', 'a')).toEqual({ name: 'Zoé' });
    expect(await store.find('Grant', 'a')).toBeUndefined();
    expect(await store.findByUid('Session', 'u1')).toBeUndefined();
    expect(await store.findByUid('Session', 'u2')).toEqual({ name: 'Zoé' });
  });

  it('once used, say when', async () => {
    await store.upsert('AuthorizationCode', 'c', record());
    await store.consume('AuthorizationCode', 'c');
    const found = await store.find('AuthorizationCode', 'c');
    expect(found).toMatchObject({ name: 'Élodie', list: [1, { deep: true }] });
    expect(Math.abs(Number(found?.consumed) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('of one grant go together, by model', async () => {
    await store.upsert('RefreshToken', 'r1', record({ grant_id: 'g' }));
    await store.upsert('RefreshToken', 'r2', record({ grant_id: 'h' }));
    await store.upsert('AccessToken', 't', record({ grant_id: 'g' }));
    await store.destroyByGrant('RefreshToken', 'g');
    expect(await store.find('RefreshToken', 'r1')).toBeUndefined();
    expect(await store.find('RefreshToken', 'r2')).toBeDefined();
    expect(await store.find('AccessToken', 't')).toBeDefined();
  });

  it('are taken by one of those who ask at once', async () => {
    await store.upsert('Pending', 'p', record());
    const taken = await Promise.all([1, 2, 3, 4].map(() => store.take('Pending', 'p')));
    expect(taken.filter((payload) => payload !== undefined)).toHaveLength(1);
  });

  it('expired are not answered, and are deleted; the others stay', async () => {
    await store.upsert('Test', 'old', record({ expires_at: inMinutes(-1), uid: 'old' }));
    await store.upsert('Test', 'young', record());
    await store.upsert('Test', 'endless', record({ expires_at: null }));
    expect(await store.find('Test', 'old')).toBeUndefined();
    expect(await store.findByUid('Test', 'old')).toBeUndefined();
    expect(await store.deleteExpired()).toBe(1);
    expect(await store.take('Test', 'old')).toBeUndefined();
    expect(await store.find('Test', 'young')).toBeDefined();
    expect(await store.find('Test', 'endless')).toBeDefined();
  });
});
