import type { Scenario } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { scenarioBody, scenarioDraft, scenarioErrors, scenarioWords, typedNumber } from './scenario-draft.ts';
import { scenariosOf, simpleIds } from './scenarios-of.ts';
import { readScope, writeScope } from './scope.ts';
import { deepestChoices, findSimpleScenario, simpleScenario } from './simple.ts';

const EURO = { catalog: 'EUR', accounting: 'EUR' };

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
    expect(typedNumber('680 000,5 £')).toBe(680_000.5);
    expect(typedNumber('680 k£')).toBeUndefined();
    expect(typedNumber('')).toBeNull();
  });

  it('has a floor of « marge après invendus », which may be a loss, and says so', () => {
    const draft = { ...scenarioDraft(null), name: 'Plancher', minimum_merit: '−640 000' };
    expect(scenarioErrors(draft)).toEqual({});
    const { constraints } = scenarioBody(draft, null, null);
    expect(constraints?.minimum_merit).toBe(-640_000);
    const scenario = { _id: 's', name: 'Plancher', version: 1, goal: 'profit' as const, constraints };
    expect(scenarioDraft(scenario).minimum_merit.replaceAll(/\s/g, ' ')).toBe('−640 000');
    expect(scenarioWords(scenario, EURO).goal).toBe('Maximiser marge après invendus');
    expect(scenarioWords(scenario, EURO).constraints).toContain('marge après invendus ≥');
    expect(scenarioErrors({ ...draft, minimum_merit: 'beaucoup' })).toHaveProperty('minimum_merit');
  });

  it('[OPT-01] reads as a sentence', () => {
    const scenario = {
      _id: 's',
      name: 'A',
      version: 1,
      goal: 'sales' as const,
      constraints: { never_below_cost: true },
    };
    expect(scenarioWords(scenario, EURO)).toEqual({
      goal: 'Maximiser CA',
      constraints: 'jamais sous le coût',
    });
  });

  it('says each amount in its own money: a budget in that of prices, a margin in that of costs', () => {
    const constraints = { discount_budget: 500_000, minimum_profit: 90_000, minimum_merit: 80_000 };
    const scenario = { _id: 's', name: 'A', version: 1, goal: 'profit' as const, constraints };
    const words = scenarioWords(scenario, { catalog: 'GBP', accounting: 'EUR' }).constraints;
    expect(words.replaceAll(/\s/g, ' ')).toBe(
      'budget 500 k£ · marge des pièces vendues ≥ 90 k€ · marge après invendus ≥ 80 k€',
    );
  });

  it('[OPT-10] of the simple screen keeps three answers and is used again', () => {
    const body = simpleScenario({ goal: 'cogs', deepest: 50, budget: null }, ['p1', 'p2']);
    expect(body).toMatchObject({
      goal: 'cogs',
      constraints: { maximum_discount_pct: 50, discount_budget: null },
    });
    const projects = [...(body.projects ?? [])];
    const known = {
      simple: body.simple,
      projects,
      _id: 's',
      name: body.name,
      version: 3,
      goal: 'cogs' as const,
    };
    expect(findSimpleScenario([known], ['p2', 'p1'])).toBe(known);
    // Another collection's stays its own.
    expect(findSimpleScenario([known], ['p1'])).toBeNull();
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
    const stored: Scenario = { _id: 's', name: 'Tout', version: 1, goal: 'profit', constraints };
    expect(scenarioDraft(stored)).toEqual(draft);
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
    expect(
      readScope({ combinator: 'and', rules: [{ field: 'price', operator: 'gt', value: 5 }] }),
    ).toBeUndefined();
  });
});

describe('the scenarios that are listed', () => {
  it('are those of the collection at hand; others are apart, and the three questions’ nowhere', () => {
    const scenario = (_id: string, more: Partial<Scenario>) =>
      ({ _id, name: _id, version: 1, goal: 'profit', ...more }) satisfies Scenario;
    const all = [
      scenario('old', { projects: null }),
      scenario('own', { projects: ['p1', 'p9'] }),
      scenario('other', { projects: ['p9'] }),
      scenario('simple', { projects: ['p1'], simple: true }),
    ];
    const { own, elsewhere } = scenariosOf(all, ['p1', 'p2']);
    expect([own, elsewhere].map((list) => list.map(({ _id }) => _id))).toEqual([['old', 'own'], ['other']]);
    expect(simpleIds(all)).toEqual(['simple']);
  });

  it('say whether a budget is shared by the projects', () => {
    const words = (more: object, count: number) =>
      scenarioWords(
        {
          _id: 's',
          name: 'A',
          version: 1,
          goal: 'profit',
          constraints: { discount_budget: 500_000, ...more },
        },
        EURO,
        count,
      ).constraints;
    expect(words({}, 3)).toBe('budget 500\u202fk€ pour les 3 projets');
    expect(words({}, 1)).toBe('budget 500\u202fk€');
    expect(words({ per_project: true }, 3)).toBe('budget 500\u202fk€ · par projet');
  });
});
