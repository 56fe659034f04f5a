import { describe, expect, it } from 'vitest';
import { GOAL_LABELS, GOAL_SORT_KEYS, goalLabel, goalSummary, OPTIMIZATION_GOALS } from './goal.ts';

describe('optimisation goals', () => {
  it('[OPT-01] are Marge (profit), CA (sales) and Écoulement (cogs)', () => {
    expect(OPTIMIZATION_GOALS.map((goal) => [GOAL_LABELS[goal], goal])).toEqual([
      ['Marge', 'profit'],
      ['CA', 'sales'],
      ['Écoulement', 'cogs'],
    ]);
  });

  it('[OPT-02] are sorted by seven keys, in this order', () => {
    expect(GOAL_SORT_KEYS.map((key) => GOAL_LABELS[key])).toEqual([
      'Marge',
      'CA',
      'Écoulement',
      'Qté écoulée',
      'Stock résiduel',
      "Taux d'écoulement saison",
      'Taux moyen démarque',
    ]);
  });

  it('may be a scenario, shown by its name', () => {
    expect(goalLabel('s1', [{ _id: 's1', name: 'Prudent' }])).toBe('Prudent');
    expect(goalLabel('s2', [])).toBe('s2');
  });
});

describe('the goal summary', () => {
  const stats = { discount_count: 10, discount_pct_user_count: 0, optimization_goals: ['profit'] };

  it('[STATE-09] is the one goal’s name, or « Multiple »', () => {
    expect(goalSummary(stats)).toEqual({ state: 'one', goal: 'profit', label: 'Marge' });
    expect(goalSummary({ ...stats, optimization_goals: ['profit', 'profit'] }).label).toBe('Marge');
    expect(goalSummary({ ...stats, optimization_goals: ['profit', 'sales'] }).label).toBe('Multiple');
    expect(goalSummary({ ...stats, optimization_goals: [] }).state).toBe('none');
  });

  it('[STATE-10] is « Personnalisé » when every discount is the user’s', () => {
    expect(goalSummary({ ...stats, discount_pct_user_count: 10 })).toEqual({
      state: 'only_custom',
      label: 'Personnalisé',
    });
    expect(goalSummary({ discount_count: 0, discount_pct_user_count: 0, optimization_goals: [] }).state).toBe(
      'none',
    );
  });
});
