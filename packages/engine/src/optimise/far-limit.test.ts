import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { tradeProblem } from '../../test/trade-problem.ts';
import { loadHighsSolver } from './highs.ts';
import { optimise } from './optimise.ts';
import type { MipSolver } from './types.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

describe('a limit a thousand times too low', () => {
  it('is the one said to give, by what is enough, and not every share of the distribution with it', () => {
    for (const round of [19, 139]) {
      // Shares at every level, a sell-through and a budget that hold together, and a second budget of 50 €.
      const problem = tradeProblem(seededRandom(4_100 + round), round);
      const last = problem.constraints.length - 1;
      const { status, infeasibility } = optimise(problem, { solver });
      expect([status, infeasibility?.relaxations.map((one) => [one.constraint, one.with])]).toEqual([
        'infeasible',
        [[last, []]],
      ]);
      const needed = infeasibility?.relaxations[0]?.needed ?? Number.NaN;
      problem.constraints = [
        ...problem.constraints.slice(0, last),
        { kind: 'budget', max_amount: needed * 1.0001 },
      ];
      expect(optimise(problem, { solver }).status, `round ${round}`).not.toBe('infeasible');
    }
  });
});
