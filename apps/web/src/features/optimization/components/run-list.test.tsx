import type { Optimization } from '@palier/contract';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pollingPeriod } from '../../../lib/calls/list-jobs.ts';
import { latestOptimizations } from '../api/optimizations.ts';
import { RunList } from './run-list.tsx';

/** A server of one run: what was asked of it, and what its run is by now. */
const server = { run: 'requested' as Optimization['status'], asked: [] as string[] };

function Runs() {
  const runs = useQuery(latestOptimizations('p1'));
  const nothing = () => undefined;
  return (
    <RunList
      runs={runs.data ?? []}
      compared={[]}
      whyApart={() => null}
      formerFigures={() => 'chiffres du 1er juil.'}
      currentSince={null}
      currency="EUR"
      error={null}
      loading={runs.isPending}
      onRetry={nothing}
      onToggle={nothing}
    />
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { run: 'requested', asked: [] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const method = init?.method ?? 'GET';
    server.asked.push(`${method} ${String(input)}`);
    if (method === 'PUT') server.run = 'cancelled';
    const run = { _id: 'o1', name: 'Marge', status: server.run, created_at: '2026-07-01T10:00:00Z' };
    return new Response(JSON.stringify(method === 'PUT' ? run : { data: [run] }), { status: 200 });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Runs />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const reads = () => server.asked.filter((call) => call.startsWith('GET')).length;

it('[STATE-30] a run under way is asked of every 5 s, and no more once it has ended', async () => {
  await pass(10);
  expect(reads()).toBe(1);
  expect(screen.getByText('en attente')).toBeTruthy();
  for (const count of [2, 3, 4]) {
    await pass(pollingPeriod);
    expect(reads()).toBe(count);
  }
  expect(screen.queryByText('chiffres du 1er juil.')).toBeNull();
  server.run = 'completed';
  await pass(pollingPeriod);
  expect(reads()).toBe(5);
  // What it reached is of the figures of its day.
  expect(screen.getByText('chiffres du 1er juil.')).toBeTruthy();
  await pass(10 * pollingPeriod);
  expect(reads()).toBe(5);
});

it('[STATE-29] a run that waits is cancelled: the server is told, it is shown so, and is asked of no more', async () => {
  await pass(10);
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await pass(10);
  expect(server.asked.filter((call) => call.startsWith('PUT'))).toEqual([
    expect.stringMatching(/^PUT .*\/optimizations\/o1\/cancellation$/),
  ]);
  expect(screen.getByText(/annulée$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull();
  const count = reads();
  await pass(10 * pollingPeriod);
  expect(reads()).toBe(count);
});
