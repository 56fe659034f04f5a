import type { Project } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { initialSessionState, sessionStore } from '../../../lib/session/state.ts';
import { newProject } from '../../../test/new-project.ts';
import { SettingsDialog } from './settings-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStore.set(() => initialSessionState);
});

/** Opens the settings of a project; what is saved of them. */
function open() {
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  const permissions = { claire: { canEditProjects: true } };
  sessionStore.set((state) => ({ ...state, user, permissions, isAuthenticated: true }));
  const saved: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method === 'PUT') saved.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ data: [], version: 1 }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (changes: Partial<Project>) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SettingsDialog project={newProject(changes)} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(dialog({}));
  return { saved, changedByOther: (changes: Partial<Project>) => rerender(dialog(changes)) };
}

const CLASH = /Quelqu’un d’autre vient de changer un réglage/;

it('saves what was changed here alone: what a colleague changed meanwhile stays hers', async () => {
  const { saved, changedByOther } = open();
  fireEvent.change(screen.getByLabelText('Nom du projet'), { target: { value: 'Jupes' } });
  changedByOther({ end_date: '2026-07-29' });
  expect(screen.queryByText(CLASH)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await vi.waitFor(() => expect(saved).toEqual([{ name: 'Soldes été/Femme/Jupes' }]));
});

it('says that it replaces what a colleague has just changed too', () => {
  const { changedByOther } = open();
  fireEvent.change(screen.getByLabelText('Nom du projet'), { target: { value: 'Jupes' } });
  changedByOther({ name: 'Soldes été/Femme/Jupes longues', shortName: 'Jupes longues' });
  expect(screen.getByText(CLASH)).toBeDefined();
});
