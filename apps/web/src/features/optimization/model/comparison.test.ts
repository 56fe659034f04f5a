import type { PlanComparison } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { comparisonRows, leftoverNote, sendingChange } from './comparison.ts';
import { sinceText } from './since.ts';

type Figures = PlanComparison['nothing']['end'];

const figures = (changes: Partial<Figures> = {}): Figures => ({
  sales_qty: 100,
  sales: 1000,
  profit: 200,
  profit_after_leftovers: 150,
  stock: 50,
  discount_budget: 80,
  sales_discount_pct: 20,
  sell_through_pct: 60,
  ...changes,
});
const plan = (end: Partial<Figures>, phase: Partial<Figures> = {}) => ({
  end: figures(end),
  phase: figures(phase),
});
const run = (_id: string, end: Partial<Figures>) => ({
  _id,
  discount_count: 10,
  plan: { ...plan(end), discount_distribution: [] },
  sent: plan(end),
  sent_count: 9,
  changed_count: 4,
});
const lastYear = { from: '2025-07-01', to: '2025-07-22', unknown: null };

const comparison = (runs: PlanComparison['runs']): PlanComparison => ({
  discount_count: 10,
  sum_stock_qty: 400,
  kept_user_count: 1,
  nothing: plan({ profit_after_leftovers: 90 }),
  current: { ...plan({}, { sales: 300 }), discount_distribution: [] },
  runs,
  projects: [],
  last_year: { phase: null, end: { sales_qty: 70, sales: 900, profit: 190, discount_budget: 70 } },
  last_year_days: { phase: lastYear, end: lastYear },
  best: { end: { ...figures({ profit_after_leftovers: 400 }) }, phase: figures() },
  current_since: null,
  mean_residual_value: 0.2,
});
const rowsOf = (runs: PlanComparison['runs'], impossible: string[] = [], horizon: 'end' | 'phase' = 'end') =>
  comparisonRows(comparison(runs), {
    horizon,
    impossible,
    until: 'jusqu’au 21 juil.',
    currencies: { catalog: 'EUR', accounting: 'EUR' },
  });
const row = (rows: ReturnType<typeof rowsOf>, label: string) => rows.find((one) => one.label === label);

describe('the comparison of results', () => {
  it('[OPT-08] gives each figure beside what it is read against, with its change, and marks the best', () => {
    const rows = rowsOf([
      run('a', { profit_after_leftovers: 160 }),
      run('b', { profit_after_leftovers: 175 }),
    ]);
    expect(row(rows, 'Marge après invendus')).toMatchObject({
      nothing: '90\u202f€',
      lastYear: '-',
      current: '150\u202f€',
      best: '400\u202f€',
      cells: [{ best: false }, { best: true, change: '+25\u202f€' }],
    });
    expect(row(rows, 'CA')?.lastYear).toBe('900\u202f€');
    // What discounts cost has no best.
    expect(row(rows, 'Budget de démarque')?.best).toBeNull();
    expect(row(rows, 'Taux moyen')?.cells.some((cell) => cell.best)).toBe(false);
  });

  it('follows the days that are chosen', () => {
    expect(row(rowsOf([run('a', {})], [], 'phase'), 'CA')).toMatchObject({
      current: '300\u202f€',
      lastYear: '-',
    });
  });

  it('never takes a plan that breaks its rules for the best', () => {
    const rows = rowsOf([run('a', { sales: 2000 }), run('b', {}), run('c', { sales: 1100 })], ['a']);
    expect(row(rows, 'CA')?.cells.map(({ best }) => best)).toEqual([false, false, true]);
  });

  it('says what « marge après invendus » counts', () => {
    expect(leftoverNote('jusqu’au 21 juil.', 0.2)).toBe(
      'jusqu’au 21 juil., invendus à 20\u202f% de leur coût',
    );
    expect(leftoverNote('jusqu’au 21 juil.', null)).toBe('jusqu’au 21 juil.');
  });

  it('adds to a sending what each line chosen otherwise changes', () => {
    const all = comparison([run('a', { sales: 1200, discount_budget: 100 })]);
    const change = { sales: -10, profit_after_leftovers: 5, discount_budget: -2 };
    expect(sendingChange(all, 'a', 'end', [{ end: change, phase: change }])).toEqual({
      sales: 190,
      profit_after_leftovers: 5,
      discount_budget: 18,
    });
  });

  it('says since when the plan in force is what it is, with its day when it is not today’s', () => {
    const now = new Date(2026, 6, 6, 10, 31);
    expect(sinceText(new Date(2026, 6, 6, 10, 8).toISOString(), now)).toBe('en vigueur, 10:08');
    expect(sinceText(new Date(2026, 6, 5, 17, 50).toISOString(), now)).toMatch(
      /^en vigueur, 5 juil\.? 17:50$/,
    );
    expect(sinceText(null, now)).toBe('en vigueur');
  });
});
