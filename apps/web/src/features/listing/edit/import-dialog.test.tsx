import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { notificationStore } from '../../../lib/notifications.ts';
import { newProject } from '../../../test/new-project.ts';
import { History } from './history.ts';
import { ImportDialog } from './import-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a file of discounts, undone and done again, is that act: what others decided meanwhile is not written over', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, search } = new URL(
      input instanceof Request ? input.url : String(input),
      'http://palier',
    );
    asked.push(`${init?.method} ${pathname}${decodeURIComponent(search)}`);
    const counts = { discount_count: 2, unchanged_count: 0, error_count: 0, given_back_count: 0 };
    const readings = { group_row_count: 0, found_code_count: 0, other_computed_count: 0 };
    const lists = { samples: [], errors: [], unknown_headings: [], computed_headings: [] };
    const left = { discount_count: 1, user_names: ['Marion Roche'], item_group_ids: ['A2'] };
    const kept = asked.length === 2 ? { kept: left } : {};
    const answer = { activity_id: `a${asked.length}`, version: 2, ...counts, ...readings, ...lists, ...kept };
    return new Response(JSON.stringify(answer));
  });
  const history = new History();
  const props = {
    ...{ project: newProject(), listing: { refresh: async () => undefined }, onClose: () => undefined },
    ...{
      session: { history, markBefore: () => undefined, act: (work: () => unknown) => work() },
      handle: { changeParameters: () => undefined },
    },
    context: { catalog_currency: 'EUR', accounting_currency: 'EUR' },
  } as unknown as ComponentProps<typeof ImportDialog>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog {...props} />
    </QueryClientProvider>,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await userEvent.upload(input, new File(['code_produit;demarque'], 'demarques.csv'));
  fireEvent.click(await screen.findByRole('button', { name: 'Appliquer à 2 produits' }));
  await vi.waitFor(() => expect(history.state.get().done).toHaveLength(1));
  await vi.waitFor(() =>
    expect(notificationStore.get().queue.map(({ msg }) => msg)).toContain(
      '1 produit changé entre-temps par Marion Roche n’a pas été modifié.',
    ),
  );
  await history.undo();
  await history.redo();
  expect(asked.slice(1)).toEqual([
    'POST /api/projects/p1/import?seen={"version":2,"own":[]}',
    'POST /api/projects/p1/activity/a2/undo',
    'POST /api/projects/p1/activity/a3/undo',
  ]);
});
