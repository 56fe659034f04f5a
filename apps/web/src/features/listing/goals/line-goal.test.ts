import { afterEach, expect, it, vi } from 'vitest';
import { History } from '../edit/history.ts';
import type { Line } from '../rows/row.ts';
import { lineGoalCommand } from './line-goal.ts';

afterEach(() => vi.restoreAllMocks());

/** Gives a line a goal, then presses undo: what the server was asked. */
async function askedOf(given: () => Response, again = false): Promise<string[]> {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method, url: String(input) };
    asked.push(`${method} ${new URL(url, 'http://palier').pathname}`);
    return url.includes('/undo') ? new Response('{"activity_id":"u"}', { status: 200 }) : given();
  });
  const history = new History();
  await history.do(
    lineGoalCommand({
      ...{ project: 'p1', goal: 'profit', label: 'Objectif Marge', seen: 7 },
      line: { _id: 'l1', item_group_id: 'R01', optimization_goal: 'sales' } as Line,
      session: { patch: () => undefined, act: (send) => send() },
      handle: { changeParameters: () => undefined },
      listing: { refresh: async () => undefined },
    }),
  );
  await history.undo();
  if (again) await history.redo();
  return asked;
}

const PUT = 'PUT /api/projects/p1/discounts/optimizations';

it('undoing the goal of a line undoes that act, whatever goal came on the line since', async () => {
  const receipt = { version: 2, activity_id: 'mine', discount_count: 1, optimization_id: null };
  expect(await askedOf(() => new Response(JSON.stringify(receipt), { status: 200 }))).toEqual([
    PUT,
    'POST /api/projects/p1/activity/mine/undo',
  ]);
});

it('a goal that was refused leaves nothing to undo: the act of before stands', async () => {
  const refusal = '{"error":"Projet verrouillé.","code":"conflict"}';
  expect(await askedOf(() => new Response(refusal, { status: 409 }))).toEqual([PUT]);
});

it('done again, it is that act again: a discount chosen meanwhile by a colleague is not lost to a new one', async () => {
  const receipt = { version: 2, activity_id: 'mine', discount_count: 1, optimization_id: null };
  expect(await askedOf(() => new Response(JSON.stringify(receipt), { status: 200 }), true)).toEqual([
    PUT,
    'POST /api/projects/p1/activity/mine/undo',
    'POST /api/projects/p1/activity/u/undo',
  ]);
});
