import type { Project } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../lib/session/state.ts';
import { newProject } from '../../../test/new-project.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import { useSending } from './use-sending.ts';

const before = sessionStore.get();
afterEach(() => {
  cleanup();
  sessionStore.set(() => before);
  vi.restoreAllMocks();
});

function Buttons({ projects }: { projects: readonly Project[] }) {
  const ids = projects.map(({ _id }) => _id);
  const sending = useSending(
    { optimization_ids: ['r'], project_ids: ids, remove_unspecified: false },
    'Marge',
  );
  return <ApplyButtons count={12} projects={projects} sending={sending} impossible={null} />;
}

/** « Appliquer », for somebody who has these rights. */
async function applyOf(
  rights: Record<string, boolean>,
  project = newProject(),
  preview = (): Response => new Response('{"data":[],"loss":null}', { status: 200 }),
): Promise<HTMLElement> {
  const user = { sub: 'u', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { u: rights } }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => preview());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Buttons projects={[project]} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(globalThis.fetch).toHaveBeenCalled());
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  return screen.getByRole('button', { name: 'Appliquer à 12 produits' });
}

it('a plan is applied by who may send plans', async () => {
  const apply = await applyOf({ canEditScenarios: true, canSendPlans: true });
  expect(apply).toHaveProperty('disabled', false);
});

it('who may compute plans and send none is told so before she presses', async () => {
  const apply = await applyOf({ canEditScenarios: true });
  expect(apply).toHaveProperty('disabled', true);
  expect(apply.title).toContain('envoyer un plan dans le listing');
});

it('a project that was closed meanwhile takes no plan, and the button says so', async () => {
  const apply = await applyOf({ canSendPlans: true }, newProject({ working_phase: null }));
  expect(apply).toHaveProperty('disabled', true);
  expect(apply.title).toMatch(/clos|terminé/);
});

it('a plan whose loss could not be read is not applied, and it can be asked again', async () => {
  const answers = [new Response('{"error":"Panne.","code":"internal"}', { status: 500 })];
  const apply = await applyOf({ canEditScenarios: true, canSendPlans: true }, newProject(), () => {
    const next = answers.shift();
    return next ?? new Response('{"data":[],"loss":null}', { status: 200 });
  });
  expect(apply).toHaveProperty('disabled', true);
  expect(screen.getByRole('status').textContent).toContain('Panne.');
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await vi.waitFor(() => expect(apply).toHaveProperty('disabled', false));
  expect(screen.queryByRole('status')).toBeNull();
});
