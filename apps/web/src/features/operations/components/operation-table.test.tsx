import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../lib/session/state.ts';
import { newProject } from '../../../test/new-project.ts';
import { sumFigures } from '../model/figures.ts';
import { operationRows, type Row } from '../model/rows.ts';
import { OperationTable } from './operation-table.tsx';

const before = sessionStore.get();
afterEach(() => {
  cleanup();
  sessionStore.set(() => before);
  vi.restoreAllMocks();
});

function renderRows(rows: readonly Row[]): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <OperationTable rows={rows} closed={new Set()} today="2026-07-05" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return container;
}

it('a sum says which projects it leaves out, and a project that its figures are being worked out', () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status: 200 }));
  const snapshot = {
    version: 0,
    status: 'running' as const,
    data_date: null,
    discount_count: 0,
    error: null,
  };
  const projects = [
    newProject({ _id: 'a', project_group_id: 'f' }),
    newProject({
      _id: 'b',
      name: 'Soldes été/Femme/Mailles',
      project_group_id: 'f',
      overview: null,
      snapshot,
    }),
  ];
  const filter = { typed: '', state: 'all', withAlerts: false, pilot: null, sort: 'state' } as const;
  const rows = operationRows(projects, { ...filter, closed: new Set() }, '2026-07-05');
  const names = [...renderRows(rows).querySelectorAll('tbody th')].map((cell) => cell.textContent);
  expect(names).toEqual([
    expect.stringMatching(/^Soldes étéhors 1 à calculer/),
    expect.stringMatching(/^Femme2 projetshors 1 à calculer/),
    expect.stringMatching(/^Maillescalcul en cours/),
    'RobesBilan',
  ]);
});

it('the exact margin after leftovers is in the money of costs, as the rounded one under it', () => {
  const user = { sub: 'u', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { u: { canSeeCosts: true } } }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status: 200 }));
  const project = newProject({ catalog_currency: 'GBP', accounting_currency: 'EUR' });
  const figures = { ...sumFigures([project]), profit_after_leftovers: 12_345 };
  const row = {
    ...{ kind: 'project' as const, key: 'p', depth: 0 as const, label: 'Robes', alertCount: 0, alerts: [] },
    ...{ project, projects: [project], figures },
  };
  const cell = renderRows([row]).querySelector<HTMLElement>('[data-figure="merit"]');
  expect(cell?.textContent).toContain('€');
  expect(cell?.title).toContain('€');
});
