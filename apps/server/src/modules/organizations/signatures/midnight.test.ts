import type { RouteOutput } from '@palier/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp, userOf } from '../../../test/app.ts';

// Half past midnight in Paris: the clock of the server, which counts in universal time, is still in the day before.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T23:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

async function delegate(from_date: string, to_date: string) {
  const delegation = { delegate_id: userOf('marion').user_id, from_date, to_date };
  const answer = await test.ask('claire', {
    ...{ method: 'PUT', url: '/api/signers/delegation', payload: { delegation } },
  });
  const { data } = answer.body as RouteOutput<'signers.list'>;
  return { status: answer.status, own: data?.find(({ delegation: one }) => one)?.delegation ?? null };
}

it('who is away from a day on is signed for from its first minute', async () => {
  expect(await delegate('2026-11-29', '2026-11-29')).toMatchObject({ status: 200, own: { in_force: true } });
});

it('nobody signs for somebody once the last day is over', async () => {
  expect(await delegate('2026-11-28', '2026-11-28')).toMatchObject({ status: 422, own: null });
});
