import type { Rule, Rulebook } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { changedMeanwhile, notAsSeen } from '../../../test/changed-meanwhile.ts';
import { draftOf } from '../model/draft.ts';
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

it('[RULE-01] a rule that a colleague has changed since its draft began is kept from it, and the draft stays', async () => {
  const kept: Rule = {
    ...{ _id: 'r1', name: 'Jupes', query: null, active: true, position: 0, state: 'new' },
    ...{ discount_spec_by: null, discount_spec_map: { '*': 20 }, discount_spec_map_type: 'fixed' },
  };
  const theirs: Rule = { ...kept, discount_spec_map: { '*': 40 } };
  const sent: { seen: Partial<Rule> }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    const now = notAsSeen(sent.at(-1)?.seen, { ...theirs });
    return now ? changedMeanwhile('cette règle', now) : new Response(JSON.stringify(theirs));
  });
  const { result, rerender } = renderHook(({ book }) => useRulebook('p1', book), {
    ...{ wrapper, initialProps: { book: { ...rulebook, data: [kept] } } },
  });
  act(() => result.current.open('r1'));
  act(() => result.current.put({ ...draftOf(kept), name: 'Jupes longues' }));
  // The screen reads again what stands: it is not what the draft began with.
  rerender({ book: { ...rulebook, data: [theirs] } });
  await act(() => result.current.save());
  expect(result.current.clash?.message).toContain('Inès Dumont a modifié cette règle');
  expect(result.current.draft?.name).toBe('Jupes longues');
  await act(() => result.current.save());
  expect(result.current.clash).toBeNull();
  expect(sent.map(({ seen }) => seen.discount_spec_map)).toEqual([{ '*': 20 }, { '*': 40 }]);
});

it('[RULE-01] a rule that a colleague has just changed is deleted only all the same, and comes back as she left it', async () => {
  const kept: Rule = {
    ...{ _id: 'r1', name: 'Jupes', query: null, active: true, position: 0, state: 'new' },
    ...{ discount_spec_by: null, discount_spec_map: { '*': 20 }, discount_spec_map_type: 'fixed' },
  };
  const theirs: Rule = { ...kept, discount_spec_map: { '*': 40 } };
  const deleted: Partial<Rule>[] = [];
  const created: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(String(init?.body));
    if (init?.method === 'POST') created.push(body);
    if (init?.method !== 'DELETE') return new Response(JSON.stringify({ data: [] }));
    deleted.push(body.seen);
    const now = notAsSeen(body.seen, { ...theirs });
    return now ? changedMeanwhile('cette règle', now) : new Response(null, { status: 204 });
  });
  const { result, rerender } = renderHook(({ book }) => useRulebook('p1', book), {
    ...{ wrapper, initialProps: { book: { ...rulebook, data: [kept] } } },
  });
  act(() => result.current.open('r1'));
  await act(() => result.current.deleteRule());
  expect(result.current.clash).toMatchObject({ isRemoval: true });
  expect(result.current.selected).toBe('r1');
  expect(result.current.removed).toBeNull();
  // What was refused is read again.
  rerender({ book: { ...rulebook, data: [theirs] } });
  await act(() => result.current.deleteRule());
  expect(deleted.map(({ discount_spec_map }) => discount_spec_map)).toEqual([{ '*': 20 }, { '*': 40 }]);
  await act(() => result.current.undoDelete());
  expect(created).toEqual([[expect.objectContaining({ _id: 'r1', discount_spec_map: { '*': 40 } })]]);
});

const rule = (_id: string, position: number): Rule => ({
  ...{ _id, position, name: _id, query: null, active: false, state: 'new' },
  ...{ discount_spec_by: null, discount_spec_map: { '*': 20 }, discount_spec_map_type: 'fixed' },
});

it('[RULE-01] a rule is moved above the one that the screen shows there, and switched as the screen shows it', async () => {
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ data: [] }));
  });
  const [a, b, c] = [rule('a', 0), rule('b', 1), rule('c', 2)];
  const { result } = renderHook(() => useRulebook('p1', { ...rulebook, data: [a, b, c] }), { wrapper });
  act(() => result.current.move(c, 0));
  act(() => result.current.move(a, 1));
  act(() => result.current.move(a, 2));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toEqual([{ before: 'a' }, { before: 'c' }, { before: null }]);
  act(() => result.current.setActive(b, true));
  await waitFor(() => expect(sent).toHaveLength(4));
  const { _id, position, state, ...content } = b;
  expect(sent[3]).toEqual({ active: true, seen: content });
});
