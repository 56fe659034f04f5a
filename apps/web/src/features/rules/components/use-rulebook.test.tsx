import type { Rulebook } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useRulebook } from './use-rulebook.ts';

const EMPTY = { data: [], processing_rule_count: 0, removed_rule_count: 0, next_rule_number: 1 };
const rulebook: Rulebook = { ...EMPTY, last_processing: null };

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
);

afterEach(() => vi.restoreAllMocks());

/** A rule that is being saved, and its answer, which comes when the test says. */
async function saving() {
  let answer = (): void => {};
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(new Response(JSON.stringify({ data: [] }), { status: 201 }));
      }),
  );
  const { result } = renderHook(() => useRulebook('p1', rulebook), { wrapper });
  act(() => result.current.add());
  let saved: Promise<void> = Promise.resolve();
  act(() => {
    saved = result.current.save();
  });
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  return { result, saved, answer: () => answer() };
}

it('[RULE-01] a rule begun while another is saved stays open once it is', async () => {
  const { result, saved, answer } = await saving();
  const first = result.current.selected;
  act(() => result.current.add());
  const second = result.current.selected;
  expect(second).not.toBe(first);
  await act(async () => {
    answer();
    await saved;
  });
  expect(result.current.selected).toBe(second);
  expect(result.current.draft?.name).toBe('Règle #2');
});

it('[RULE-01] a rule begun as the answer of another comes stays open, before the address says so', async () => {
  const { result, saved, answer } = await saving();
  await act(async () => {
    result.current.add();
    answer();
    await saved;
  });
  expect(result.current.draft?.name).toBe('Règle #2');
});
