import { checkPlan, type MarkdownProblem, optimise } from '@palier/engine';
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
