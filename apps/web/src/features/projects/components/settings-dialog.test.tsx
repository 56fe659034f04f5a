import type { Project } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { initialSessionState, sessionStore } from '../../../lib/session/state.ts';
import { changedMeanwhile, notAsSeen } from '../../../test/changed-meanwhile.ts';
import { newProject } from '../../../test/new-project.ts';
import { SettingsDialog } from './settings-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStore.set(() => initialSessionState);
});

/** Opens the settings of a project; what is saved of them, where what stands is as it was seen. */
function open() {
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  const permissions = { claire: { canEditProjects: true } };
  sessionStore.set((state) => ({ ...state, user, permissions, isAuthenticated: true }));
  const saved: unknown[] = [];
  let standing = newProject({});
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method === 'PUT') {
      const { seen, ...changes } = JSON.parse(String(init.body)) as { seen?: Record<string, unknown> };
      const now = notAsSeen(seen, { ...standing });
      if (now) return changedMeanwhile('ce projet', now);
      saved.push(changes);
    }
    return new Response(JSON.stringify({ data: [], version: 1 }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SettingsDialog project={standing} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const name = () => screen.getByLabelText('Nom du projet');
  fireEvent.change(name(), { target: { value: 'Jupes' } });
  return {
    ...{ saved, name },
    changedByOther: (changes: Partial<Project>) => {
      standing = newProject(changes);
    },
  };
}

const CLASH = /Inès Dumont a modifié ce projet entre-temps/;
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));

it('saves what was changed here alone: what a colleague changed meanwhile stays hers', async () => {
  const { saved, changedByOther } = open();
  changedByOther({ end_date: '2026-07-29' });
  save();
  await vi.waitFor(() => expect(saved).toEqual([{ name: 'Soldes été/Femme/Jupes' }]));
  expect(screen.queryByText(CLASH)).toBeNull();
});

const THEIRS = { name: 'Soldes été/Femme/Jupes longues', shortName: 'Jupes longues' };

it('says that a colleague has changed the same: what is typed stays, and may take its place', async () => {
  const { saved, name, changedByOther } = open();
  changedByOther(THEIRS);
  save();
  expect(await screen.findByText(CLASH)).toBeDefined();
  expect(saved).toEqual([]);
  expect(name()).toHaveProperty('value', 'Jupes');
  fireEvent.click(screen.getByRole('button', { name: 'Remplacer' }));
  await vi.waitFor(() => expect(saved).toEqual([{ name: 'Soldes été/Femme/Jupes' }]));
});

it('or gives it up for what stands, which is changed again from there', async () => {
  const { saved, name, changedByOther } = open();
  changedByOther(THEIRS);
  save();
  fireEvent.click(await screen.findByRole('button', { name: 'Voir ce qui est en vigueur' }));
  expect(name()).toHaveProperty('value', 'Jupes longues');
  expect(screen.queryByText(CLASH)).toBeNull();
  fireEvent.change(name(), { target: { value: 'Jupes courtes' } });
  save();
  await vi.waitFor(() => expect(saved).toEqual([{ name: 'Soldes été/Femme/Jupes courtes' }]));
});
