import { beforeAll, describe, expect, it } from 'vitest';
import { type RandomSource, seededRandom } from '../numeric/random.ts';
import { randomProblem } from '../testing/random-problem.ts';
import { loadHighsSolver } from './highs.ts';
import { optimise } from './optimise.ts';
import { checkPlan } from './plan.ts';
import type { Constraint, MarkdownProblem, MipSolver } from './types.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** Every legal plan of every item, valued by the independent checker one item at a time. */
function bruteForce(problem: MarkdownProblem): { value: number; feasible: boolean } {
  const paths: number[][] = [];
  const grow = (path: number[]): void => {
    if (path.length === problem.phase_count) paths.push(path);
    else for (let l = path.at(-1) ?? 0; l < problem.levels.length; l++) grow([...path, l]);
  };
  grow([]);
  const plan = new Uint8Array(problem.item_count * problem.phase_count);
  let best = Number.NEGATIVE_INFINITY;
  const visit = (item: number): void => {
    if (item === problem.item_count) {
      const check = checkPlan(problem, plan);
      if (check.broken_items.length === 0 && check.satisfied.every(Boolean))
        best = Math.max(best, check.goal_value);
      return;
    }
    for (const path of paths) {
      plan.set(path, item * problem.phase_count);
      visit(item + 1);
    }
  };
  visit(0);
  return { value: best, feasible: Number.isFinite(best) };
}

function randomRules(random: RandomSource, problem: MarkdownProblem): Constraint[] {
  const free = optimise(problem, { solver: null });
  const rules: Constraint[] = [];
  const level = Math.floor(random() * problem.levels.length);
  if (random() < 0.5)
    rules.push({ kind: 'count_quota', level, min_share: 0, max_share: 0.2 + 0.5 * random() });
  if (random() < 0.3)
    rules.push({ kind: 'stock_quota', level: 0, min_share: 0.1 * random(), max_share: 0.3 + random() });
  if (random() < 0.5)
    rules.push({ kind: 'budget', max_amount: free.totals.discount_amount * (0.4 + random()) });
  if (random() < 0.4)
    rules.push({
      kind: 'sell_through',
      min_share: free.totals.sell_through * (0.8 + 0.3 * random()),
      hard: true,
    });
  if (random() < 0.2)
    rules.push({ kind: 'min_profit', min_amount: free.totals.profit * (0.6 + 0.5 * random()) });
  return rules;
}

describe('optimise', () => {
  it('equals the best of all plans for small scopes, infeasible ones included', () => {
    const random = seededRandom(11);
    let feasible = 0;
    let infeasible = 0;
    for (let round = 0; round < 150; round++) {
      const problem = randomProblem(random, 2 + Math.floor(random() * 3), 4, 2, {
        shields: true,
        goal: round % 2,
      });
      problem.constraints = randomRules(random, problem);
      const expected = bruteForce(problem);
      const result = optimise(problem, { solver });
      if (!expected.feasible) {
        expect(result.status, `round ${round}`).toBe('infeasible');
        infeasible++;
        continue;
      }
      expect(result.status, `round ${round}`).toBe('optimal');
      expect(result.value / expected.value).toBeCloseTo(1, 7);
      expect(result.bound).toBeGreaterThanOrEqual(expected.value - 1e-6 * Math.abs(expected.value));
      expect(checkPlan(problem, result.plan).satisfied.every(Boolean)).toBe(true);
      feasible++;
    }
    expect(feasible).toBeGreaterThan(60);
    expect(infeasible).toBeGreaterThan(5);
  });

  it('equals the best of all plans for up to twelve products', () => {
    const random = seededRandom(5);
    let cases = 0;
    for (const items of [8, 10, 12]) {
      const problem = randomProblem(random, items, 3, 1);
      problem.constraints = [
        { kind: 'count_quota', level: 0, min_share: 0.2, max_share: 0.6 },
        { kind: 'count_quota', level: 2, min_share: 0.2, max_share: 0.5 },
      ];
      const result = optimise(problem, { solver: null });
      expect(result.value).toBeCloseTo(bruteForce(problem).value, 6);
      expect(result.gap).toBeLessThan(1e-9);
      cases++;
    }
    expect(cases).toBe(3);
  });
});
