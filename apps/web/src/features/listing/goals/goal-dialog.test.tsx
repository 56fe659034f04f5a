import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import { newProject } from '../../../test/new-project.ts';
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
    ...{ listing: { tree: null }, session: { total: createStore({ discount_count: 5 }) } },
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
