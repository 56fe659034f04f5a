import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { KeptEdits } from '../../../lib/kept-edits.ts';
import { noteOwnAct } from '../../../lib/own-acts.ts';
import { initialSessionState, sessionStore } from '../../../lib/session/state.ts';
import { newProject } from '../../../test/new-project.ts';
import { useEditSession } from './use-edit-session.ts';

afterEach(() => {
  vi.restoreAllMocks();
  window.localStorage.clear();
  sessionStore.set(() => initialSessionState);
});

it('what was typed as the session ended is kept, to be sent once one is signed in again', async () => {
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, isAuthenticated: true }));
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const body = { error: 'Connectez-vous.', code: 'unauthorized' };
    return new Response(JSON.stringify(body), { status: 401 });
  });
  const typed = { l1: { edit: { discount_pct_user: 40 }, former: { discount_pct_user: null }, version: 1 } };
  const { result, unmount } = renderHook(() => useEditSession(newProject(), () => undefined));
  result.current.restore(typed);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await vi.waitFor(() => expect(result.current.queue.state.get().status).toBe('offline'));
  unmount();
  expect(new KeptEdits('claire', newProject()._id).read()).toEqual(typed);
});

it('an edit made while her own act on the group was under way is no conflict with herself; with a colleague it is', async () => {
  const sent: unknown[] = [];
  const stored = { l1: 8, l2: 9 };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const edits = JSON.parse(String(init?.body)) as Record<'l1' | 'l2', { version: number }>;
    sent.push(edits);
    const conflicts = (['l1', 'l2'] as const)
      .filter((id) => edits[id] && edits[id].version < stored[id])
      .map((id) => ({
        _id: id,
        ...{
          sent: edits[id],
          stored: { discount_pct: 20, version: stored[id], update_user: 'Marion Roche' },
        },
      }));
    const error = { error: 'Modifiée.', code: 'stale_version', details: { conflicts } };
    if (conflicts.length > 0) return new Response(JSON.stringify(error), { status: 409 });
    const data = Object.keys(edits).map((_id) => ({ _id, item_group_id: _id, version: 12 }));
    return new Response(JSON.stringify({ data, version: 12, activity_id: 'a', discount_count: 1 }));
  });
  noteOwnAct(newProject()._id, 8, { seen: true });
  // Her undoing may have written a line that a colleague had written unseen.
  noteOwnAct(newProject()._id, 9);
  const typed = { edit: { discount_pct_user: 40 }, former: { discount_pct_user: null }, version: 7 };
  const { result, unmount } = renderHook(() => useEditSession(newProject(), () => undefined));
  result.current.restore({ l1: typed, l2: typed });
  await vi.waitFor(() => expect(result.current.queue.state.get().conflicts).toHaveLength(1));
  await vi.waitFor(() => expect(result.current.queue.state.get().unsent).toBe(0));
  expect(result.current.queue.state.get().conflicts).toMatchObject([{ line_id: 'l2', their_version: 9 }]);
  expect(sent.at(-1)).toEqual({ l1: { discount_pct_user: 40, version: 8 } });
  unmount();
});
