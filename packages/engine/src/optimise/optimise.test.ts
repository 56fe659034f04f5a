import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RandomSource, seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { wholeModel } from '../../test/whole-model.ts';
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
    rules.push({
      kind: 'budget',
      max_amount: free.totals.discount_amount * (0.4 + random()),
      by_phase: Math.floor(random() * problem.phase_count),
    });
  if (random() < 0.4)
    rules.push({
      kind: 'sell_through',
      min_share: free.totals.sell_through * (0.8 + 0.3 * random()),
      hard: true,
      ...(random() < 0.5 && { by_phase: 0 }),
    });
  if (random() < 0.2)
    rules.push({ kind: 'min_profit', min_amount: free.totals.profit * (0.6 + 0.5 * random()) });
  if (random() < 0.3) {
    const { profit_after_leftovers: merit } = free.totals;
    rules.push({ kind: 'min_merit', min_amount: merit - Math.abs(merit) * (0.4 * random() - 0.1) });
  }
  return rules;
}

describe('optimise', () => {
  it('equals the best of all plans for small scopes, infeasible ones included', () => {
    const random = seededRandom(11);
    let feasible = 0;
    let infeasible = 0;
    for (let round = 0; round < 90; round++) {
      const problem = randomProblem(random, 2 + Math.floor(random() * 3), 4, 2, {
        shields: true,
        goal: round % 2,
      });
      if (round % 5 === 0)
        problem.group = Int32Array.from({ length: problem.item_count }, (_, item) => (item < 2 ? 0 : -1));
      if (round % 7 === 0) problem.never_below_cost = new Uint8Array(problem.item_count).fill(1);
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
    expect(feasible).toBeGreaterThan(40);
    expect(infeasible).toBeGreaterThan(3);
  });

  it('maximises « marge après invendus », each item at its own residual value', () => {
    const random = seededRandom(17);
    for (let round = 0; round < 20; round++) {
      const problem = randomProblem(random, 3, 4, 2, { goal: 0 });
      problem.residual_value = Float64Array.from([1, 0.2, random()]);
      const { plan, value, totals } = optimise(problem, { solver });
      // At the end: what is sold, less what each unsold unit loses, written out from the plan alone.
      const worth = problem.cost.reduce(
        (sum, cost, item) =>
          sum + (1 - (problem.residual_value[item] ?? 1)) * cost * (problem.stock[item] ?? 0),
        0,
      );
      expect(totals.profit_after_leftovers).toBeCloseTo(value - worth, 6);
      for (let other = 0; other < 30; other++) {
        const any = plan.slice();
        const item = Math.floor(3 * random());
        const first = Math.floor(4 * random());
        any.set([first, first + Math.floor((4 - first) * random())], 2 * item);
        expect(checkPlan(problem, any).totals.profit_after_leftovers).toBeLessThanOrEqual(
          totals.profit_after_leftovers + 1e-6,
        );
      }
    }
  });

  it('clears as much as a floor of « marge après invendus » lets it, and says by how much it must come down', () => {
    const random = seededRandom(23);
    let held = 0;
    for (let round = 0; round < 20; round++) {
      const problem = randomProblem(random, 6, 4, 2, { goal: 0 });
      problem.residual_value = Float64Array.from(problem.stock, () => 0.5 + 0.5 * random());
      const most = optimise(problem, { solver }).totals.profit_after_leftovers;
      const clearing = { ...problem, goal: new Uint8Array(6).fill(2) };
      const least = optimise(clearing, { solver }).totals.profit_after_leftovers;
      const floor = (most + least) / 2;
      const kept = optimise(
        { ...clearing, constraints: [{ kind: 'min_merit', min_amount: floor }] },
        { solver },
      );
      expect(kept.infeasibility).toBeNull();
      const check = checkPlan(problem, kept.plan);
      expect(check.totals.profit_after_leftovers).toBeGreaterThanOrEqual(floor - 1e-6 * Math.abs(floor));
      expect(kept.constraints[0]?.achieved).toBeCloseTo(check.totals.profit_after_leftovers, 6);
      if (least < floor - 1) held++;
      const beyond = most + 10;
      const { infeasibility } = optimise(
        { ...clearing, constraints: [{ kind: 'min_merit', min_amount: beyond }] },
        { solver },
      );
      expect(infeasibility?.best_reachable[0]).toBeCloseTo(most, 4);
      // What gives is not sought to the cent, and never says more than can be reached.
      const needed = infeasibility?.relaxations[0]?.needed ?? Number.NaN;
      expect(needed).toBeLessThanOrEqual(most + 1e-6);
      expect(needed).toBeGreaterThan(most - 0.02 * Math.abs(most) - 10);
    }
    expect(held).toBeGreaterThan(5);
  });

  it('equals the best of all plans for up to twelve products, whatever the rules', () => {
    const seen = { feasible: 0, infeasible: 0, largest: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 12 }), (seed, items) => {
        const random = seededRandom(seed);
        // As many levels and phases as can still be enumerated whole.
        const [levels, phases] = items <= 4 ? [4, 2] : items <= 7 ? [3, 2] : [3, 1];
        const problem = randomProblem(random, items, levels, phases, { shields: true, goal: seed % 2 });
        if (seed % 3 === 0) problem.never_below_cost = new Uint8Array(items).fill(1);
        problem.constraints = randomRules(random, problem);
        const best = enumerate(problem);
        const result = optimise(problem, { solver });
        const check = checkPlan(problem, result.plan);
        if (best === null) {
          expect(result.status).toBe('infeasible');
          seen.infeasible++;
          return;
        }
        expect(result.status).toBe('optimal');
        expect(check.broken_items).toEqual([]);
        expect(check.satisfied.every(Boolean)).toBe(true);
        expect(check.goal_value).toBeCloseTo(result.value, 6);
        expect(result.value).toBeGreaterThanOrEqual(best - 2e-6 * Math.abs(best) - 1e-9);
        expect(result.bound).toBeGreaterThanOrEqual(best - 1e-6 * Math.abs(best));
        seen.feasible++;
        seen.largest = Math.max(seen.largest, items);
      }),
      { numRuns: 150, seed: 5 },
    );
    expect(seen.feasible).toBeGreaterThan(70);
    expect(seen.infeasible).toBeGreaterThan(6);
    expect(seen.largest).toBe(12);
  });
});

/** The best value of all combinations of legal paths that meet the rules; null when none does. */
function enumerate(problem: MarkdownProblem): number | null {
  const { model, item } = wholeModel(problem, true);
  const rules = model.rows.slice(problem.item_count).map((row) => {
    const use = new Float64Array(item.length);
    row.columns.forEach((variable, n) => {
      use[variable] = row.values[n] ?? 0;
    });
    return { lower: row.lower - 1e-9, upper: row.upper + 1e-9, use };
  });
  const own = Array.from({ length: problem.item_count }, (_, i) =>
    [...item.keys()].filter((variable) => item[variable] === i),
  );
  const sums = new Float64Array(rules.length);
  let best = Number.NEGATIVE_INFINITY;
  const visit = (i: number, value: number): void => {
    if (i === problem.item_count) {
      if (rules.every(({ lower, upper }, r) => (sums[r] ?? 0) >= lower && (sums[r] ?? 0) <= upper))
        best = Math.max(best, value);
      return;
    }
    for (const variable of own[i] ?? []) {
      for (let r = 0; r < rules.length; r++) sums[r] = (sums[r] ?? 0) + (rules[r]?.use[variable] ?? 0);
      visit(i + 1, value + (model.objective[variable] ?? 0));
      for (let r = 0; r < rules.length; r++) sums[r] = (sums[r] ?? 0) - (rules[r]?.use[variable] ?? 0);
    }
  };
  visit(0, 0);
  return Number.isFinite(best) ? best : null;
}
