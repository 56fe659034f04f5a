import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { onLiveEvent } from '../../../lib/live/connection.ts';
import { newGroup } from '../../../test/new-group.ts';
import { EditSession } from '../edit/edit-session.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';
import { useListingTree } from './use-listing-tree.ts';
import { useLiveLines } from './use-live-lines.ts';

type Listener = Parameters<typeof onLiveEvent>[0];
const listeners = new Set<Listener>();
vi.mock('../../../lib/live/connection.ts', async (actual) => ({
  ...(await actual<typeof import('../../../lib/live/connection.ts')>()),
  onLiveEvent: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server whose decisions are at a version; one line of one group. */
function serve() {
  const server = { version: 10, asked: 0 };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://palier');
    server.asked += 1;
    const { version } = server;
    const total = newGroup({ keys: [] });
    const page = pathname.endsWith('/groups')
      ? { data: [newGroup({ key: 'Lune', keys: ['Lune'] })], group_count: 1 }
      : { data: [{ _id: 'l1', item_group_id: 'A1', version }], summary: total };
    return new Response(JSON.stringify({ ...page, discount_count: 1, cursor: null, version }));
  });
  return server;
}

function show() {
  const session = new EditSession({
    ...{ levels: [20], hasOptimizations: () => false, send: async () => ({ status: 'saved' as const }) },
    ...{ keep: () => undefined, onSaved: () => undefined },
  });
  const none = () => [];
  const hooks = { lazyMetrics: none, fields: none, groupFields: none };
  const handle = {
    ...{ state: {}, openGroups: () => null, keepOpenGroups: () => undefined },
    readOpenGroups: { current: null },
  } as unknown as ListingStateHandle;
  const request = { project: 'p', selection: {}, by: ['brand'], sort: null, coverage_stat: 'q2' as const };
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    () => {
      const listing = useListingTree(request, session, hooks, handle);
      useLiveLines({ project: 'p', user: 'claire', session, listing, fields: none });
      return listing;
    },
    { wrapper },
  ).result;
}

const tell = (version: number, ids: string[] | null, user_id = 'marion') =>
  act(() => {
    const data = { project_id: 'p', user_id, user_name: 'Marion Roche', version, ids };
    for (const listener of listeners) listener({ type: 'discounts', data });
  });

it('what a colleague changes is not seen before the screen has read it again, lines and figures', async () => {
  const server = serve();
  const listing = show();
  await vi.waitFor(() => expect(listing.current.version.get()).toBe(10));
  await act(async () => listing.current.tree?.open('Lune'));
  // A colleague has written, and the screen is not told yet.
  server.version = 11;
  expect(listing.current.version.get()).toBe(10);
  await tell(11, ['l1']);
  expect(listing.current.version.get()).toBe(10);
  await vi.waitFor(() => expect(listing.current.version.get()).toBe(11), { timeout: 3000 });
  expect(listing.current.tree?.store.line('l1')?.line.version).toBe(11);
  // Many lines: everything is read again.
  server.version = 12;
  await tell(12, null);
  expect(listing.current.version.get()).toBe(11);
  await vi.waitFor(() => expect(listing.current.version.get()).toBe(12), { timeout: 3000 });
  expect(listing.current.tree?.store.line('l1')?.line.version).toBe(12);
  // Figures that are read for an edit of hers, on a connection that tells nothing any more, say nothing of the lines.
  server.version = 14;
  listing.current.refreshFigures();
  const { asked } = server;
  await vi.waitFor(() => expect(server.asked).toBeGreaterThan(asked + 1), { timeout: 3000 });
  expect(listing.current.version.get()).toBe(12);
  // Her own act is told: the lines that it wrote were on the screen before.
  await act(async () => listing.current.tree?.store.updateLine('l1', (line) => ({ ...line, version: 14 })));
  await tell(14, ['l1'], 'claire');
  await vi.waitFor(() => expect(listing.current.version.get()).toBe(14), { timeout: 3000 });
});

const open = (version: number) =>
  act(() => {
    for (const listener of listeners) listener({ type: 'opened', data: { project_id: 'p', version } });
  });

it('what a colleague wrote between the first reading and the stream is read when the stream opens', async () => {
  const server = serve();
  const listing = show();
  await vi.waitFor(() => expect(listing.current.version.get()).toBe(10));
  await act(async () => listing.current.tree?.open('Lune'));
  server.version = 11;
  await open(11);
  await vi.waitFor(() => expect(listing.current.version.get()).toBe(11), { timeout: 3000 });
  expect(listing.current.tree?.store.line('l1')?.line.version).toBe(11);
  // Nothing was missed: nothing is asked again.
  const { asked } = server;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open(11);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(server.asked).toBe(asked);
});

it('so is it when the stream opens before the first answers, which are older than it', async () => {
  const server = serve();
  const answer = vi.mocked(fetch).getMockImplementation();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.mocked(fetch).mockImplementation(async (...asked) => {
    const first = await answer?.(...asked);
    await held;
    return first ?? new Response();
  });
  const listing = show();
  await vi.waitFor(() => expect(server.asked).toBeGreaterThan(0));
  server.version = 11;
  await open(11);
  release();
  await vi.waitFor(() => expect(listing.current.version.get()).toBe(11), { timeout: 3000 });
});
