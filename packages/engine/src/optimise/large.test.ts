import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { allRules, tradeProblem } from '../../test/trade-problem.ts';
import { wholeModel } from '../../test/whole-model.ts';
import { loadHighsSolver } from './highs.ts';
import { optimise } from './optimise.ts';
import { checkPlan } from './plan.ts';
import { assignQuotas } from './quota.ts';
import type { Constraint, MipSolver } from './types.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

describe('optimise on larger scopes', () => {
  // Hundreds of them, larger and against HiGHS's whole choices: npm run bench -- optimiser.
  it('is within 0.02 % of the best on random scopes of 300 to 400 products, every rule recomputed', () => {
    const seen = { feasible: 0, infeasible: 0, against_highs: 0 };
    for (let round = 6; round < 20; round++) {
      const problem = tradeProblem(seededRandom(2_100 + round), round, 400);
      const ours = optimise(problem, { solver, exact_candidates: 0 });
      const check = checkPlan(problem, ours.plan);
      expect(check.broken_items, `round ${round}`).toEqual([]);
      expect(check.totals.profit).toBeCloseTo(ours.totals.profit, 6);
      expect(check.goal_value).toBeCloseTo(ours.value, 6);
      // The bound alone would prove it; that the bound itself is true is checked with HiGHS now and then.
      const proved = round % 10 === 8 || round === 19 ? solver.solve(wholeModel(problem, false).model) : null;
      if (round % 20 === 19) {
        expect(ours.status, `round ${round}`).toBe('infeasible');
        expect(ours.infeasibility?.violated.length).toBeGreaterThan(0);
        if (proved !== null) expect(proved.status).toBe('infeasible');
        seen.infeasible++;
        continue;
      }
      expect(check.satisfied.every(Boolean), `round ${round}`).toBe(true);
      expect(ours.value / ours.bound, `round ${round}`).toBeGreaterThan(0.9998);
      if (proved !== null) {
        // The relaxation's optimum: at least what HiGHS could reach with whole choices.
        expect(proved.status).toBe('optimal');
        expect(ours.value / proved.objective, `round ${round}`).toBeGreaterThan(0.9998);
        expect(ours.bound).toBeGreaterThanOrEqual(proved.objective * (1 - 1e-5));
        seen.against_highs++;
      }
      seen.feasible++;
    }
    expect(seen).toEqual({ feasible: 13, infeasible: 1, against_highs: 2 });
  }, 300_000);

  it('finds the plan that meets every rule where one that breaks a rule by a hair would be worth more', () => {
    const random = seededRandom(66);
    const problem = randomProblem(random, 60, 6, 1, { shields: true });
    problem.constraints = allRules(random, problem);
    const ours = optimise(problem, { solver, exact_candidates: 0 });
    expect(ours.status).not.toBe('infeasible');
    expect(checkPlan(problem, ours.plan).satisfied.every(Boolean)).toBe(true);
    const best = solver.solve(wholeModel(problem, true).model);
    expect(ours.value / best.objective).toBeGreaterThan(0.9998);
  }, 60_000);

  it('searches paths too many to list nearly as well as listing them, with a bound that holds', () => {
    const random = seededRandom(27);
    for (let round = 0; round < 3; round++) {
      const problem = randomProblem(random, 30, 13, 4, { shields: true, goal: round });
      if (round === 1) for (let i = 0; i < 30; i++) problem.stock[i] = (problem.stock[i] ?? 0) + 0.5;
      const free = optimise(problem, { path_limit: 50 });
      expect(free.value / optimise(problem).value).toBeGreaterThan(0.9995);
      problem.constraints = [
        { kind: 'budget', max_amount: free.totals.discount_amount * 0.6 },
        { kind: 'count_quota', level: 0, min_share: 0, max_share: 0.5 },
      ];
      const listed = optimise(problem, { solver });
      const searched = optimise(problem, { solver, path_limit: 50 });
      const check = checkPlan(problem, searched.plan);
      expect(check.broken_items).toEqual([]);
      if (listed.status === 'infeasible') continue;
      expect(check.satisfied).toEqual([true, true]);
      expect(searched.value / listed.value, `round ${round}`).toBeGreaterThan(0.999);
      expect(searched.bound, `round ${round}`).toBeGreaterThanOrEqual(listed.value * (1 - 1e-9));
      expect(searched.gap).toBeLessThan(2e-3);
    }
  });

  it('answers for paths beyond counting: 8 phases and 17 levels, groups among them', () => {
    const problem = randomProblem(seededRandom(28), 30, 17, 8);
    problem.group = Int32Array.from({ length: 30 }, (_, item) => (item < 6 ? item % 2 : -1));
    const free = optimise(problem);
    problem.constraints = [{ kind: 'budget', max_amount: 0.7 * free.totals.discount_amount }];
    const result = optimise(problem, { solver });
    const check = checkPlan(problem, result.plan);
    expect(check.broken_items).toEqual([]);
    expect(check.satisfied).toEqual([true]);
    expect(result.gap).toBeLessThan(0.02);
  });

  it('gives the same answer twice, says where it is, and stops when asked', () => {
    const problem = randomProblem(seededRandom(23), 400, 6, 3);
    problem.constraints = allRules(seededRandom(24), problem);
    const first = optimise(problem, { solver });
    expect([...optimise(problem, { solver }).plan]).toEqual([...first.plan]);
    const reported: [number, string][] = [];
    optimise(
      problem,
      { solver, exact_candidates: 0 },
      { onProgress: (share, step) => reported.push([share, step]) },
    );
    const shares = reported.map(([share]) => share);
    expect([...new Set(reported.map(([, step]) => step))]).toEqual(
      expect.arrayContaining(['values', 'multipliers', 'assignment', 'explain']),
    );
    expect(shares.every((share, n) => n === 0 || share >= (shares[n - 1] ?? 0) - 1e-9)).toBe(true);
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  });

  it.each(['values', 'multipliers'])(
    'stops within the step « %s » when asked, with a plan that is legal',
    (step) => {
      const problem = randomProblem(seededRandom(23), 4_000, 6, 3);
      problem.constraints = [{ kind: 'budget', max_amount: 20_000 }];
      let calls = 0;
      let cancelled = false;
      const stopped = optimise(
        problem,
        { solver },
        {
          onProgress: (_share, at) => {
            if (cancelled) calls++;
            cancelled ||= at === step && calls++ > 2;
            if (cancelled) calls = 0;
          },
          isCancelled: () => cancelled,
        },
      );
      expect(stopped.status).toBe('cancelled');
      expect(stopped.plan).toHaveLength(4_000 * 3);
      expect(checkPlan(problem, stopped.plan).broken_items).toEqual([]);
      if (step === 'values') expect(stopped.iterations).toBe(0);
    },
  );

  it('explains an impossible sell-through and says what would be enough', () => {
    const problem = randomProblem(seededRandom(25), 120, 5, 2);
    problem.constraints = [
      { kind: 'budget', max_amount: 1000 },
      { kind: 'sell_through', min_share: 0.9, hard: true },
    ];
    const result = optimise(problem, { solver });
    expect(result.status).toBe('infeasible');
    expect(result.infeasibility?.sampled_units).toBeNull();
    const easier = result.infeasibility?.relaxations.find((relaxation) => relaxation.constraint === 1);
    expect(easier?.needed).toBeLessThan(0.9);
    problem.constraints = [
      { kind: 'budget', max_amount: 1000 },
      { kind: 'sell_through', min_share: (easier?.needed ?? 0) - 1e-4, hard: true },
    ];
    expect(optimise(problem, { solver }).status).not.toBe('infeasible');
  });

  it('prices rules in money: one more euro of budget brings the shadow price', () => {
    const problem = randomProblem(seededRandom(26), 800, 6, 3);
    const free = optimise(problem);
    const budget = 0.6 * free.totals.discount_amount;
    const at = (amount: number) =>
      optimise({ ...problem, constraints: [{ kind: 'budget', max_amount: amount }] }, { solver });
    const here = at(budget);
    const more = at(budget * 1.02);
    const price = here.constraints[0]?.shadow_price ?? 0;
    expect((more.value - here.value) / (0.02 * budget) / price).toBeCloseTo(1, 1);
  });
});

it('prices a rule whole: its cost is what the plan gains without it', () => {
  const problem = randomProblem(seededRandom(29), 600, 5, 2);
  const free = optimise(problem);
  const budget: Constraint = { kind: 'budget', max_amount: 0.6 * free.totals.discount_amount };
  const share: Constraint = { kind: 'count_quota', level: 0, min_share: 0.5, max_share: 1 };
  const result = optimise({ ...problem, constraints: [budget, share] }, { solver });
  const without = (rules: Constraint[]) => optimise({ ...problem, constraints: rules }, { solver }).value;
  const [ofBudget, ofShare] = result.constraints.map(({ cost }) => cost);
  expect((without([share]) - result.value) / (ofBudget ?? 0)).toBeCloseTo(1, 1);
  expect((without([budget]) - result.value) / Math.max(1, ofShare ?? 0)).toBeCloseTo(1, 0);
  const loose = optimise({ ...problem, constraints: [{ kind: 'budget', max_amount: 1e9 }] }, { solver });
  expect(loose.constraints[0]).toMatchObject({ cost: 0, shadow_price: 0, satisfied: true });
});

describe('assignQuotas', () => {
  it('equals the best of all assignments', () => {
    const random = seededRandom(31);
    let cases = 0;
    for (let round = 0; round < 200; round++) {
      const units = 2 + Math.floor(5 * random());
      const value = Float64Array.from({ length: units * 3 }, () =>
        random() < 0.1 ? Number.NEGATIVE_INFINITY : 10 * random(),
      );
      for (let unit = 0; unit < units; unit++) value[unit * 3] = 5 * random();
      const least = Float64Array.from([0, Math.floor(2 * random()), 0]);
      const most = Float64Array.from([Math.ceil(units * random()), units, Math.ceil(units * random())]);
      const start = Float64Array.from([0, 0, 0], () => 4 * (random() - 0.5));
      const solution = assignQuotas({ unit_count: units, level_count: 3, value, least, most, start });
      let best = Number.NEGATIVE_INFINITY;
      for (let code = 0; code < 3 ** units; code++) {
        const count = [0, 0, 0];
        let sum = 0;
        for (let unit = 0, rest = code; unit < units; unit++, rest = Math.floor(rest / 3)) {
          count[rest % 3] = (count[rest % 3] ?? 0) + 1;
          sum += value[unit * 3 + (rest % 3)] ?? 0;
        }
        if (count.every((n, l) => n >= (least[l] ?? 0) && n <= (most[l] ?? 0))) best = Math.max(best, sum);
      }
      if (!Number.isFinite(best)) {
        expect(solution.missing).toBeGreaterThan(0);
        continue;
      }
      const ours = solution.level.reduce((sum, level, unit) => sum + (value[unit * 3 + level] ?? 0), 0);
      expect(solution.missing, `round ${round}`).toBe(0);
      expect(ours).toBeCloseTo(best, 9);
      cases++;
    }
    expect(cases).toBeGreaterThan(100);
  });
});

describe('what cannot be', () => {
  it('two targets out of reach each name what both must give', () => {
    const problem = randomProblem(seededRandom(41), 200, 5, 2);
    const free = optimise(problem).totals;
    problem.constraints = [
      { kind: 'sell_through', min_share: 1, hard: true },
      { kind: 'min_profit', min_amount: 2 * free.profit },
    ];
    const { status, infeasibility } = optimise(problem, { solver });
    expect([status, infeasibility?.reason]).toEqual(['infeasible', 'rules']);
    const relaxed = new Map(infeasibility?.relaxations.map((one) => [one.constraint, one]));
    expect([relaxed.get(0)?.with, relaxed.get(1)?.with]).toEqual([[1], [0]]);
    const needed = [relaxed.get(0)?.needed ?? Number.NaN, relaxed.get(1)?.needed ?? Number.NaN] as const;
    expect(needed[0]).toBeLessThan(1);
    expect(needed[1]).toBeLessThan(2 * free.profit);
    // Both bounds together are enough.
    problem.constraints = [
      { kind: 'sell_through', min_share: needed[0] - 1e-6, hard: true },
      { kind: 'min_profit', min_amount: needed[1] - 1 },
    ];
    expect(optimise(problem, { solver }).status).not.toBe('infeasible');
  });

  it('a target that the budget does not allow says the budget it would take, aimed at or required', () => {
    const problem = randomProblem(seededRandom(42), 300, 5, 2);
    const free = optimise(problem).totals;
    const budget: Constraint = { kind: 'budget', max_amount: 0.2 * free.discount_amount };
    for (const hard of [false, true]) {
      problem.constraints = [budget, { kind: 'sell_through', min_share: 0.95 * free.sell_through, hard }];
      const missed = optimise(problem, { solver });
      expect(missed.constraints[1]?.satisfied).toBe(false);
      const needed = missed.constraints[1]?.needed_budget ?? Number.NaN;
      expect(needed).toBeGreaterThan(budget.max_amount);
      problem.constraints = [
        { kind: 'budget', max_amount: needed * 1.0001 },
        { kind: 'sell_through', min_share: 0.95 * free.sell_through, hard: true },
      ];
      expect(optimise(problem, { solver }).status).not.toBe('infeasible');
    }
    problem.constraints = [budget, { kind: 'sell_through', min_share: 1, hard: false }];
    // No budget is enough.
    expect(optimise(problem, { solver }).constraints[1]?.needed_budget).toBeNull();
  });

  it('a rule that could be met alone is not given a best figure: only those out of reach are', () => {
    const problem = randomProblem(seededRandom(46), 150, 5, 2);
    const free = optimise(problem).totals;
    const most = optimise({ ...problem, goal: new Uint8Array(150).fill(2) }).totals.sell_through;
    problem.constraints = [
      { kind: 'stock_quota', level: 0, min_share: 0.5, max_share: 1 },
      { kind: 'budget', max_amount: 0.01 * free.discount_amount },
      { kind: 'sell_through', min_share: 1, hard: true },
    ];
    const { infeasibility } = optimise(problem, { solver });
    const best = new Map(infeasibility?.violated.map((rule, n) => [rule, infeasibility.best_reachable[n]]));
    for (const rule of [0, 1]) expect(best.get(rule) ?? null, `rule ${rule}`).toBeNull();
    expect(best.get(2)).toBeGreaterThan(0.99 * most);
    expect(best.get(2)).toBeLessThan(1);
  });

  it('a share of no stock, and no product at all, are said for what they are', () => {
    const problem = randomProblem(seededRandom(43), 20, 4, 2);
    problem.stock.fill(0);
    problem.constraints = [{ kind: 'sell_through', min_share: 0.5, hard: true }];
    const none = optimise(problem, { solver });
    expect([none.status, none.infeasibility?.reason]).toEqual(['infeasible', 'no_stock']);
    const empty = optimise({ ...randomProblem(seededRandom(44), 0, 4, 2), constraints: problem.constraints });
    expect(empty).toMatchObject({ status: 'empty', value: 0, bound: 0, gap: 0 });
    expect(empty.plan).toHaveLength(0);
  });

  it('shares of a stock that a few products hold are kept, the exact solver asked for little', () => {
    const asked = { calls: 0, columns: 0 };
    const counting: MipSolver = {
      solve: (model) => {
        asked.calls++;
        asked.columns += model.objective.length;
        return solver.solve(model);
      },
    };
    const random = seededRandom(47);
    for (const phases of [1, 2, 4]) {
      const problem = randomProblem(random, 500, 6, phases);
      // One product in ten has ten times the stock and the sales of the others.
      const width = phases * problem.levels.length;
      for (let item = 0; item < 500; item += 10) {
        problem.stock[item] = 10 * (problem.stock[item] ?? 0);
        for (let at = item * width; at < (item + 1) * width; at++)
          problem.phase_mean[at] = 10 * (problem.phase_mean[at] ?? 0);
      }
      problem.constraints = [0.3, 0.2, 0.2, 0.15, 0.1, 0.05].map((share, level) => ({
        kind: 'stock_quota',
        level,
        min_share: share - 0.005,
        max_share: share + 0.005,
      }));
      const ours = optimise(problem, { solver: counting });
      expect(checkPlan(problem, ours.plan).satisfied.every(Boolean)).toBe(true);
      expect(ours.gap).toBeLessThan(5e-4);
    }
    // Four hundred products at eight paths each, three times over, were some ten thousand a problem.
    expect(asked.calls).toBeLessThanOrEqual(9);
    expect(asked.columns).toBeLessThan(3 * 3_000);
  });

  it('shares of the stock within half a point are kept at 500 products without trying every plan', () => {
    const problem = randomProblem(seededRandom(45), 500, 6, 2);
    const wanted = [0.3, 0.2, 0.2, 0.15, 0.1, 0.05];
    problem.constraints = wanted.map((share, level) => ({
      kind: 'stock_quota',
      level,
      min_share: share - 0.005,
      max_share: share + 0.005,
    }));
    const ours = optimise(problem, { solver });
    expect(checkPlan(problem, ours.plan).satisfied.every(Boolean)).toBe(true);
    expect(ours.gap).toBeLessThan(2e-4);
    const relaxed = solver.solve(wholeModel(problem, false).model);
    expect(ours.value / relaxed.objective).toBeGreaterThan(0.9998);
  });
});
