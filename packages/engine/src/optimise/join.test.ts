import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RandomSource, seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { wholeModel } from '../../test/whole-model.ts';
import { loadHighsSolver } from './highs.ts';
import { joinedLevels, joinProblems } from './join.ts';
import { optimise } from './optimise.ts';
import { checkPlan } from './plan.ts';
import type { Constraint, MarkdownProblem, MipSolver } from './types.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** Prices with an ending below, and levels that some items do not have; the least and deepest open ones stay. */
function withRealPrices(random: RandomSource, problem: MarkdownProblem): MarkdownProblem {
  const width = problem.levels.length;
  const level_price = new Float64Array(problem.item_count * width);
  const level_base_price = new Float64Array(problem.item_count * width);
  for (let item = 0; item < problem.item_count; item++)
    for (let level = 0; level < width; level++) {
      const at = item * width + level;
      const price = (problem.price[item] ?? 0) * (1 - (problem.levels[level] ?? 0));
      const kept = level === (problem.fixed_level[item] ?? -1) || level === (problem.max_level[item] ?? 0);
      const gone = !kept && level > (problem.previous_level[item] ?? 0) && random() < 0.3;
      level_price[at] = gone ? Number.NaN : Math.max(0.99, Math.floor(price) - 0.01);
      level_base_price[at] = gone ? Number.NaN : (level_price[at] ?? 0) / 1.2;
    }
  return { ...problem, level_price, level_base_price };
}

/** Two or three projects of other sizes, levels and phases left. */
function randomProjects(random: RandomSource, most: number): MarkdownProblem[] {
  return Array.from({ length: 2 + Math.floor(2 * random()) }, (_, n) => {
    const items = 1 + Math.floor(most * random());
    const own = randomProblem(random, items, 3 + (n % 2), 1 + Math.floor(2 * random()), { shields: true });
    // The second project goes by other discounts: the joined levels are the union.
    if (n === 1) own.levels = own.levels.map((level) => 1.5 * level);
    return random() < 0.5 ? withRealPrices(random, own) : own;
  });
}

function randomRules(random: RandomSource, problems: readonly MarkdownProblem[]): Constraint[] {
  const free = problems.map((own) => optimise(own).totals);
  const sum = (of: (totals: (typeof free)[number]) => number) =>
    free.reduce((total, totals) => total + of(totals), 0);
  const sold =
    sum(({ units }) => units) /
    Math.max(
      1,
      sum(({ units, residual_stock }) => units + residual_stock),
    );
  const rules: Constraint[] = [
    { kind: 'budget', max_amount: sum(({ discount_amount }) => discount_amount) * (0.5 + random()) },
  ];
  if (random() < 0.6)
    rules.push({ kind: 'sell_through', min_share: sold * (0.8 + 0.2 * random()), hard: true });
  if (random() < 0.5)
    rules.push({ kind: 'count_quota', level: 0, min_share: 0, max_share: 0.3 + 0.6 * random() });
  return rules;
}

/** A project's own rule, of some kinds. */
function ownRule(random: RandomSource, own: MarkdownProblem): Constraint[] {
  const free = optimise(own).totals;
  if (random() < 0.5)
    return [{ kind: 'budget', max_amount: free.discount_amount * (0.6 + random()), by_phase: 0 }];
  return random() < 0.5
    ? [{ kind: 'stock_quota', level: 0, min_share: 0, max_share: 0.5 + 0.5 * random() }]
    : [];
}

describe('several projects planned together', () => {
  it('is the best of all plans that keep the shared rules and each project’s own', () => {
    const seen = { feasible: 0, infeasible: 0, bound_together: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = seededRandom(seed);
        const problems = randomProjects(random, 6).map((own) => ({
          ...own,
          constraints: ownRule(random, own),
        }));
        const shared = randomRules(random, problems);
        const { problem, plansOf, joinPlans } = joinProblems(problems, shared);
        const ours = optimise(problem, { solver });
        const best = solver.solve(wholeModel(problem, true).model);
        if (best.status === 'infeasible') {
          expect(ours.status).toBe('infeasible');
          seen.infeasible++;
          return;
        }
        const check = checkPlan(problem, ours.plan);
        expect(check.broken_items).toEqual([]);
        expect(check.satisfied.every(Boolean)).toBe(true);
        expect(ours.value).toBeGreaterThanOrEqual(best.objective - 3e-6 * Math.abs(best.objective));
        expect(ours.bound).toBeGreaterThanOrEqual(best.objective - 3e-6 * Math.abs(best.objective));
        // The plans given back to the projects are worth the whole, in each one's own levels and phases.
        expect(checkPlan(problem, joinPlans(plansOf(ours.plan))).goal_value).toBeCloseTo(ours.value, 6);
        const own = plansOf(ours.plan).map((plan, n) => checkPlan(problems[n] as MarkdownProblem, plan));
        expect(own.flatMap(({ broken_items }) => broken_items)).toEqual([]);
        expect(own.every(({ satisfied }) => satisfied.every(Boolean))).toBe(true);
        expect(own.reduce((total, { goal_value }) => total + goal_value, 0)).toBeCloseTo(ours.value, 6);
        expect(own.map(({ totals }) => totals.discount_amount)).toEqual(
          check.projects.map(({ discount_amount }) => expect.closeTo(discount_amount, 6)),
        );
        if (
          ours.constraints.some(
            ({ constraint, shadow_price }) => constraint.project === undefined && shadow_price > 0,
          )
        )
          seen.bound_together++;
        seen.feasible++;
      }),
      { numRuns: 60, seed: 3 },
    );
    expect(seen.feasible).toBeGreaterThan(25);
    expect(seen.bound_together).toBeGreaterThan(5);
  });

  it('gives a budget to the project where it earns most, which one budget each cannot', () => {
    const [rich, poor] = [1, 2].map((seed) => randomProblem(seededRandom(seed), 40, 5, 2)) as [
      MarkdownProblem,
      MarkdownProblem,
    ];
    // Leftovers of the second keep their cost: discounts there earn little.
    poor.residual_value.fill(1);
    rich.residual_value.fill(0);
    const free = [rich, poor].map((own) => optimise(own).totals.discount_amount);
    const half = (free[0] ?? 0) / 3;
    const budget = (max_amount: number): Constraint => ({ kind: 'budget', max_amount });
    const apart = joinProblems(
      [rich, poor].map((own) => ({ ...own, constraints: [budget(half)] })),
      [],
    ).problem;
    const together = joinProblems([rich, poor], [budget(2 * half)]).problem;
    const [one, other] = [optimise(together, { solver }), optimise(apart, { solver })];
    expect(one.value).toBeGreaterThan(other.value * 1.001);
    expect(checkPlan(together, one.plan).projects[0]?.discount_amount).toBeGreaterThan(half);
    // One price for all where the budget is one; a price for each where it is each one's own.
    expect(one.constraints.map(({ shadow_price }) => shadow_price > 0)).toEqual([true]);
    const [first = 0, second = 0] = other.constraints.map(({ shadow_price }) => shadow_price);
    expect(first).toBeGreaterThan(second);
  });

  it('on large scopes is within 0.02 % of its bound, shared and own rules at once', () => {
    const random = seededRandom(9);
    const problems = Array.from({ length: 3 }, () => {
      const own = randomProblem(random, 400, 6, 2);
      return {
        ...own,
        constraints: [{ kind: 'budget' as const, max_amount: 0.9 * optimise(own).totals.discount_amount }],
      };
    });
    const free = problems.map((own) => optimise({ ...own, constraints: [] }).totals);
    const shared: Constraint[] = [
      {
        kind: 'budget',
        max_amount: 0.8 * free.reduce((sum, { discount_amount }) => sum + discount_amount, 0),
      },
      ...Array.from(
        { length: 6 },
        (_, level): Constraint => ({ kind: 'count_quota', level, min_share: 0.1, max_share: 0.25 }),
      ),
    ];
    const { problem } = joinProblems(problems, shared);
    const ours = optimise(problem, { solver });
    const check = checkPlan(problem, ours.plan);
    expect(check.satisfied.every(Boolean)).toBe(true);
    expect(check.broken_items).toEqual([]);
    expect(ours.gap).toBeLessThan(2e-4);
  });

  it('joins levels in order, and leaves out those that a project does not offer', () => {
    const problems = randomProjects(seededRandom(4), 3);
    const levels = joinedLevels(problems);
    expect([...levels]).toEqual([...new Set([...levels])].sort((a, b) => a - b));
    for (const own of problems) for (const level of own.levels) expect(levels).toContain(level);
  });
});

describe('prices as they are', () => {
  it('a plan is valued at the prices given, and takes no level without one', () => {
    let removed = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = seededRandom(seed);
        const problem = withRealPrices(
          random,
          randomProblem(random, 8, 5, 2, { shields: true, goal: seed % 2 }),
        );
        removed += problem.level_price?.filter(Number.isNaN).length ?? 0;
        if (seed % 3 === 0) problem.never_below_cost = new Uint8Array(8).fill(1);
        const free = optimise(problem);
        if (free.status === 'infeasible') return;
        problem.constraints = [
          { kind: 'budget', max_amount: 0.7 * Math.max(1, free.totals.discount_amount) },
        ];
        const ours = optimise(problem, { solver });
        const best = solver.solve(wholeModel(problem, true).model);
        if (best.status === 'infeasible') {
          expect(ours.status).toBe('infeasible');
          return;
        }
        const check = checkPlan(problem, ours.plan);
        expect(check.broken_items).toEqual([]);
        expect(check.satisfied).toEqual([true]);
        expect(ours.value).toBeGreaterThanOrEqual(best.objective - 3e-6 * Math.abs(best.objective));
      }),
      { numRuns: 40, seed: 8 },
    );
    expect(removed).toBeGreaterThan(100);
  });

  it('searches paths too many to list among the levels that are there', () => {
    const random = seededRandom(12);
    const problem = withRealPrices(random, randomProblem(random, 20, 13, 4, { shields: true }));
    const listed = optimise(problem);
    const searched = optimise(problem, { path_limit: 50 });
    expect(checkPlan(problem, searched.plan).broken_items).toEqual([]);
    expect(searched.value / listed.value).toBeGreaterThan(0.9995);
    expect(searched.bound).toBeGreaterThanOrEqual(listed.value * (1 - 1e-9));
  });
});
