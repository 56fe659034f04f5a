import type { View } from '@palier/contract';
import { defaultViewParameters } from '@palier/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { changedMeanwhile, notAsSeen } from '../../../test/changed-meanwhile.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';
import { ViewBand } from './view-band.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a shared view that a colleague has changed meanwhile is replaced only once that is known', async () => {
  const view: View = {
    ...{ _id: 'v1', author_id: 'claire', name: 'Réunion', description: null, parameters: {} },
    ...{ shared: true, is_partial: false, starred: false, is_default: false },
  };
  let standing: View = { ...view, name: 'Réunion du lundi' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { seen, ...wanted } = JSON.parse(String(init?.body));
    const now = notAsSeen(seen, { ...standing });
    if (now) return changedMeanwhile('cette vue', now);
    standing = { ...standing, ...wanted };
    return new Response(JSON.stringify(standing));
  });
  const handle = { state: { parameters: defaultViewParameters() }, change: vi.fn(), reset: vi.fn() };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewBand view={view} handle={handle as unknown as ListingStateHandle} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText('Nom'), { target: { value: 'Comité' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer la vue' }));
  expect(await screen.findByText(/^Inès Dumont a modifié cette vue entre-temps/)).toBeTruthy();
  expect(screen.getByLabelText('Nom')).toHaveProperty('value', 'Comité');
  expect(standing.name).toBe('Réunion du lundi');
  fireEvent.click(screen.getByRole('button', { name: 'Remplacer' }));
  await vi.waitFor(() => expect(handle.change).toHaveBeenCalledWith({ mode: 'none' }));
  expect(standing.name).toBe('Comité');
});
