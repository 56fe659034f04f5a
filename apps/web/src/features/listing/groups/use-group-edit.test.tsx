import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noteOwnAct } from '../../../lib/own-acts.ts';
import { newGroup } from '../../../test/new-group.ts';
import { newProject } from '../../../test/new-project.ts';
import { History } from '../edit/history.ts';
import { useGroupEdit } from './use-group-edit.ts';

afterEach(() => vi.restoreAllMocks());

/** What the server is asked, method and path, with the body. */
function listen(): { path: string; body: unknown }[] {
  const asked: { path: string; body: unknown }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method, url: String(input) };
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    asked.push({ path: `${method} ${new URL(url, 'http://palier').pathname}`, body });
    const answer = { activity_id: `act ${asked.length}`, version: 2, discount_count: 2, refused: {} };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
  return asked;
}

function open(history: History, version = { get: () => 7 }) {
  // The group was there when the menu was opened on it; a colleague has since reviewed its last product.
  const store = { node: () => undefined, ancestors: () => [] };
  const props = {
    ...{ project: newProject(), selection: { q: 'robe' }, context: { grouping: ['brand'] } },
    ...{ listing: { tree: { store }, refresh: async () => undefined, version }, onClose: () => undefined },
    session: { history, markBefore: () => undefined, act: (send: () => unknown) => send() },
    handle: {},
  } as unknown as Parameters<typeof useGroupEdit>[0];
  const change = { discount_pct_user: 50 };
  return renderHook(() => useGroupEdit(props, newGroup({ key: 'Lune', keys: ['Lune'] }), change)).result;
}

const OF_LUNE = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] };

it('the edit of a group is of that group, though it has left the listing since the menu was opened on it', async () => {
  const asked = listen();
  const editing = open(new History());
  await waitFor(() => expect(editing.current.receipt).not.toBeNull());
  await act(() => editing.current.apply('Lune à 50 %', ''));
  expect(asked.map(({ body }) => body)).toMatchObject([
    { filter: OF_LUNE, q: 'robe', dry_run: true },
    { filter: OF_LUNE, q: 'robe', dry_run: false },
  ]);
});

it('done again, it is the same lines’: those that have come into the group since keep theirs', async () => {
  const asked = listen();
  const history = new History();
  const editing = open(history);
  await waitFor(() => expect(editing.current.receipt).not.toBeNull());
  await act(() => editing.current.apply('Lune à 50 %', ''));
  await history.undo();
  await history.redo();
  expect(asked.slice(2).map(({ path }) => path)).toEqual([
    'POST /api/projects/p1/activity/act%202/undo',
    'POST /api/projects/p1/activity/act%203/undo',
  ]);
});

it('is of what was shown when its window was opened, and of her own acts since', async () => {
  const asked = listen();
  let version = 7;
  const editing = open(new History(), { get: () => version });
  await waitFor(() => expect(editing.current.receipt).not.toBeNull());
  // A colleague decides something behind the window; an edit of hers that was on its way is answered.
  version = 10;
  noteOwnAct('p1', 6);
  noteOwnAct('p1', 9);
  await act(() => editing.current.apply('Lune à 50 %', ''));
  expect(asked.at(-1)?.body).toMatchObject({ dry_run: false, seen: { version: 7, own: [9] } });
});
