import type { Scenario } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { changedMeanwhile, notAsSeen } from '../../../test/changed-meanwhile.ts';
import { newProject } from '../../../test/new-project.ts';
import { ScenarioDialog } from './scenario-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The dialog of a scenario; gives what closes it. */
function show(scenario: Scenario) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ScenarioDialog
        scenario={scenario}
        projects={[newProject({ objective: null })]}
        collectionIds={['p1']}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  return onClose;
}

it('a scenario that a colleague has changed meanwhile is seen as it stands, or replaced, never taken back unseen', async () => {
  const scenario: Scenario = {
    ...{ _id: 's1', version: 1, name: 'Sous budget', goal: 'profit', scope: null, simple: false },
    ...{ projects: ['p1'], constraints: { discount_budget: 5000 } },
  };
  let standing: Scenario = scenario;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT') return new Response(JSON.stringify({ data: [standing] }));
    const { seen, ...wanted } = JSON.parse(String(init.body));
    const now = notAsSeen(seen, { ...standing });
    if (now) return changedMeanwhile('ce scénario', now);
    standing = { ...standing, ...wanted };
    return new Response(JSON.stringify(standing));
  });
  const onClose = show(scenario);
  const budget = () => screen.getByLabelText('Budget de démarque au plus');
  fireEvent.change(budget(), { target: { value: '7000' } });
  standing = { ...scenario, constraints: { discount_budget: 3000 } };
  // Runs that it is for since are no change of it.
  standing = { ...standing, projects: ['p1', 'p2'] };
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/Inès Dumont a modifié ce scénario entre-temps/)).toBeTruthy();
  expect(budget()).toHaveProperty('value', '7000');
  fireEvent.click(screen.getByRole('button', { name: 'Voir ce qui est en vigueur' }));
  expect(budget()).toHaveProperty('value', '3000');
  fireEvent.change(budget(), { target: { value: '4000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(standing).toMatchObject({ projects: ['p1', 'p2'], constraints: { discount_budget: 4000 } });
});

it('a scenario that a colleague has just changed is deleted only all the same, once that is said', async () => {
  const scenario: Scenario = {
    ...{ _id: 's1', version: 1, name: 'Sous budget', goal: 'profit', scope: null, simple: false },
    ...{ projects: ['p1'], constraints: { discount_budget: 5000 } },
  };
  const standing = { ...scenario, constraints: { discount_budget: 3000 }, projects: ['p1', 'p2'] };
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'DELETE') return new Response(JSON.stringify({ data: [standing] }));
    const { seen } = JSON.parse(String(init.body));
    sent.push(seen.constraints);
    const now = notAsSeen(seen, standing);
    return now ? changedMeanwhile('ce scénario', now) : new Response(null, { status: 204 });
  });
  const onClose = show(scenario);
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  fireEvent.click(screen.getByRole('button', { name: 'Oui, supprimer' }));
  expect(await screen.findByText(/Inès Dumont a modifié ce scénario entre-temps/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer quand même' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ discount_budget: 5000 }, { discount_budget: 3000 }]);
});
