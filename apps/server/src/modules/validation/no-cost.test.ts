import type { SignatureState } from '@palier/contract';
import { DEFAULT_SIGNATURE_POLICY, type ValidationCheck } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importShop, openProject } from '../../test/small-shop.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'A1', cost: null },
    { code: 'A2', cost: null },
  ]);
});
afterAll(() => test?.close());

it('a margin that the listing does not know is not said to be 0 € where a phase is validated', async () => {
  const { _id } = await openProject(test, 'Soldes/Sans coût');
  await choose(test, _id, { A1: 50, A2: 30 });
  const listing = await test.ask('claire', { url: `/api/projects/${_id}/discounts?size=1&summary=true` });
  expect(listing.body).toMatchObject({ summary: { forecast: { profit_after_leftovers: null } } });
  const { body } = await test.ask('claire', { url: `/api/projects/${_id}/checks` });
  const { data } = body as { data: ValidationCheck[] };
  expect(data.length).toBeGreaterThan(0);
  expect(data.map(({ key, text }) => [key, text]).filter(([key]) => key === 'merit')).toEqual([]);

  // What cannot be read is not held: where margins are watched, it takes a signature (docs/droits.md).
  const { thresholds } = DEFAULT_SIGNATURE_POLICY;
  const payload = {
    ...DEFAULT_SIGNATURE_POLICY,
    mode: 'thresholds',
    thresholds: { ...thresholds, budget: { ...thresholds.budget, on: false }, merit: { on: true, over: 5 } },
  };
  const set = await test.ask('ines', { method: 'PUT', url: '/api/signature-policy', payload });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  const state = (await test.ask('ines', { url: `/api/projects/${_id}/approval` })).body as SignatureState;
  expect(state.causes.find(({ cause }) => cause === 'merit')).toMatchObject({
    ...{ passed: true, sentence: 'marge : chiffre inconnu' },
  });
});
