import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import { newGroup } from '../../../test/new-group.ts';
import { newProject } from '../../../test/new-project.ts';
import { History } from '../edit/history.ts';
import { GoalDialog } from './goal-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a goal whose loss could not be read is not given, and it can be asked again', async () => {
  let fails = true;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes('/discounts/optimizations')) return new Response('{}', { status: 200 });
    return fails
      ? new Response('{"error":"Panne.","code":"internal"}', { status: 500 })
      : new Response('{"goals":[]}', { status: 200 });
  });
  const props = {
    ...{ project: newProject(), target: null, selection: {}, onClose: () => undefined },
    ...{ listing: { tree: null, version: { get: () => 7 } } },
    ...{ session: { total: createStore({ discount_count: 5 }) } },
    context: { grouping: [], accounting_currency: 'EUR', catalog_currency: 'EUR' },
  } as unknown as ComponentProps<typeof GoalDialog>;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <GoalDialog {...props} />
    </QueryClientProvider>,
  );
  const give = await screen.findByRole('button', { name: 'Optimiser 5 produits' });
  expect(await screen.findByText(/Panne\./)).toBeTruthy();
  expect(give).toHaveProperty('disabled', true);
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await vi.waitFor(() => expect(give).toHaveProperty('disabled', false));
});

it('the goal of a group that has left the listing is its own; undone and done again it is that act', async () => {
  const asked: [string, unknown][] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://palier');
    if (init?.method !== 'PUT' && init?.method !== 'POST')
      return new Response('{"goals":[]}', { status: 200 });
    asked.push([`${init.method} ${url.pathname}`, JSON.parse(String(init.body ?? 'null'))]);
    const answer = {
      version: 2,
      activity_id: `act${asked.length}`,
      discount_count: 2,
      optimization_id: null,
    };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
  const history = new History();
  const onClose = vi.fn();
  const props = {
    ...{ project: newProject(), selection: {}, onClose, target: { group: newGroup({ keys: ['Lune'] }) } },
    listing: {
      ...{ tree: { store: { node: () => undefined } }, refresh: async () => undefined },
      version: { get: () => 7 },
    },
    session: {
      ...{ total: createStore({ discount_count: 5 }), history, markBefore: () => undefined },
      act: (send: () => unknown) => send(),
    },
    handle: {},
    context: { grouping: ['brand'], accounting_currency: 'EUR', catalog_currency: 'EUR' },
  } as unknown as ComponentProps<typeof GoalDialog>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <GoalDialog {...props} />
    </QueryClientProvider>,
  );
  const give = await screen.findByRole('button', { name: 'Optimiser 10 produits' });
  await vi.waitFor(() => expect(give).toHaveProperty('disabled', false));
  fireEvent.click(give);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  await history.undo();
  await history.redo();
  const rules = [{ field: 'brand', operator: 'equals', value: 'Lune' }];
  expect(asked.map(([path]) => path)).toEqual([
    'PUT /api/projects/p1/discounts/optimizations',
    'POST /api/projects/p1/activity/act1/undo',
    'POST /api/projects/p1/activity/act2/undo',
  ]);
  expect(asked[0]?.[1]).toMatchObject({ filter: { combinator: 'and', rules }, seen: { version: 7 } });
});
