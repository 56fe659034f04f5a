import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { getDifferences, latestOptimizations, useCancelOptimization } from './optimizations.ts';
import { listScenarios, useSaveScenario } from './scenarios.ts';

type Work = 'scenarios' | 'optimizations' | 'add' | 'cancel' | 'comparables';

/** Which of the five a call belongs to, by its address. */
function workOf(url: string, method: string): Work {
  if (url.includes('/differences')) return 'comparables';
  if (url.includes('/cancellation')) return 'cancel';
  if (url.includes('/optimizations')) return 'optimizations';
  return method === 'POST' ? 'add' : 'scenarios';
}

/** The network, where one kind of call fails and the others answer. */
function failing(broken: Work): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const work = workOf(String(input), init?.method ?? 'GET');
    return work === broken
      ? new Response('{"error":"Panne"}', { status: 500 })
      : new Response('{"data":[],"total":0,"_id":"s1","name":"Essai"}', { status: 200 });
  });
}

function renderWork() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    () => ({
      scenarios: useQuery(listScenarios()),
      optimizations: useQuery(latestOptimizations('p1')),
      comparables: useQuery(getDifferences('p1', ['o1', 'o2'], '')),
      add: useSaveScenario(),
      cancel: useCancelOptimization(),
    }),
    { wrapper },
  );
}

afterEach(() => vi.restoreAllMocks());

it.each<Work>(['scenarios', 'optimizations', 'add', 'cancel', 'comparables'])(
  '[STATE-35] when « %s » fails, it alone is in error and the four others are loaded',
  async (broken) => {
    failing(broken);
    const { result } = renderWork();
    expect(result.current.scenarios.status).toBe('pending');
    result.current.add.mutate({ id: null, body: { name: 'Essai' } });
    result.current.cancel.mutate('o1');
    const statuses = () =>
      Object.fromEntries(Object.entries(result.current).map(([work, { status }]) => [work, status]));
    await waitFor(() => {
      for (const status of Object.values(statuses())) expect(['success', 'error']).toContain(status);
    });
    for (const [work, status] of Object.entries(statuses()))
      expect(status, work).toBe(work === broken ? 'error' : 'success');
  },
);
