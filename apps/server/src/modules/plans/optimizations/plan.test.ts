import { checkPlan, GOAL_CODE, type MarkdownProblem, optimise } from '@palier/engine';
import { expect, it } from 'vitest';
import { neverWorse } from './plan.ts';

const PROBLEM: MarkdownProblem = {
  item_count: 1,
  phase_count: 1,
  levels: Float64Array.from([0, 0.5]),
  phase_mean: Float32Array.from([4, 5]),
  dispersion: Float64Array.from([1]),
  stock: Float64Array.from([20]),
  price: Float64Array.from([60]),
  base_price: Float64Array.from([50]),
  cost: Float64Array.from([20]),
  residual_value: Float64Array.from([0]),
  goal: new Uint8Array(1),
  min_level: new Uint8Array(1),
  max_level: Uint8Array.from([1]),
  previous_level: new Uint8Array(1),
  fixed_level: Int16Array.from([-1]),
  group: null,
  season_sold: null,
  never_below_cost: null,
  constraints: [],
};

it('a search that stops short of the present discounts gives those, when they keep the rules', () => {
  const best = optimise(PROBLEM);
  const poor = Uint8Array.from([1]);
  const { goal_value, totals } = checkPlan(PROBLEM, poor);
  const short = { ...best, plan: poor, value: goal_value, totals };
  const kept = neverWorse(PROBLEM, short, Uint8Array.from([0]));
  expect([...kept.plan]).toEqual([0]);
  expect(kept.value).toBeGreaterThan(goal_value);
  const shielded = { ...PROBLEM, min_level: Uint8Array.from([1]) };
  expect(neverWorse(shielded, short, Uint8Array.from([0]))).toBe(short);
});

it('for clearance, deeper present discounts that sell a hair more do not replace the least ones that reach 99 %', () => {
  const clearance: MarkdownProblem = {
    ...PROBLEM,
    goal: Uint8Array.of(GOAL_CODE.cogs),
    dispersion: Float64Array.of(Number.POSITIVE_INFINITY),
    phase_mean: Float32Array.from([28, 60]),
  };
  const best = optimise(clearance);
  expect([...best.plan]).toEqual([0]);
  const deeper = Uint8Array.from([1]);
  expect(checkPlan(clearance, deeper).goal_value).toBeGreaterThan(best.value);
  expect([...neverWorse(clearance, best, deeper).plan]).toEqual([0]);
  // One that sells well below what the present discounts do is replaced all the same.
  const poor = { ...PROBLEM, goal: clearance.goal };
  const short = {
    ...optimise(poor),
    plan: Uint8Array.from([0]),
    value: checkPlan(poor, Uint8Array.of(0)).goal_value,
  };
  expect([...neverWorse(poor, short, deeper).plan]).toEqual([1]);
});

it('rules whose search found no plan have no price once the present discounts are seen to keep them', () => {
  const budget = { kind: 'budget', max_amount: 5 } as const;
  const problem = { ...PROBLEM, constraints: [budget] };
  const found = optimise(problem);
  const lost: typeof found = {
    ...found,
    status: 'infeasible',
    constraints: found.constraints.map((report) => ({
      ...report,
      satisfied: false,
      shadow_price: 800,
      cost: 90,
    })),
    infeasibility: {
      ...{ reason: 'rules', blocked_items: new Int32Array(), violated: [0], best_reachable: [null] },
      ...{ relaxations: [], sampled_units: null },
    },
  };
  const [report] = neverWorse(problem, lost, Uint8Array.from([0])).constraints;
  expect(report).toMatchObject({ satisfied: true, shadow_price: 0, cost: 0 });
});
