import { describe, expect, it } from 'vitest';
import type { Optimization } from '../api/status.ts';
import { mergeBuckets, mergeRuns, runResult, sumPlans } from './results.ts';

const run = (overrides: Partial<Optimization>): Optimization => ({
  _id: 'o1',
  scenario_id: 's1',
  name: 'Marge',
  goal: 'profit',
  status: 'completed',
  projects: ['p1'],
  progress: 1,
  created_at: '2026-07-05T08:00:00Z',
  result_overview: {
    discount_distribution: [],
    gap: 0.0002,
    projects: [
      {
        project_id: 'p1',
        discount_count: 10,
        discount_distribution: [{ discount_pct: 20, discount_count: 10, sum_stock_qty: 100 }],
        phase_forecast: {},
        forecast: { sales: 800, profit: 200, sales_discount_pct: 20 },
        current_forecast: { sales: 900, profit: 150, sales_discount_pct: 10 },
      },
    ],
  },
  ...overrides,
});

describe('the result of an optimisation', () => {
  it('[OPT-08] gives figures and distribution for the projects wanted', () => {
    const result = runResult(run({}), ['p1']);
    expect(result).toMatchObject({
      discount_count: 10,
      gap: 0.0002,
      plan: { profit: 200 },
      current: { profit: 150 },
    });
  });

  it('is none while the run is not finished, or for other projects', () => {
    expect(runResult(run({ status: 'running' }), ['p1'])).toBeNull();
    expect(runResult(run({}), ['p2'])).toBeNull();
  });

  it('takes the mean discount of several projects from their sums at full price', () => {
    const plan = sumPlans([
      { sales: 80, sales_discount_pct: 20 },
      { sales: 150, sales_discount_pct: 50 },
    ]);
    expect(plan.sales).toBe(230);
    expect(plan.sales_discount_pct).toBeCloseTo(100 * (1 - 230 / 400));
    expect(plan.profit).toBeNull();
  });

  it('adds distributions, no discount and 0 alike', () => {
    expect(
      mergeBuckets([
        [{ discount_pct: null, discount_count: 1, sum_stock_qty: 2 }],
        [
          { discount_pct: 0, discount_count: 3, sum_stock_qty: 4 },
          { discount_pct: 20, discount_count: 5, sum_stock_qty: 6 },
        ],
      ]),
    ).toEqual([
      { discount_pct: 0, discount_count: 4, sum_stock_qty: 6 },
      { discount_pct: 20, discount_count: 5, sum_stock_qty: 6 },
    ]);
  });

  it('lists the runs of several projects once, newest first', () => {
    const older = run({ _id: 'o0', created_at: '2026-07-04T08:00:00Z' });
    expect(mergeRuns([[older, run({})], [run({})]]).map(({ _id }) => _id)).toEqual(['o1', 'o0']);
  });
});
