import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { optimise } from './optimise.ts';
import { checkPlan } from './plan.ts';
import type { MarkdownProblem } from './types.ts';

/** Two products: three levels are open to the first; the second is at full price by hand, then free to go to any. */
function narrowThenFixed(): MarkdownProblem {
  const problem = randomProblem(seededRandom(3), 2, 8, 2);
  problem.max_level[0] = 2;
  problem.fixed_level[1] = 0;
  // Only the deepest discount sells it.
  for (let phase = 0; phase < 2; phase++)
    for (let level = 0; level < 8; level++)
      problem.phase_mean[(2 + phase) * 8 + level] = level === 7 ? 50 : 0.01;
  problem.cost[1] = 0;
  return problem;
}

describe('products that have more or fewer discounts than the one before', () => {
  it('each has the plan that it has alone', () => {
    expect(Array.from(optimise(narrowThenFixed()).plan.subarray(2))).toEqual([0, 7]);
  });

  it('each is charged to the budget for what it uses', () => {
    const problem = narrowThenFixed();
    // Each sale of the second loses money: it stays at full price, within the budget too.
    problem.cost[1] = 2 * (problem.price[1] ?? 0);
    problem.residual_value[1] = 1;
    problem.constraints = [{ kind: 'budget', max_amount: 1 }];
    const { plan, status } = optimise(problem);
    expect(Array.from(plan.subarray(2))).toEqual([0, 0]);
    expect(status).not.toBe('infeasible');
    expect(checkPlan(problem, plan).satisfied).toEqual([true]);
  });
});
