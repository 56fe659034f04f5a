import { describe, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { comparisonRows } from './comparison.ts';
import { scenarioBody, scenarioDraft, scenarioErrors, scenarioWords, typedNumber } from './scenario-draft.ts';
import { readScope, writeScope } from './scope.ts';
import { deepestChoices, findSimpleScenario, simpleScenario, simpleScenarioName } from './simple.ts';

const figures = {
  sales: 100,
  profit: 10,
  profit_after_leftovers: 10,
  cogs: 50,
  stock: 20,
  sales_qty: 5,
  sales_discount_pct: 30,
  sell_through_pct: null,
};
const result = (profit: number) => ({
  plan: { ...figures, profit, profit_after_leftovers: profit },
  current: figures,
  discount_count: 1,
  distribution: [],
  gap: null,
  problems: [],
  limits: [],
  infeasibility: null,
  budget: { phase: 40, all: 90 },
  currentBudget: { phase: 50, all: 100 },
  keptByHand: 0,
});

describe('a scenario', () => {
  it('[SCEN-01] is written from what was typed the French way', () => {
    const draft = { ...scenarioDraft(null), name: ' Marge ', budget: '680 000,5', maximum_discount: '40 %' };
    expect(scenarioErrors(draft)).toEqual({});
    expect(scenarioBody(draft, null, null)).toMatchObject({
      name: 'Marge',
      goal: 'profit',
      constraints: { discount_budget: 680_000.5, maximum_discount_pct: 40, keep_discount_pct_user: true },
    });
  });

  it('needs a name and amounts that are numbers', () => {
    const draft = { ...scenarioDraft(null), budget: 'beaucoup', sell_through: '120' };
    expect(Object.keys(scenarioErrors(draft))).toEqual(['name', 'budget', 'sell_through']);
    expect(typedNumber('')).toBeNull();
  });

  it('[OPT-01] reads as a sentence', () => {
    const scenario = {
      _id: 's',
      name: 'A',
      version: 1,
      goal: 'sales' as const,
      constraints: { never_below_cost: true },
    };
    expect(scenarioWords(scenario, 'EUR')).toEqual({
      goal: 'Maximiser CA',
      constraints: 'jamais sous le coût',
    });
  });

  it('[OPT-10] of the simple screen keeps three answers and is used again', () => {
    const body = simpleScenario({ goal: 'cogs', deepest: 50, budget: null });
    expect(body).toMatchObject({
      goal: 'cogs',
      constraints: { maximum_discount_pct: 50, discount_budget: null },
    });
    const known = { _id: 's', name: simpleScenarioName, version: 3, goal: 'cogs' as const };
    expect(findSimpleScenario([known])).toBe(known);
    expect(deepestChoices([newProject(), newProject({ discount_pct_range: [20, 30] })])).toEqual([
      10, 20, 30,
    ]);
  });
});

describe('the rules of a scenario', () => {
  it('are all written, and read back as they were typed', () => {
    const draft = {
      ...scenarioDraft(null),
      name: 'Tout',
      budget: '1000',
      budget_horizon: 'phase' as const,
      sell_through: '72,5',
      sell_through_hard: true,
      sell_through_by: '2026-07-21',
      minimum_profit: '500',
      same_discount_by: 'family',
      cost_floor: 'refused' as const,
    };
    const { constraints, scope } = scenarioBody(draft, null, null);
    expect(constraints).toMatchObject({
      discount_budget_horizon: 'phase',
      sell_through_target_pct: 72.5,
      sell_through_hard: true,
      sell_through_by_date: '2026-07-21',
      minimum_profit: 500,
      same_discount_by: 'family',
      never_below_cost: true,
    });
    expect(scope).toBeNull();
    const stored = { _id: 's', name: 'Tout', version: 1, goal: 'profit' as const, constraints };
    expect(scenarioDraft(stored as never)).toEqual(draft);
    // Left to the period, the floor is not written at all.
    expect(scenarioBody(scenarioDraft(null), null, null).constraints).not.toHaveProperty('never_below_cost');
  });

  it('follow the objective of the project by products or by stock, as it says', () => {
    const draft = { ...scenarioDraft(null), name: 'A', follow_objective: true };
    const objective = {
      discount_pct_distribution: { 20: 100 },
      discount_pct_distribution_params: { basis: 'sum_stock_qty' as const, tolerance_pct: 2 },
    };
    expect(scenarioBody(draft, null, objective).constraints).toMatchObject({
      discount_pct_distribution: { 20: 100 },
      distribution_basis: 'sum_stock_qty',
      distribution_tolerance_pct: 2,
    });
  });

  it('a scope of a few values of a field is read and written; another form is kept as it is', () => {
    const scope = writeScope({ field: 'family', values: ['Robes', 'Jupes'] });
    expect(readScope(scope)).toEqual({ field: 'family', values: ['Robes', 'Jupes'] });
    expect(writeScope({ field: 'family', values: [] })).toBeNull();
    expect(readScope(null)).toBeNull();
    const other = { combinator: 'and' as const, rules: [{ field: 'price', operator: 'gt', value: 5 }] };
    expect(readScope(other as never)).toBeUndefined();
  });
});

describe('the comparison of results', () => {
  it('[OPT-08] gives each figure with its change and marks the best', () => {
    const rows = comparisonRows([result(12), result(15)], { catalog: 'EUR', accounting: 'EUR' });
    const profit = rows.find((row) => row.label === 'Marge après invendus');
    expect(profit?.cells.map((cell) => cell.best)).toEqual([false, true]);
    expect(profit?.cells[1]?.change).toBe('+5\u202f€');
    // One budget bounds the worked phase, the other all of them: each has its own line.
    expect(rows.find((row) => row.label === 'Budget, démarque travaillée')?.current).toBe('50\u202f€');
    expect(rows.find((row) => row.label === 'Budget, toutes démarques')?.current).toBe('100\u202f€');
    expect(rows.find((row) => row.label === 'Taux moyen')?.cells.some((cell) => cell.best)).toBe(false);
  });
});
