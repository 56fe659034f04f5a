import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newProject, newStats } from '../../../test/new-project.ts';
import { OverviewPage } from './overview-page.tsx';

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    // What else the page asks for is not of interest.
    if (!url.includes('/stats')) return new Response('{}', { status: 500 });
    return new Response(JSON.stringify(newStats()), { status: 200 });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('an objective being tried stays while a colleague decides discounts, and begins anew from another objective', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (changes: Parameters<typeof newProject>[0]) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OverviewPage project={newProject(changes)} validation={null} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page({ version: 7 }));
  const budget = () => screen.findByLabelText('Plafond de budget de la démarque');
  fireEvent.change(await budget(), { target: { value: '120 000' } });
  rerender(page({ version: 8 }));
  expect(await budget()).toHaveProperty('value', '120 000');
  rerender(page({ version: 9, objective: { discount_pct_distribution: { 20: 100 } } }));
  expect(await budget()).toHaveProperty('value', '');
});
