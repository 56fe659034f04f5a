import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../lib/session/state.ts';
import { newProject } from '../../../test/new-project.ts';
import { OptimizationPage } from './optimization-page.tsx';

const projects = ['Robes', 'Jupes'].map((name) =>
  newProject({ _id: name, name: `Soldes/${name}`, shortName: name, working_phase: 2 }),
);
const figures = {
  ...{ sales_qty: 0, sales: 0, profit: 0, profit_after_leftovers: 0, stock: 0, discount_budget: 0 },
  ...{ sales_discount_pct: null, sell_through_pct: null },
};
const horizons = { phase: figures, end: figures };
const plans = { ...horizons, discount_distribution: [] };
const days = { from_date: null, to_date: null, days: 0, unknown: null };
const project_ids = projects.map(({ _id }) => _id);
const run = (_id: string, letter: string) => ({
  ...{ _id, letter, scenario_id: _id, name: letter, goal: 'profit', status: 'completed', progress: 1 },
  ...{ projects: project_ids, created_at: '2026-07-05T08:00:00Z' },
  result_overview: {
    ...{ discount_distribution: [], gap: 0 },
    projects: project_ids.map((project_id) => ({
      ...{ project_id, project_phase: 2, discount_count: 1, discount_distribution: [] },
      ...{ phase_forecast: {}, forecast: {} },
    })),
  },
});
/** Each project has one line to send. */
const comparisonOf = (count: number) => ({
  ...{ discount_count: 1, sum_stock_qty: 5, kept_user_count: 0, nothing: horizons, current: plans },
  runs: ['a', 'b'].map((_id) => ({
    ...{ _id, discount_count: 1, plan: plans, sent: horizons, sent_count: count, changed_count: count },
  })),
  ...{ last_year: { phase: null, end: null }, last_year_days: { phase: days, end: days }, best: horizons },
  ...{ current_since: null, mean_residual_value: null, projects: [] },
});
const plan = (discount_pct: number, profit_after_leftovers: number) => ({
  ...{ discount_pct, profit_after_leftovers, end: figures, phase: figures },
});
const lineOf = (project: string) => ({
  ...{ _id: `line ${project}`, item_group_id: project, title: `Produit ${project}`, image_url: null },
  ...{
    stock_qty: 5,
    kept_user: false,
    profit_range: 1,
    current: plan(20, 0),
    plans: [plan(30, 10), plan(40, 5000)],
  },
});

function answer(url: string): unknown {
  const own = project_ids.find((id) => url.includes(`/projects/${id}/`)) ?? '';
  if (url.includes('frontier')) return { data: [] };
  if (url.includes('differences')) return { data: [lineOf(own)], total: 1 };
  if (url.includes('comparison')) return comparisonOf(project_ids.filter((id) => url.includes(id)).length);
  if (url.includes('/optimizations/listing')) return { loss: null };
  return url.includes(`optimizations`) ? { data: [run('a', 'A'), run('b', 'B')] } : { data: [] };
}

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async (input) => new Response(JSON.stringify(answer(String(input))), { status: 200 }),
  );
});
const before = sessionStore.get();
afterEach(() => {
  cleanup();
  sessionStore.set(() => before);
  vi.restoreAllMocks();
});

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <OptimizationPage collection={{ type: 'operation', id: 'Soldes' }} projects={projects} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

it('a product that takes another result counts while its project is ticked, and no more once it is not', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Produit Jupes : 40/ }));
  expect(await screen.findByText(/1 produit pris d’un autre résultat/)).toBeTruthy();
  tick('Jupes');
  await screen.findByRole('button', { name: 'Envoyer 1 démarque au listing' });
  expect(screen.queryByText(/pris d’un autre résultat/)).toBeNull();
  tick('Jupes');
  expect(await screen.findByText(/1 produit pris d’un autre résultat/)).toBeTruthy();
});

it('what is sent of two projects is never said of the one that stays ticked', async () => {
  open();
  await screen.findByRole('button', { name: 'Envoyer 2 démarques aux 2 listings' });
  tick('Jupes');
  expect(screen.queryByRole('button', { name: /^Envoyer 2/ })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Envoyer 1 démarque au listing' })).toBeTruthy();
});

it('one more product to see is said as one', async () => {
  vi.mocked(globalThis.fetch).mockImplementation(async (input) => {
    const url = String(input);
    const lines = Array.from({ length: 13 }, (_, index) => ({ ...lineOf('Jupes'), _id: `line ${index}` }));
    const many = url.includes('differences') && url.includes('/Jupes/');
    return new Response(JSON.stringify(many ? { data: lines, total: 13 } : answer(url)), { status: 200 });
  });
  open();
  tick('Robes');
  expect(await screen.findByRole('button', { name: 'Voir 1 produit de plus' })).toBeTruthy();
});

it('what could not be said to lose is not sent, and it can be asked again', async () => {
  const user = { sub: 'u', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { u: { canSendPlans: true } } }));
  let fails = true;
  vi.mocked(globalThis.fetch).mockImplementation(async (input) => {
    const url = String(input);
    if (fails && url.includes('/optimizations/listing'))
      return new Response('{"error":"Panne.","code":"internal"}', { status: 500 });
    return new Response(JSON.stringify(answer(url)), { status: 200 });
  });
  open();
  expect(await screen.findByText(/Panne\./)).toBeTruthy();
  const send = screen.getByRole('button', { name: 'Envoyer 2 démarques aux 2 listings' });
  expect(send).toHaveProperty('disabled', true);
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await vi.waitFor(() => expect(send).toHaveProperty('disabled', false));
});
