import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { allRules } from '../../test/trade-problem.ts';
import { buildCandidates } from './candidates.ts';
import { measureChoice, violations } from './dual.ts';
import type { CoupledProblem } from './repair.ts';
import { buildCoupling } from './rows.ts';
import type { MarkdownProblem } from './types.ts';
import { buildUnits } from './units.ts';
import { findMultipliers } from './whole-search.ts';

function coupledOf(problem: MarkdownProblem): CoupledProblem {
  const units = buildUnits(problem);
  const { resources, rows } = buildCoupling(problem);
  const table = buildCandidates(problem, units, resources, { interpolate: true, path_limit: 3000 });
  return { table, units, rows, level_count: problem.levels.length };
}

describe('the best mix of plans, rounded', () => {
  it('keeps eight rules that bind at once nearly to the piece, and nearly all that the bound is worth', () => {
    for (let seed = 0; seed < 4; seed++) {
      // Below and above the size from which the search begins on a sample and sees the near candidates alone.
      const items = seed % 2 === 0 ? 2_000 : 7_000;
      const random = seededRandom(900 + seed);
      const problem = randomProblem(random, items, 5, 2, { shields: seed > 1 });
      problem.constraints = allRules(random, problem);
      const coupled = coupledOf(problem);
      const { table, units, rows } = coupled;
      const ceilings = new Float64Array(rows.length).fill(Number.POSITIVE_INFINITY);
      const search = findMultipliers(coupled, ceilings, { max_iterations: 200, accuracy: 1e-6 }, {});
      const choice = search.openRounding()(1.5);
      choice.forEach((candidate, unit) => {
        expect(candidate).toBeGreaterThanOrEqual(table.start[unit] ?? 0);
        expect(candidate).toBeLessThan(table.start[unit + 1] ?? 0);
      });
      const { value, activity } = measureChoice(table, units, rows, choice);
      const worst = (of: Float64Array) => Math.max(...violations(rows, of));
      expect(worst(activity), `seed ${seed}`).toBeLessThan(1 / items);
      expect(value / search.bound, `seed ${seed}`).toBeGreaterThan(0.9995);
      // What it spares: the choice at the multipliers alone breaks a rule by many times as much.
      const alone = measureChoice(table, units, rows, search.choice).activity;
      expect(worst(alone)).toBeGreaterThanOrEqual(worst(activity));
    }
  });
});
