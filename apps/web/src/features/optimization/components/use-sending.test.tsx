import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSending } from './use-sending.ts';

afterEach(() => vi.restoreAllMocks());

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
    return new Response(JSON.stringify(method === 'PUT' ? { data: receipts } : { loss: null }), {
      status: 200,
    });
  });
  const sending = {
    optimization_ids: ['r'],
    project_ids: ['project a', 'project b'],
    remove_unspecified: false,
  };
  const client = new QueryClient();
  const { result } = renderHook(() => useSending(sending, 'Marge'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
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
