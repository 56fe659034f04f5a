import { expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { optimise } from './optimise.ts';
import { checkPlan } from './plan.ts';
import type { MarkdownProblem } from './types.ts';

/** Three products of four levels and two phases: the first two share their discount, chosen by hand for the first. */
function pair(chosen: number): MarkdownProblem {
  const problem = randomProblem(seededRandom(5), 3, 4, 2);
  problem.group = Int32Array.from([0, 0, -1]);
  problem.fixed_level[0] = chosen;
  return problem;
}

/** The plan says that the pair cannot share a discount, or keeps the limits of both. */
function expectHonest(problem: MarkdownProblem): void {
  const { status, infeasibility, value, plan } = optimise(problem);
  expect(Number.isFinite(value)).toBe(true);
  expect(status).toBe('infeasible');
  expect(Array.from(infeasibility?.blocked_items ?? [])).toEqual([0, 1]);
  expect(infeasibility?.reason).toBe('no_path');
  expect(checkPlan(problem, plan).broken_items.every((item) => item < 2)).toBe(true);
}

it('products of a group follow the one that a person chose for', () => {
  const problem = pair(2);
  const { status, plan } = optimise(problem);
  expect(status).toBe('optimal');
  expect([plan[0], plan[2]]).toEqual([2, 2]);
  expect(checkPlan(problem, plan).broken_items).toEqual([]);
});

it('a group is said to have no discount where the one chosen by hand would bring another back up', () => {
  const problem = pair(1);
  problem.previous_level[1] = 2;
  expectHonest(problem);
});

it('nor where it is outside the shields of another, under its cost, or has no price there', () => {
  const shielded = pair(3);
  shielded.max_level[1] = 2;
  expectHonest(shielded);
  const costly = pair(3);
  costly.cost[1] = 0.9 * (costly.base_price[1] ?? 0);
  costly.never_below_cost = Uint8Array.from([0, 1, 0]);
  expectHonest(costly);
  const priceless = pair(3);
  const at = (prices: Float64Array) =>
    Float64Array.from({ length: 12 }, (_, n) =>
      n === 7 ? Number.NaN : (prices[Math.floor(n / 4)] ?? 0) * (1 - (priceless.levels[n % 4] ?? 0)),
    );
  priceless.level_price = at(priceless.price);
  priceless.level_base_price = at(priceless.base_price);
  expectHonest(priceless);
});

it('nor where what may be announced closes it to another, which stays open to the one chosen for', () => {
  const problem = pair(2);
  // Levels 0 and 1 alone are open, in every phase, to the second; all but level 2 to the first.
  problem.open_levels = Uint32Array.from({ length: 12 }, (_, n) =>
    n < 4 ? 0b1011 : n < 8 ? 0b0011 : 0b1111,
  );
  expectHonest(problem);
  problem.group = null;
  expect(optimise(problem).status).toBe('optimal');
});
