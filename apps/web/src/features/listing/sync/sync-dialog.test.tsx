import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { History } from '../edit/history.ts';
import { SyncDialog } from './sync-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('discounts taken from another project, undone and done again, are those that were taken, whatever they are there now', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://palier');
    if (!init?.method || init.method === 'GET') {
      const source = { project_id: 'p2', out_of_sync_count: 3, discount_count: 3, shared_count: 3 };
      return new Response(JSON.stringify({ data: [source] }));
    }
    asked.push(`${init.method} ${pathname}`);
    const answer = { activity_id: `a${asked.length}`, discount_count: 3, optimal_count: 0, refused: {} };
    return new Response(JSON.stringify({ ...answer, version: 2 }));
  });
  const history = new History();
  const props = {
    ...{ project: newProject(), projects: [newProject({ _id: 'p2', name: 'Soldes été/Femme/Jupes' })] },
    listing: { refresh: async () => undefined, version: { get: () => 7 } },
    ...{ onClose: () => undefined, handle: {} },
    session: { history, markBefore: () => undefined, act: (send: () => unknown) => send() },
  } as unknown as ComponentProps<typeof SyncDialog>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SyncDialog {...props} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('radio'));
  fireEvent.click(screen.getByRole('button', { name: 'Reprendre 3 démarques' }));
  await vi.waitFor(() => expect(history.state.get().done).toHaveLength(1));
  await history.undo();
  await history.redo();
  expect(asked.slice(1)).toEqual([
    'POST /api/projects/p1/activity/a1/undo',
    'POST /api/projects/p1/activity/a2/undo',
  ]);
});
