import { DEFAULT_IMPORT_SETTINGS, type ImportSettings } from '@palier/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { initialSessionState, sessionStore } from '../../../lib/session/state.ts';
import { changedMeanwhile, notAsSeen } from '../../../test/changed-meanwhile.ts';
import { SettingsCard } from './settings-card.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStore.set(() => initialSessionState);
});

it('what is typed stays while a colleague saves, and takes the place of hers once that is known', async () => {
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { claire: { canEditSettings: true } } }));
  let standing: ImportSettings = DEFAULT_IMPORT_SETTINGS;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method === 'PUT') {
      const { seen, ...wanted } = JSON.parse(String(init.body));
      const now = notAsSeen(seen, { ...standing });
      if (now) return changedMeanwhile('ce réglage', now);
      standing = wanted;
    }
    return new Response(JSON.stringify(standing));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SettingsCard />
    </QueryClientProvider>,
  );
  const field = () => screen.getByLabelText('Demander avant de retirer plus de');
  await vi.waitFor(() => field());
  fireEvent.change(field(), { target: { value: '35' } });
  standing = { ...standing, time_zone: 'Europe/Brussels' };
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/Inès Dumont a modifié ce réglage entre-temps/)).toBeTruthy();
  expect(field()).toHaveProperty('value', '35');
  fireEvent.click(screen.getByRole('button', { name: 'Remplacer' }));
  await vi.waitFor(() => expect(standing).toMatchObject({ max_removed_share: 0.35, time_zone: null }));
});
