import type { Project, ProjectStats } from '@palier/contract';

/** A project of four weekly phases, the second ongoing and the third worked, with what a test changes of it. */
export function newProject(overrides: Partial<Project> = {}): Project {
  const name = overrides.name ?? 'Soldes été/Femme/Robes';
  const parts = name.split('/');
  return {
    _id: 'p1',
    name,
    operation: parts[0] ?? '',
    shortName: parts[parts.length - 1] ?? '',
    subdivision: parts.slice(1, -1).join(', ') || '(non renseigné)',
    section: null,
    project_group_id: null,
    is_project_group_leader: false,
    has_series: false,
    has_optimizations: false,
    data_date: '2026-07-05',
    end_date: '2026-07-22',
    phases: ['2026-06-24', '2026-07-01', '2026-07-08', '2026-07-15'].map((start_date) => ({ start_date })),
    working_phase: 2,
    accounting_currency: 'EUR',
    catalog_currency: 'EUR',
    catalog: { include_stock_on_order: false },
    discount_pct_range: [20, 30, 40, 50, 60],
    discount_step: 10,
    objective: { discount_pct_distribution: { 20: 50, 40: 50 } },
    use_third_party_forecast: false,
    scenarios: [],
    overview: newOverview(),
    ...overrides,
  };
}

/** Key figures of a project: 100 products, 70 reviewed. */
export function newOverview(
  overrides: Partial<NonNullable<Project['overview']>> = {},
): NonNullable<Project['overview']> {
  return {
    discount_count: 100,
    discount_pct_reviewed_count: 70,
    stock_qty: 1000,
    stock_retail_value: 50_000,
    discount_budget: 8_000,
    phase_forecast: { sales: 20_000, profit: 7_000 },
    forecast: { sales: 26_000, profit: 8_500 },
    ...overrides,
  };
}

/** Stats of 100 products, 70 reviewed. */
export function newStats(overrides: Partial<ProjectStats> = {}): ProjectStats {
  return {
    discount_count: 100,
    sum_stock_qty: 1000,
    discount_pct: [
      {
        discount_pct: 20,
        discount_count: 100,
        sum_stock_qty: 1000,
        discount_count_pct: 100,
        sum_stock_qty_pct: 100,
      },
    ],
    discount_pct_user_count: 0,
    discount_pct_reviewed_count: 70,
    optimization_goals: [],
    unset_optimization_goal_count: 100,
    ...overrides,
  };
}

/** A project of three products whose figures were computed without its stock, or its sales; null: with both. */
export const lackingProject = (shortName: string, lacks: 'stock' | 'sales' | null): Project => ({
  ...newProject(),
  ...{ _id: shortName, shortName },
  snapshot: {
    ...{ version: 1, status: 'ready', data_date: '2026-07-05', discount_count: 3 },
    ...{ error: null, missing: null, lacks },
  },
});
