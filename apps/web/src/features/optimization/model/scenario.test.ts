import { describe, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { comparisonRows } from './comparison.ts';
import { scenarioBody, scenarioDraft, scenarioErrors, scenarioWords, typedNumber } from './scenario-draft.ts';
import { deepestChoices, findSimpleScenario, simpleScenario, simpleScenarioName } from './simple.ts';

const figures = { sales: 100, profit: 10, cogs: 50, stock: 20, sales_qty: 5, sales_discount_pct: 30 };
const result = (profit: number) => ({
  plan: { ...figures, profit },
  current: figures,
  discount_count: 1,
  distribution: [],
  gap: null,
  problems: [],
  shadowPrices: [],
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

  it('[OPT-01] is told in words', () => {
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

  it('[OPT-10] of the simple screen holds three answers and is used again', () => {
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

describe('the comparison of results', () => {
  it('[OPT-08] gives each figure with its change and marks the best', () => {
    const rows = comparisonRows([result(12), result(15)], { catalog: 'EUR', accounting: 'EUR' });
    const profit = rows.find((row) => row.label === 'Marge prévue');
    expect(profit?.cells.map((cell) => cell.best)).toEqual([false, true]);
    expect(profit?.cells[1]?.change).toBe('+5\u202f€');
    expect(rows.find((row) => row.label === 'Taux moyen')?.cells.some((cell) => cell.best)).toBe(false);
  });
});
