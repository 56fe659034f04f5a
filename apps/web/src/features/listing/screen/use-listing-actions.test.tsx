import { defaultViewParameters } from '@palier/domain';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { dismissNotification, notificationStore } from '../../../lib/notifications.ts';
import { newProject } from '../../../test/new-project.ts';
import { History } from '../edit/history.ts';
import { useListingActions } from './use-listing-actions.ts';

afterEach(() => vi.restoreAllMocks());

/** Reviews the group « Lune », of which one of three lines was reviewed before. */
function review(history: History, changeParameters = vi.fn()) {
  const group = { keys: ['Lune'], discount_pct_reviewed_count: 1, discount_count: 3 };
  const tree = { store: { node: () => ({ group }), allLines: () => [], ancestors: () => [] } };
  const session = { history, patch: () => undefined, act: (send: () => unknown) => send() };
  const listing = { current: { tree, refresh: async () => undefined, version: { get: () => 7 } } };
  const options = {
    ...{ project: newProject(), session, by: ['brand'], q: '', listing, selection: {}, product: null },
    changeParameters,
  } as unknown as Parameters<typeof useListingActions>[0];
  const { result } = renderHook(() => useListingActions(options));
  result.current.cells.reviewGroup('lune');
  return changeParameters;
}

it('[STATE-31] the review of a group says what was seen of it, and which products a colleague has changed since', async () => {
  const asked: unknown[] = [];
  const kept = { discount_count: 2, user_names: ['Marion Roche'], item_group_ids: ['A1', 'A2'] };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : String(input), 'http://palier');
    asked.push([JSON.parse(searchParams.get('filter') ?? ''), JSON.parse(String(init?.body))]);
    return new Response(JSON.stringify({ activity_id: 'a', version: 9, discount_count: 1, kept }));
  });
  const changeParameters = review(new History());
  await vi.waitFor(() => expect(notificationStore.get().show).toBe(true));
  const lune = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] };
  expect(asked).toEqual([[lune, { seen: { version: 7, own: [] } }]]);
  const { msg, options } = notificationStore.get();
  expect(msg).toBe('2 produits changés entre-temps par Marion Roche n’ont pas été marqués revus.');
  // It waits to be read.
  expect(options?.timeout).toBeNull();
  options?.action?.run();
  const rules = [{ field: 'item_group_id', operator: 'in', value: ['A1', 'A2'] }];
  expect(changeParameters).toHaveBeenCalledWith({ searchQuery: { combinator: 'and', rules } });
  dismissNotification();
});

it('undoing the review of a group takes back the marks that it gave, and no other', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method, url: String(input) };
    asked.push(`${method} ${new URL(url, 'http://palier').pathname}`);
    const answer = { activity_id: `act ${asked.length}`, version: asked.length, discount_count: 2 };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
  const history = new History();
  review(history);
  await history.undo();
  await history.redo();
  expect(asked).toEqual([
    'PUT /api/projects/p1/discounts/reviews',
    'POST /api/projects/p1/activity/act%201/undo',
    'POST /api/projects/p1/activity/act%202/undo',
  ]);
});

it('a file of the listing has the columns and the fields under the names that its user sees', async () => {
  let asked = '';
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked = input instanceof Request ? input.url : String(input);
    return new Response('', { status: 500 });
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const options = { project: newProject(), selection: { q: 'robe' }, by: ['brand'] };
  const { result } = renderHook(() =>
    useListingActions(options as unknown as Parameters<typeof useListingActions>[0]),
  );
  const parameters = { ...defaultViewParameters(), columns: ['price'], featuredFields: ['family', 'color'] };
  result.current.exportAs('listing-csv', { ...parameters, sort: { field: 'price', order: 'desc' } });
  await vi.waitFor(() => expect(asked).not.toBe(''));
  expect(Object.fromEntries(new URL(asked, 'http://palier').searchParams)).toEqual({
    ...{ q: 'robe', by: 'brand', columns: 'price', featured: 'family,color', sort: 'price', order: 'desc' },
  });
});
