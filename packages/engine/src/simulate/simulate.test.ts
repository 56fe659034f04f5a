import { expectedSales } from '@palier/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { BEST_FIGURES, bestFigures, bestTotals } from './best-figures.ts';
import { distributionBound } from './distribution-bound.ts';
import { frontier } from './frontier.ts';
import { pricedProfit } from './priced-profit.ts';
import {
  lineProfitAfterLeftovers,
  simulate,
  simulateGroups,
  simulatePlan,
  soldBelowCost,
} from './simulate.ts';
import type { LevelPlan, SimulationProblem } from './types.ts';

function randomLines(seed: number, items: number): SimulationProblem {
  const random = seededRandom(seed);
  const levels = 4;
  const problem: SimulationProblem = {
    item_count: items,
    levels: Float64Array.from([0, 0.1, 0.2, 0.3]),
    phase_qty: new Float32Array(items * levels),
    rest_qty: new Float32Array(items * levels * levels),
    stock: Float64Array.from({ length: items }, () => 5 + Math.floor(50 * random())),
    price: Float64Array.from({ length: items }, () => 20 + 60 * random()),
    base_price: new Float64Array(items),
    cost: new Float64Array(items),
    residual_value: Float64Array.from({ length: items }, (_, i) => [1, 0.2, 0][i % 3] ?? 1),
    season_sold: Float64Array.from({ length: items }, () => Math.floor(30 * random())),
    min_level: new Uint8Array(items),
    max_level: new Uint8Array(items).fill(3),
    fixed_level: new Int16Array(items).fill(-1),
  };
  for (let i = 0; i < items; i++) {
    problem.base_price[i] = (problem.price[i] ?? 0) / 1.2;
    problem.cost[i] = 0.4 * (problem.base_price[i] ?? 0);
    for (let l = 0; l < levels; l++) {
      problem.phase_qty[i * levels + l] = (1 + l) * random();
      for (let m = l; m < levels; m++) problem.rest_qty?.set([random()], (i * levels + l) * levels + m);
    }
  }
  return problem;
}

type LevelPair = readonly [worked: number, later: number];

/** Proves the best figures of a line against those of every choice that it has. */
function expectMost(
  best: Float64Array,
  problem: SimulationProblem,
  item: number,
  pairs: readonly LevelPair[],
): void {
  const only = new Int32Array(problem.item_count).fill(-1);
  only[item] = 0;
  const choices = pairs.map(([level, then]) => {
    const plan = {
      worked: new Uint8Array(problem.item_count).fill(level),
      later: new Uint8Array(problem.item_count).fill(then),
    };
    return simulateGroups(problem, plan, only, 1)[0];
  });
  BEST_FIGURES.forEach(({ horizon, figure }, at) => {
    const most = Math.max(...choices.map((own) => own?.[horizon][figure] ?? Number.NaN));
    expect(best[item * BEST_FIGURES.length + at]).toBeCloseTo(most, 6);
  });
}

describe('[OPT-06] simulating an objective', () => {
  it('never gives a line a level that it is not offered, unless a person chose it', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const problem = randomLines(seed, 40);
      const random = seededRandom(seed);
      const levels = problem.levels.length;
      // 0 % is always offered.
      const removed_level = Uint8Array.from({ length: 40 * levels }, (_, at) =>
        at % levels > 0 && random() < 0.4 ? 1 : 0,
      );
      const own = { ...problem, removed_level, fixed_level: problem.fixed_level.slice() };
      own.fixed_level[0] = 2;
      const shares = Float64Array.from([0, 0.2, 0.5, 0.3]);
      const objective = { shares, by: 'count', priority: problem.stock } as const;
      const { plan, stats } = simulate(own, objective);
      plan.forEach((level, item) => {
        if (item > 0) expect(removed_level[item * levels + level]).toBe(0);
      });
      expect(plan[0]).toBe(2);
      expect(distributionBound(own, objective, stats)).toBeGreaterThanOrEqual(
        stats.total.profit_after_leftovers - 1e-6,
      );
    }
  });

  it('seeks the best of a figure among the levels that the later phases leave, by when the reduction begins', () => {
    let held = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const problem = randomLines(seed, 30);
      const random = seededRandom(seed);
      const levels = problem.levels.length;
      const closed = (size: number) => Uint8Array.from({ length: size }, () => (random() < 0.3 ? 1 : 0));
      const own = {
        ...problem,
        removed_level: closed(30 * levels).map((one, at) => (at % levels === 0 ? 0 : one)),
        removed_later: closed(60 * levels).map((one, at) => (at % levels === 0 ? 0 : one)),
      };
      const best = bestFigures(own, new Uint8Array(30).fill(1));
      for (let item = 0; item < 30; item++) {
        const open = (level: number, first: number) =>
          own.removed_later[(2 * item + first) * levels + level] === 0;
        const pairs: LevelPair[] = [];
        for (const level of [0, 1, 2, 3].filter((at) => own.removed_level[item * levels + at] === 0)) {
          const from = pairs.length;
          for (let then = level; then < levels; then++)
            if (open(then, level > 0 ? 0 : 1)) pairs.push([level, then]);
          held += levels - level - (pairs.length - from);
        }
        expectMost(best, own, item, pairs);
      }
    }
    expect(held).toBeGreaterThan(500);
  });

  it('reaches the asked distribution of products exactly when nothing prevents it', () => {
    let cases = 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 200 }),
        (parts, items) => {
          if (parts.every((part) => part === 0)) return;
          const problem = randomLines(items, items);
          const priority = problem.stock;
          const { stats } = simulate(problem, { shares: Float64Array.from(parts), by: 'count', priority });
          const total = parts.reduce((sum, part) => sum + part, 0);
          stats.count_by_level.forEach((count, l) => {
            expect(Math.abs(count - ((parts[l] ?? 0) / total) * items)).toBeLessThan(1);
          });
          cases++;
        },
      ),
      { numRuns: 100, seed: 4 },
    );
    expect(cases).toBeGreaterThan(80);
  });

  it('gives the deepest discounts by a priority that is not known of some lines: these come last', () => {
    const problem = randomLines(8, 40);
    const known = Float64Array.from({ length: 40 }, (_, i) => (i % 4 === 1 ? Number.NaN : i));
    const shares = Float64Array.from([3, 0, 0, 1]);
    const { plan } = simulate(problem, { shares, by: 'count', priority: known });
    const deepest = [...plan.keys()].filter((item) => plan[item] === 3);
    // A quarter of 40: the ten of highest priority among those known.
    expect(deepest).toEqual([27, 28, 30, 31, 32, 34, 35, 36, 38, 39]);
  });

  it('gives the deepest discounts to the highest priorities, within shields, and keeps what a person chose', () => {
    const problem = randomLines(3, 100);
    problem.max_level.fill(1, 0, 20);
    problem.fixed_level.fill(2, 95);
    const priority = Float64Array.from({ length: 100 }, (_, i) => 100 - i);
    const { plan } = simulate(problem, {
      shares: Float64Array.from([0.4, 0.2, 0.2, 0.2]),
      by: 'count',
      priority,
    });
    expect(Math.max(...plan.subarray(0, 20))).toBeLessThanOrEqual(1);
    expect([...plan.subarray(95)]).toEqual([2, 2, 2, 2, 2]);
    expect([...plan.subarray(20, 40)].every((level) => level === 3)).toBe(true);
    expect(plan.filter((level) => level === 3).length).toBe(20);
  });

  it('reaches a distribution of stock within half a line', () => {
    const problem = randomLines(5, 300);
    const shares = Float64Array.from([0.25, 0.25, 0.25, 0.25]);
    const { shortfall } = simulate(problem, { shares, by: 'stock', priority: problem.price });
    for (const gap of shortfall) expect(Math.abs(gap)).toBeLessThan(0.02);
  });

  it('adds up sales, margin and cost of goods by the formulas of the catalogue', () => {
    const problem = { ...randomLines(1, 1), levels: Float64Array.from([0, 0.1, 0.2, 0.3]), rest_qty: null };
    problem.price[0] = 120;
    problem.base_price[0] = 100;
    problem.cost[0] = 30;
    problem.phase_qty.set([0, 0, 10, 0]);
    const { phase } = simulatePlan(problem, Uint8Array.from([2]));
    expect([phase.sales, phase.profit, phase.cogs]).toEqual([960, 500, 300]);
  });
});

describe('frontier', () => {
  it('goes from the most marge to the most écoulement without stepping back', () => {
    const points = frontier(randomProblem(seededRandom(2), 120, 5, 2));
    expect(points).toHaveLength(10);
    points.slice(1).forEach((point, n) => {
      expect(point.units).toBeGreaterThanOrEqual((points[n]?.units ?? 0) * (1 - 1e-4));
    });
    expect(points.at(-1)?.units ?? 0).toBeGreaterThan(points[0]?.units ?? 0);
  });
});

it('the groups of a plan add up to the plan, over both horizons', () => {
  const problem = randomLines(9, 60);
  const worked = Uint8Array.from({ length: 60 }, (_, item) => item % 4);
  const later = Uint8Array.from({ length: 60 }, (_, item) => (7 * item) % 4);
  const group = Int32Array.from({ length: 60 }, (_, item) => item % 3);
  const whole = simulatePlan({ ...problem, later_level: later }, worked);
  const groups = simulateGroups(problem, { worked, later }, group, 3);
  for (const measure of [
    'units',
    'sales',
    'profit',
    'profit_after_leftovers',
    'cogs',
    'discount_amount',
    'residual_stock',
  ] as const)
    for (const [horizon, sums] of [
      ['phase', whole.phase],
      ['end', whole.total],
    ] as const)
      expect(groups.reduce((sum, totals) => sum + totals[horizon][measure], 0)).toBeCloseTo(sums[measure]);
  const [none] = simulateGroups(problem, { worked, later }, group.fill(-1), 1);
  expect(none?.end).toMatchObject({ units: 0, profit: Number.NaN });
});

it('[OPT-06] the best plan of a figure gives as much of it as any path whose later phases stand at several discounts', () => {
  const one = new Int32Array(1);
  const levels = 4;
  let better = 0;
  for (let seed = 1; seed <= 25; seed++) {
    const random = seededRandom(seed);
    const problem: SimulationProblem = {
      ...randomLines(seed, 1),
      stock: Float64Array.of(40),
      later_phases: 2,
      path: {
        // More is asked for at a deeper discount, not as much more in each phase.
        phase_mean: Float32Array.from(
          [0, 1, 2].flatMap(() => {
            const [base, rise] = [8 * random(), 1.5 * random()];
            return Array.from({ length: levels }, (_, level) => base * (1 + rise * level));
          }),
        ),
        dispersion: Float64Array.of(seed % 5 === 0 ? 1e9 : 2),
        stock: Float64Array.of(40),
      },
    };
    // What the tables say of one level for all is that of the demand.
    const mean = (phase: number, level: number) => problem.path?.phase_mean[phase * levels + level] ?? 0;
    const [shape, stock] = [problem.path?.dispersion[0] ?? 1, 40];
    for (let l0 = 0; l0 < levels; l0++) {
      const now = expectedSales(shape, mean(0, l0), stock);
      problem.phase_qty[l0] = now;
      for (let l1 = l0; l1 < levels; l1++)
        problem.rest_qty?.set(
          [expectedSales(shape, mean(0, l0) + mean(1, l1) + mean(2, l1), stock) - now],
          l0 * levels + l1,
        );
    }
    const present: LevelPlan = { worked: Uint8Array.of(0), later: Uint8Array.of(0, 0) };
    const [most] = bestTotals(problem, bestFigures(problem, Uint8Array.of(1)), present, one, 1);
    BEST_FIGURES.forEach(({ horizon, figure }) => {
      const worth = (plan: LevelPlan): number =>
        simulateGroups(problem, plan, one, 1)[0]?.[horizon][figure] ?? 0;
      const best = most?.[horizon][figure] ?? Number.NaN;
      let constant = Number.NEGATIVE_INFINITY;
      for (let l0 = 0; l0 < levels; l0++)
        for (let l1 = l0; l1 < levels; l1++)
          for (let l2 = l1; l2 < levels; l2++) {
            const value = worth({ worked: Uint8Array.of(l0), later: Uint8Array.of(l1, l2) });
            if (l1 === l2) constant = Math.max(constant, value);
            expect(best).toBeGreaterThanOrEqual(value - 0.01);
          }
      if (best > constant + 0.05) better += 1;
    });
  }
  expect(better).toBeGreaterThan(5);
});

it('the best of a figure is the most that lines can give between their shields, others as they stand', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const problem = randomLines(seed, 12);
    problem.min_level[1] = 2;
    problem.max_level[2] = 1;
    problem.fixed_level[3] = 0;
    problem.upcoming = Float64Array.from({ length: 12 }, (_, item) => item % 3);
    const free = new Uint8Array(12).fill(1);
    free[5] = 0;
    const best = bestFigures(problem, free);
    for (let item = 0; item < 12; item++) {
      const pairs: LevelPair[] = [];
      for (let level = problem.min_level[item] ?? 0; level <= (problem.max_level[item] ?? 0); level++)
        for (let then = level; then <= (problem.max_level[item] ?? 0); then++) pairs.push([level, then]);
      if (free[item]) expectMost(best, problem, item, pairs);
      else expect(best.subarray(item * 7, item * 7 + 7).every(Number.isNaN)).toBe(true);
    }
  }
});

it('the best of groups adds up their lines: those without a best as they stand, and the least stock left', () => {
  const problem = randomLines(3, 12);
  problem.cost[4] = Number.NaN;
  problem.upcoming = Float64Array.from({ length: 12 }, (_, item) => item % 3);
  const free = Uint8Array.from({ length: 12 }, (_, item) => (item % 4 === 3 ? 0 : 1));
  const present = { worked: new Uint8Array(12).fill(1), later: new Uint8Array(12).fill(2) };
  const best = bestFigures(problem, free);
  const group = Int32Array.from({ length: 12 }, (_, item) => (item === 7 ? -1 : item % 2));
  const found = bestTotals(problem, best, present, group, 2);
  [0, 1].forEach((number) => {
    const standing = group.map((of, item) => (of === number && !free[item] ? 0 : -1));
    const [kept] = simulateGroups(problem, present, standing, 1);
    BEST_FIGURES.forEach(({ horizon, figure }, at) => {
      let sum = kept?.[horizon][figure] || 0;
      group.forEach((of, item) => {
        if (of === number && free[item]) sum += best[item * 7 + at] || 0;
      });
      expect(found[number]?.[horizon][figure]).toBeCloseTo(sum, 6);
    });
    const left = (at: number) =>
      group.reduce((sum, of, item) => {
        if (of !== number || !free[item]) return sum;
        const gone = (problem.upcoming?.[item] ?? 0) + (best[item * 7 + at] ?? 0);
        return sum + Math.max(0, (problem.stock[item] ?? 0) - gone);
      }, 0);
    expect(found[number]?.phase.residual_stock).toBeCloseTo((kept?.phase.residual_stock || 0) + left(0), 6);
    expect(found[number]?.end.residual_stock).toBeCloseTo((kept?.end.residual_stock || 0) + left(3), 6);
    expect(found[number]?.phase.profit_after_leftovers).toBe(found[number]?.end.profit_after_leftovers);
  });
});

it('lines sold below their cost are those whose price in some phase that sells is under it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), (seed, dear) => {
      const problem = randomLines(seed, 20);
      const random = seededRandom(seed);
      const levels = problem.levels.length;
      problem.cost = problem.base_price.map((price) => price * (dear ? 0.6 + 0.5 * random() : 0.4));
      problem.phase_qty = problem.phase_qty.map((units) => (random() < 0.3 ? 0 : units));
      const worked = Uint8Array.from({ length: 20 }, () => Math.floor(levels * random()));
      const later = Uint8Array.from({ length: 20 }, () => Math.floor(levels * random()));
      const found = soldBelowCost(problem, { worked, later });
      for (let item = 0; item < 20; item++) {
        const level = worked[item] ?? 0;
        const next = Math.max(level, later[item] ?? 0);
        const under = (at: number) =>
          (problem.base_price[item] ?? 0) * (1 - (problem.levels[at] ?? 0)) <
          (problem.cost[item] ?? 0) - 0.005;
        const now = problem.phase_qty[item * levels + level] ?? 0;
        const rest = problem.rest_qty?.[(item * levels + level) * levels + next] ?? 0;
        const near = [level, next].some(
          (at) =>
            Math.abs(
              (problem.base_price[item] ?? 0) * (1 - (problem.levels[at] ?? 0)) - (problem.cost[item] ?? 0),
            ) < 0.02,
        );
        if (!near) expect(found[item]).toBe((now > 0 && under(level)) || (rest > 0 && under(next)) ? 1 : 0);
      }
    }),
  );
});

it('« marge après invendus » takes from the margin what leftovers lose, each line at its own residual value', () => {
  const problem = { ...randomLines(1, 3), residual_value: Float64Array.from([1, 0.2, 0.2]) };
  problem.stock.fill(20);
  problem.phase_qty.fill(4);
  problem.rest_qty?.fill(6);
  const upcoming = Float64Array.from([0, 0, 3]);
  const { phase, total } = simulatePlan({ ...problem, upcoming }, new Uint8Array(3));
  const [, second = 0, third = 0] = problem.cost;
  const lost = 0.8 * second * 10 + 0.8 * third * 7;
  expect(total.profit_after_leftovers).toBeCloseTo(total.profit - lost, 6);
  // It exists to the end alone: the worked phase shows the same.
  expect(phase.profit_after_leftovers).toBe(total.profit_after_leftovers);
  const plain = { ...problem, upcoming, residual_value: new Float64Array(3).fill(1) };
  const same = simulatePlan(plain, new Uint8Array(3)).total;
  expect(same.profit_after_leftovers).toBeCloseTo(same.profit, 9);
});

it('a line whose cost or stock is unknown has no margin after leftovers, and spoils no sum', () => {
  const problem = randomLines(2, 3);
  const plan = new Uint8Array(3);
  const whole = simulatePlan(problem, plan).total.profit_after_leftovers;
  const own = lineProfitAfterLeftovers(problem, 1, 0);
  problem.stock[1] = Number.NaN;
  expect(simulatePlan(problem, plan).total.profit_after_leftovers).toBeCloseTo(whole - own, 9);
  problem.cost[2] = Number.NaN;
  expect(lineProfitAfterLeftovers(problem, 2, 0)).toBeNaN();
  expect(Number.isFinite(simulatePlan(problem, plan).total.profit_after_leftovers)).toBe(true);
});

it('bounds the margin after leftovers of every plan with the same products, or stock, at each level', () => {
  let cases = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const problem = randomLines(seed, 7);
    if (seed % 3 === 0) problem.fixed_level[0] = 2;
    const by = seed % 2 === 0 ? 'count' : 'stock';
    const objective = { shares: Float64Array.from([2, 1, 1, 1]), by, priority: problem.stock } as const;
    const { plan, stats } = simulate(problem, objective);
    const bound = distributionBound(problem, objective, stats);
    expect(bound).toBeGreaterThanOrEqual(stats.total.profit_after_leftovers - 1e-9);
    // Every exchange of levels between two lines keeps the counts.
    for (let a = 0; a < 7; a++) {
      for (let b = 0; b < a; b++) {
        if (by === 'stock' || problem.fixed_level[a] !== -1 || problem.fixed_level[b] !== -1) continue;
        const swapped = plan.slice();
        [swapped[a], swapped[b]] = [plan[b] ?? 0, plan[a] ?? 0];
        expect(simulatePlan(problem, swapped).total.profit_after_leftovers).toBeLessThanOrEqual(bound + 1e-9);
        cases++;
      }
    }
  }
  expect(cases).toBeGreaterThan(200);
});

it('at a plan’s prices a level is worth its margin, less the budget that it takes and plus the units that it sells', () => {
  const problem = randomLines(6, 4);
  const free = { phase: 0, end: 0 };
  for (let item = 0; item < 4; item++) {
    for (let level = 0; level < 4; level++) {
      const merit = lineProfitAfterLeftovers(problem, item, level);
      expect(pricedProfit(problem, item, level, { budget: free, units: free })).toBe(merit);
      const one = simulateGroups(
        problem,
        { worked: new Uint8Array(4).fill(level), later: new Uint8Array(4) },
        Int32Array.from([0, 1, 2, 3], (other) => (other === item ? 0 : -1)),
        1,
      )[0];
      const priced = pricedProfit(problem, item, level, {
        budget: { phase: 0.2, end: 0.5 },
        units: { phase: 1, end: 3 },
      });
      const spent = 0.2 * (one?.phase.discount_amount ?? 0) + 0.5 * (one?.end.discount_amount ?? 0);
      const sold = (one?.phase.units ?? 0) + 3 * (one?.end.units ?? 0);
      expect(priced).toBeCloseTo(merit - spent + sold, 9);
    }
  }
});
