import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { dismissNotification, notificationStore } from '../../../lib/notifications.ts';
import { useSending } from './use-sending.ts';

afterEach(() => {
  dismissNotification();
  vi.restoreAllMocks();
});

let address = '';
function Address() {
  const { pathname, search } = useLocation();
  address = pathname + decodeURIComponent(search);
  return null;
}

/** The hook of a screen that sends a run to projects. */
function sendingTo(...project_ids: string[]) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Address />
        {children}
      </MemoryRouter>
    </QueryClientProvider>
  );
  const sending = { optimization_ids: ['r'], project_ids, remove_unspecified: false };
  return renderHook(() => useSending(sending, 'Marge'), { wrapper });
}

it('what a sending did to several projects is taken back in each, whichever of them fails at first', async () => {
  const undone: string[] = [];
  let fails = true;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method, url: String(input) };
    const [, activity] = /activity\/([^/]+)\/undo/.exec(url) ?? [];
    if (activity && undone.includes(activity))
      return new Response('{"error":"Cet événement est déjà annulé.","code":"conflict"}', { status: 409 });
    if (activity === 'b' && fails)
      return new Response('{"error":"Panne.","code":"internal"}', { status: 500 });
    if (activity) undone.push(activity);
    const receipts = ['a', 'b'].map((id) => ({
      ...{ project_id: `project ${id}`, activity_id: id, version: 1, discount_count: 2 },
    }));
    const answer = method === 'PUT' ? { data: receipts } : { data: [], loss: null };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
  const { result } = sendingTo('project a', 'project b');
  await act(() => result.current.submit());
  expect(result.current.sent?.count).toBe(4);
  await act(() => result.current.undo());
  expect(undone).toEqual(['a']);
  expect(result.current.sent?.activities).toHaveLength(1);
  fails = false;
  await act(() => result.current.undo());
  expect(undone).toEqual(['a', 'b']);
  expect(result.current.sent).toBeNull();
});

it('sends with what its preview was of, and shows what a colleague has decided since', async () => {
  const sent: { seen?: unknown }[] = [];
  const kept = { discount_count: 1, user_names: ['Marion Roche'], item_group_ids: ['A2'] };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT')
      return new Response(JSON.stringify({ data: [{ project_id: 'p1', version: 7 }], loss: null }));
    sent.push(JSON.parse(String(init.body)));
    const receipt = { project_id: 'p1', activity_id: 'a', version: 9, discount_count: 11, kept };
    return new Response(JSON.stringify({ data: [receipt] }));
  });
  const { result } = sendingTo('p1');
  await waitFor(() => expect(result.current.preview.isSuccess).toBe(true));
  await act(() => result.current.submit());
  expect(sent[0]?.seen).toEqual({ p1: { version: 7, own: [] } });
  const told = notificationStore.get().queue.find(({ options }) => options.action?.label === 'Les voir');
  expect(told?.msg).toBe('1 produit changé entre-temps par Marion Roche n’a pas été modifié.');
  act(() => told?.options.action?.run());
  expect(address).toContain('/project/p1/dashboard');
  expect(address).toContain('A2');
  // What she sends is hers: it is not in the way of what she sends next.
  await act(() => result.current.submit());
  expect(sent[1]?.seen).toEqual({ p1: { version: 7, own: [9] } });
});
