import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../lib/session/state.ts';
import { newProject } from '../../../test/new-project.ts';
import { sumFigures } from '../model/figures.ts';
import { OperationTable } from './operation-table.tsx';

const before = sessionStore.get();
afterEach(() => {
  cleanup();
  sessionStore.set(() => before);
  vi.restoreAllMocks();
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
  const { container } = render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <OperationTable rows={[row]} closed={new Set()} today="2026-07-05" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const cell = container.querySelector<HTMLElement>('[data-figure="merit"]');
  expect(cell?.textContent).toContain('€');
  expect(cell?.title).toContain('€');
});
