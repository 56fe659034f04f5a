import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RandomSource, seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { wholeModel } from '../../test/whole-model.ts';
import { loadHighsSolver } from './highs.ts';
import { joinProblems } from './join.ts';
import { optimise } from './optimise.ts';
import { countPaths, pathRange } from './paths.ts';
import { checkPlan } from './plan.ts';
import type { MarkdownProblem, MipSolver } from './types.ts';
import { buildUnits, rangeOf } from './units.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** Closes levels by phase and first discount: shallow ones, deep ones, all of a phase, or any. */
function closeLevels(random: RandomSource, problem: MarkdownProblem): MarkdownProblem {
  const { item_count, phase_count, levels } = problem;
  const all = 2 ** levels.length - 1;
  const open_levels = Uint32Array.from({ length: item_count * phase_count ** 2 }, () => {
    const kind = random();
    const at = Math.floor(random() * levels.length);
    if (kind < 0.35) return all;
    if (kind < 0.6) return all & ~((1 << at) - 1);
    if (kind < 0.75) return (1 << (at + 1)) - 1;
    return kind < 0.85 ? 0 : Math.floor(random() * (all + 1));
  });
  return { ...problem, open_levels };
}

/** The best of every plan, valued by the independent checker, item by item where nothing binds them. */
function bestAlone(problem: MarkdownProblem): number {
  const { item_count: items, phase_count: phases, levels } = problem;
  let total = 0;
  for (let item = 0; item < items; item++) {
    let best = Number.NEGATIVE_INFINITY;
    const one = onlyItem(problem, item);
    const visit = (path: number[]): void => {
      if (path.length < phases) {
        for (let level = 0; level < levels.length; level++) visit([...path, level]);
        return;
      }
      const check = checkPlan(one, Uint8Array.from(path));
      if (check.broken_items.length === 0) best = Math.max(best, check.goal_value);
    };
    visit([]);
    total += best;
  }
  return total;
}

function onlyItem(problem: MarkdownProblem, item: number): MarkdownProblem {
  const { phase_count: phases, levels } = problem;
  const cut = <T extends { slice: (from: number, to: number) => T }>(values: T, width = 1): T =>
    values.slice(item * width, (item + 1) * width);
  return {
    ...{ ...problem, item_count: 1, phase_mean: cut(problem.phase_mean, phases * levels.length) },
    ...{ dispersion: cut(problem.dispersion), stock: cut(problem.stock), price: cut(problem.price) },
    ...{ base_price: cut(problem.base_price), cost: cut(problem.cost), goal: cut(problem.goal) },
    ...{ residual_value: cut(problem.residual_value), min_level: cut(problem.min_level) },
    ...{ max_level: cut(problem.max_level), previous_level: cut(problem.previous_level) },
    ...{ fixed_level: cut(problem.fixed_level), group: null },
    open_levels: problem.open_levels ? cut(problem.open_levels, phases ** 2) : null,
  };
}

describe('levels closed in some phases', () => {
  it('no plan takes one, and the best of all the others is found', () => {
    let [closed, blocked] = [0, 0];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = seededRandom(seed);
        const made = randomProblem(random, 6, 4, 3, { shields: true, goal: seed % 2 });
        const problem = closeLevels(random, made);
        const ours = optimise(problem, { solver });
        if (ours.status === 'infeasible') {
          blocked++;
          expect(solver.solve(wholeModel(problem, true).model).status).toBe('infeasible');
          return;
        }
        expect(checkPlan(problem, ours.plan).broken_items).toEqual([]);
        expect(ours.value).toBeCloseTo(bestAlone(problem), 4);
        if (optimise(made, { solver }).value > ours.value + 1e-6) closed++;
      }),
      { numRuns: 120, seed: 16 },
    );
    expect(closed).toBeGreaterThan(20);
    expect(blocked).toBeGreaterThan(5);
  });

  it('under rules that bind products, the plan is the exact solver’s', () => {
    let solved = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = seededRandom(seed);
        const problem = closeLevels(random, randomProblem(random, 8, 4, 3, { goal: seed % 2 }));
        const free = optimise(problem, { solver });
        problem.constraints = [
          { kind: 'budget', max_amount: 0.6 * free.totals.discount_amount },
          { kind: 'count_quota', level: 2, min_share: 0, max_share: 0.4 },
        ];
        const ours = optimise(problem, { solver });
        const best = solver.solve(wholeModel(problem, true).model);
        expect(ours.status === 'infeasible').toBe(best.status === 'infeasible');
        if (best.status === 'infeasible') return;
        const check = checkPlan(problem, ours.plan);
        expect(check.broken_items).toEqual([]);
        expect(check.satisfied).toEqual([true, true]);
        expect(ours.value).toBeGreaterThanOrEqual(best.objective - 3e-6 * Math.abs(best.objective));
        solved++;
      }),
      { numRuns: 20, seed: 3 },
    );
    expect(solved).toBeGreaterThan(12);
  });

  it('a group takes what is open to all of its products', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 20; round++) {
      const problem = closeLevels(random, randomProblem(random, 4, 4, 2, {}));
      problem.group = Int32Array.of(0, 0, 1, 1);
      const { plan } = optimise(problem, { solver });
      expect(checkPlan(problem, plan).broken_items).toEqual([]);
    }
  });

  it('counts the paths of a unit, and searches those too many to list', () => {
    const random = seededRandom(9);
    for (let round = 0; round < 8; round++) {
      const goal = [0, 1, 2][round % 3] ?? 0;
      const problem = closeLevels(random, randomProblem(random, 12, 6, 4, { goal }));
      const units = buildUnits(problem);
      for (let unit = 0; unit < units.unit_count; unit++) {
        const range = rangeOf(units, unit);
        let paths = 0;
        const visit = (path: number[]): void => {
          if (path.length < 4) for (let l = path.at(-1) ?? 0; l < 6; l++) visit([...path, l]);
          else {
            const plan = Uint8Array.from(path);
            if (checkPlan(onlyItem(problem, units.members[unit] ?? 0), plan).broken_items.length === 0)
              paths++;
          }
        };
        visit([]);
        expect(countPaths(range)).toBe(paths);
      }
      const listed = optimise(problem);
      const searched = optimise(problem, { path_limit: 2 });
      expect(checkPlan(problem, searched.plan).broken_items).toEqual([]);
      expect(searched.value / listed.value).toBeGreaterThan(0.999);
      expect(searched.bound).toBeGreaterThanOrEqual(listed.value * (1 - 1e-9));
    }
  });

  it('projects planned together keep what each one closes in its own phases and levels', () => {
    const random = seededRandom(21);
    const problems = [
      closeLevels(random, randomProblem(random, 5, 4, 3, {})),
      closeLevels(random, randomProblem(random, 5, 6, 2, {})),
      randomProblem(random, 3, 5, 2, {}),
    ];
    const joined = joinProblems(problems, []);
    const { plan } = optimise(joined.problem, { solver });
    expect(checkPlan(joined.problem, plan).broken_items).toEqual([]);
    joined.plansOf(plan).forEach((own, project) => {
      const problem = problems[project];
      if (!problem) throw new Error('a project of none');
      const check = checkPlan(problem, own);
      expect(check.broken_items).toEqual([]);
      expect(check.goal_value).toBeCloseTo(bestAlone(problem), 4);
    });
  });

  it('the checker refuses a path that comes back to the level a person chose', () => {
    const problem = randomProblem(seededRandom(1), 1, 4, 3, {});
    problem.fixed_level[0] = 1;
    expect(checkPlan(problem, Uint8Array.of(1, 1, 3)).broken_items).toEqual([]);
    expect(checkPlan(problem, Uint8Array.of(1, 3, 1)).broken_items).toEqual([0]);
  });

  it('a range without closed levels counts as before', () => {
    expect(countPaths(pathRange(0b1111, -1, 3))).toBe(20);
    expect(countPaths(pathRange(0b1111, 1, 3))).toBe(6);
  });
});
