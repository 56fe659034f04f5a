import type { RouteOutput } from '@palier/contract';

type Serie = RouteOutput<'series.list'>['series'][number];
type Report = RouteOutput<'series.report'>;

/** The plan in force at a day, with what a test changes of it. */
export function newSerie(overrides: Partial<Serie> = {}): Serie {
  return {
    _id: 'plan',
    serie_date: '2026-07-06',
    kind: 'forecast',
    source: 'plan',
    label: 'Plan',
    scenario_id: null,
    season: null,
    project_phase: null,
    name: null,
    from_date: '2026-06-24',
    to_date: '2026-07-21',
    project_ids: ['p1'],
    recorded_at: '2026-07-06T10:00:00Z',
    ...overrides,
  };
}

/** What last year's edition sold. */
export function lastSeason(overrides: Partial<Serie> = {}): Serie {
  return newSerie({
    ...{ _id: 'last', serie_date: '2025-07-22', kind: 'sales', source: 'sales', label: 'Ventes' },
    ...{ season: 'Été 2025', from_date: '2025-06-25', to_date: '2025-07-22' },
    ...overrides,
  });
}

/** Figures of a serie, in whole euros. */
export function figures(sales: number, pct = 40): Record<string, number | null> {
  const discount_budget = (sales * pct) / (100 - pct);
  return { sales, profit: sales * 0.3, sales_qty: sales / 40, sales_discount_pct: pct, discount_budget };
}

/** Two series of two sections of two families each. */
export function newReport(overrides: Partial<Report> = {}): Report {
  const leaf = (key: string | null, plan: number, last: number) => ({
    key,
    series: [figures(plan), figures(last, 38)],
  });
  const data = [
    {
      ...leaf('Maille', 300_000, 200_000),
      data: [leaf('Gilets', 100_000, 120_000), leaf('Pulls', 200_000, 80_000)],
    },
    {
      ...leaf('Robes', 500_000, 400_000),
      data: [leaf('Midi', 450_000, 300_000), leaf(null, 50_000, 100_000)],
    },
  ];
  const serie = (label: string, year: number) => ({
    ...{ _id: label, label, serie_date: `${year}-07-06`, line_count: 100 },
    ...{ span: { from_date: `${year}-06-24`, to_date: `${year}-07-21` } },
    ...{ left_out_line_count: 0, unknown_line_count: 0 },
  });
  return {
    data,
    total: leaf(null, 800_000, 600_000),
    series: [serie('Plan', 2026), serie('Ventes', 2025)],
    comparable: true,
    phases: [],
    left_out_projects: [],
    catalog_currency: 'EUR',
    accounting_currency: 'EUR',
    ...overrides,
  };
}
