import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { KeptEdits } from '../../../lib/kept-edits.ts';
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
