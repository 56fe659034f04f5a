import { expect, it } from 'vitest';
import { openPglite } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createEndedGrants } from './ended-grants.ts';
import { createIdentityStore } from './store.ts';

it('a grant ended by one process is ended for another within seconds', async () => {
  const database = await openPglite(null);
  await migrate(database);
  const store = createIdentityStore(database.db);
  let now = Date.now();
  const here = createEndedGrants(store, () => now);
  const there = createEndedGrants(store, () => now);
  expect(await there.has('g1')).toBe(false);
  await here.end('g1', 900);
  expect(await here.has('g1')).toBe(true);
  now += 5001;
  expect(await there.has('g1')).toBe(true);
  expect(await there.has('g2')).toBe(false);
  await database.close();
});
