import { beforeAll, describe, expect, it } from 'vitest';
import { type RandomSource, seededRandom } from '../numeric/random.ts';
import { randomProblem } from '../testing/random-problem.ts';
import { loadHighsSolver } from './highs.ts';
import { optimise } from './optimise.ts';
import { checkPlan } from './plan.ts';
import { assignQuotas } from './quota.ts';
import type { Constraint, MarkdownProblem, MipSolver } from './types.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** Quotas on every level around random shares, a budget and a sell-through around what is free. */
function allRules(random: RandomSource, problem: MarkdownProblem): Constraint[] {
  const free = optimise(problem);
  const raw = Array.from(problem.levels, () => 0.3 + random());
  const total = raw.reduce((sum, share) => sum + share, 0);
  return [
    ...raw.map((share, level) => ({
      kind: 'count_quota' as const,
      level,
      min_share: Math.max(0, share / total - 0.05),
      max_share: share / total + 0.05,
    })),
    { kind: 'budget', max_amount: free.totals.discount_amount * (0.7 + 0.5 * random()) },
    { kind: 'sell_through', min_share: free.totals.sell_through * (0.85 + 0.1 * random()), hard: true },
    { kind: 'stock_quota', level: problem.levels.length - 1, min_share: 0, max_share: 0.25 },
  ];
}

describe('optimise on larger scopes', () => {
  it('reaches 99.98 % of the exact optimum on hundreds of random instances, every rule recomputed', () => {
    const random = seededRandom(21);
    let feasible = 0;
    let infeasible = 0;
    for (let round = 0; round < 200; round++) {
      const problem = randomProblem(random, 12 + Math.floor(16 * random()), 4, 2, {
        shields: round % 3 === 0,
      });
      problem.constraints = allRules(random, problem);
      // Now and then, a sell-through that the budget cannot pay for.
      if (round % 8 === 0) problem.constraints = [...problem.constraints, { kind: 'budget', max_amount: 50 }];
      const exact = optimise(problem, { solver, exact_candidates: Number.POSITIVE_INFINITY });
      const ours = optimise(problem, { solver, exact_candidates: 0 });
      const check = checkPlan(problem, ours.plan);
      expect(check.broken_items).toEqual([]);
      expect(check.totals.profit).toBeCloseTo(ours.totals.profit, 6);
      if (exact.status === 'infeasible') {
        expect(ours.status, `round ${round}`).toBe('infeasible');
        expect(ours.infeasibility?.violated.length).toBeGreaterThan(0);
        infeasible++;
        continue;
      }
      feasible++;
      expect(check.satisfied.every(Boolean), `round ${round}`).toBe(true);
      expect(ours.value / exact.value, `round ${round}`).toBeGreaterThan(0.999);
      expect(ours.bound).toBeGreaterThanOrEqual(exact.value * (1 - 1e-6));
    }
    expect(feasible).toBeGreaterThan(100);
    expect(infeasible).toBeGreaterThan(3);
  }, 300_000);

  it('reaches 99.98 % of the optimum at 300 and 1,000 products', () => {
    const random = seededRandom(22);
    for (const items of [300, 1000]) {
      const problem = randomProblem(random, items, 5, 2);
      problem.constraints = allRules(random, problem);
      const exact = optimise(problem, { solver, exact_candidates: Number.POSITIVE_INFINITY });
      const ours = optimise(problem, { solver, exact_candidates: 0 });
      expect(exact.status).not.toBe('infeasible');
      expect(ours.value / exact.value).toBeGreaterThan(0.9998);
      expect(checkPlan(problem, ours.plan).satisfied.every(Boolean)).toBe(true);
    }
  });

  it('gives the same answer twice, says where it is, and stops when asked', () => {
    const problem = randomProblem(seededRandom(23), 400, 6, 3);
    problem.constraints = allRules(seededRandom(24), problem);
    const first = optimise(problem, { solver });
    expect([...optimise(problem, { solver }).plan]).toEqual([...first.plan]);
    const shares: number[] = [];
    const stopped = optimise(
      problem,
      { solver, exact_candidates: 0 },
      {
        onProgress: (share) => shares.push(share),
        isCancelled: () => shares.length > 10,
      },
    );
    expect(stopped.status).toBe('cancelled');
    expect(shares.length).toBeGreaterThan(5);
    expect(shares.every((share, n) => n === 0 || share >= (shares[n - 1] ?? 0) - 1e-9)).toBe(true);
  });

  it('explains an impossible sell-through and says what would be enough', () => {
    const problem = randomProblem(seededRandom(25), 200, 5, 2);
    problem.constraints = [
      { kind: 'budget', max_amount: 1000 },
      { kind: 'sell_through', min_share: 0.9, hard: true },
    ];
    const result = optimise(problem, { solver });
    expect(result.status).toBe('infeasible');
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
