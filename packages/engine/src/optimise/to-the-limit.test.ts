import { beforeAll, describe, expect, it } from 'vitest';
import { everyPlan } from '../../test/every-plan.ts';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { loadHighsSolver } from './highs.ts';
import { optimise } from './optimise.ts';
import { checkPlan } from './plan.ts';
import type { Constraint, MarkdownProblem, MipSolver, OptimiseResult } from './types.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** Some products of one phase and three levels, all of them open. */
function products(seed: number, count = 5): MarkdownProblem {
  return randomProblem(seededRandom(seed), count, 3, 1);
}

/** The best plan by trying each; null where none keeps every rule. */
function bestOfAll(problem: MarkdownProblem): number | null {
  const kept = everyPlan(problem).filter(({ satisfied }) => satisfied.every(Boolean));
  return kept.length === 0 ? null : Math.max(...kept.map(({ goal_value }) => goal_value));
}

function expectTheBest(problem: MarkdownProblem, result: OptimiseResult): void {
  const best = bestOfAll(problem);
  expect(best).not.toBeNull();
  expect(result.status).toBe('optimal');
  expect(result.constraints.map(({ satisfied }) => satisfied)).toEqual(problem.constraints.map(() => true));
  expect(result.value / (best ?? 0)).toBeCloseTo(1, 6);
  expect(result.bound).toBeGreaterThanOrEqual((best ?? 0) * (1 - 1e-9));
}

describe('rules that a plan meets to their very limit', () => {
  it('a budget of nought is the plan without a discount', () => {
    const problem = products(1);
    problem.constraints = [{ kind: 'budget', max_amount: 0 }];
    expectTheBest(problem, optimise(problem, { solver }));
  });

  it('a share of the stock that only whole products make is met', () => {
    const problem = products(2);
    problem.stock = Float64Array.from([10, 20, 30, 40, 50]);
    for (const pieces of [30, 60, 90, 110]) {
      const share = pieces / 150;
      problem.constraints = [{ kind: 'stock_quota', level: 1, min_share: share, max_share: share }];
      expectTheBest(problem, optimise(problem, { solver }));
    }
  });

  it('what a plan reaches may be asked of it again, to the last cent', () => {
    for (let seed = 3; seed < 23; seed++) {
      const problem = products(seed);
      const plan = Uint8Array.from(problem.stock, (_, item) => (item + seed) % 3);
      const { totals } = checkPlan(problem, plan);
      const rules: Constraint[] = [
        { kind: 'budget', max_amount: totals.discount_amount },
        { kind: 'sell_through', min_share: totals.sell_through, hard: true },
        { kind: 'min_profit', min_amount: totals.profit },
        { kind: 'min_merit', min_amount: totals.profit_after_leftovers },
      ];
      problem.constraints = rules.filter((_, n) => n !== seed % 4);
      expectTheBest(problem, optimise(problem, { solver }));
    }
  });

  it('a budget that the lines fixed by hand use up leaves the others what costs nothing', () => {
    for (let seed = 30; seed < 60; seed++) {
      const problem = products(seed, 7);
      // The last two are free, and given away: no discount of theirs counts.
      problem.price = problem.price.map((price, item) => (item < 5 ? 1e9 * price : 0));
      problem.fixed_level = Int16Array.from([2, 1, 2, 1, 2, -1, -1]);
      const plan = Uint8Array.from([2, 1, 2, 1, 2, 0, 0]);
      // As the same sum in another order, which strays by as much.
      const used = (1 - 1e-15) * checkPlan(problem, plan).totals.discount_amount;
      problem.constraints = [
        { kind: 'budget', max_amount: used },
        { kind: 'count_quota', level: 0, min_share: 1 / 7, max_share: 1 / 7 },
      ];
      expectTheBest(problem, optimise(problem, { solver }));
    }
  });
});
