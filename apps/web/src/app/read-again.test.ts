import { OUTSIDE_PERIMETER } from '@palier/domain';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectSession } from '../lib/api/transport.ts';
import { listProjects } from '../lib/calls/list-projects.ts';
import { listPriceFiles } from '../lib/prices/price-files.ts';
import { outsideOf, setPerimeter } from '../lib/session/perimeter.ts';
import { sessionStore } from '../lib/session/state.ts';
import { readAgain } from './read-again.ts';

const signedOut = sessionStore.get();
const onForbidden = vi.fn();
const server = { narrowed: false, asked: [] as string[], late: [] as (() => void)[] };

/** The server: who reaches a part of a project is refused its price files, which are of the whole. */
function answerOf(path: string): Response {
  if (path.endsWith('/me')) {
    const perimeter = { project_groups: [], fields: [{ field: 'brand', values: ['Aurelle'] }] };
    return Response.json({ permissions: {}, perimeter: server.narrowed ? perimeter : null });
  }
  if (path.endsWith('/projects'))
    return Response.json({ data: [{ _id: 'p', reach: server.narrowed ? 'part' : 'whole' }] });
  if (!server.narrowed) return Response.json({ data: [] });
  return Response.json({ error: OUTSIDE_PERIMETER.project, code: 'forbidden' }, { status: 403 });
}

beforeEach(() => {
  Object.assign(server, { narrowed: false, asked: [], late: [] });
  const user = { sub: 'u', name: 'Marion', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user }));
  connectSession({ getToken: async () => 'token', onForbidden, lackOf: () => null, outsideOf });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const path = new URL(String(input), location.origin).pathname;
    server.asked.push(path.slice(path.lastIndexOf('/')));
    // The projects come last: whatever is asked before they are known is asked by then.
    if (server.narrowed && path.endsWith('/projects'))
      await new Promise<void>((resolve) => server.late.push(resolve));
    return answerOf(path);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  setPerimeter(null);
  sessionStore.set(() => signedOut);
});

it('a perimeter narrowed under an open screen: nothing of the whole project is asked of the server any more', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const leave = [
    new QueryObserver(queryClient, listProjects()).subscribe(() => undefined),
    new QueryObserver(queryClient, listPriceFiles('p')).subscribe(() => undefined),
  ];
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // Read before on another screen.
  queryClient.setQueryData(['projects', 'p', 'summary'], { sales: 1000 });
  sessionStore.set((state) => ({ ...state, permissions: { u: {} } }));
  expect(server.asked.toSorted()).toEqual(['/price-files', '/projects']);
  Object.assign(server, { narrowed: true, asked: [] });
  const read = readAgain(queryClient);
  await vi.waitFor(() => expect(server.late).toHaveLength(1));
  for (const answer of server.late) answer();
  await read;
  expect(server.asked).toEqual(['/me', '/projects']);
  expect(onForbidden).not.toHaveBeenCalled();
  expect(queryClient.getQueryState(listPriceFiles('p').queryKey)?.error).toMatchObject({
    message: OUTSIDE_PERIMETER.project,
  });
  expect(queryClient.getQueryData(listPriceFiles('p').queryKey)).toBeUndefined();
  expect(queryClient.getQueryData(['projects', 'p', 'summary'])).toBeUndefined();
  for (const stop of leave) stop();
});
