import { beforeAll, describe, expect, it } from 'vitest';
import { everyPlan } from '../../test/every-plan.ts';
import { seededRandom } from '../../test/random.ts';
import { randomProblem } from '../../test/random-problem.ts';
import { loadHighsSolver } from './highs.ts';
import { optimise } from './optimise.ts';
import type { PlanCheck } from './plan.ts';
import type { Constraint, MarkdownProblem, MipSolver } from './types.ts';

let solver: MipSolver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** A few products of four levels and one phase, and the amount that a share of the plans goes beyond. */
function small(seed: number, products: number) {
  const problem = randomProblem(seededRandom(seed), products, 4, 1);
  const plans = everyPlan(problem);
  const beyond = (share: number, of: (plan: PlanCheck) => number) =>
    plans.map(of).sort((a, b) => a - b)[Math.floor(share * (plans.length - 1))] ?? 0;
  return { problem, beyond };
}

/** Plans that keep all the rules but some. */
const keeping = (problem: MarkdownProblem, but: readonly number[]): PlanCheck[] =>
  everyPlan(problem).filter(({ satisfied }) => satisfied.every((kept, rule) => kept || but.includes(rule)));

const least = (plans: readonly PlanCheck[], rule: number): number =>
  Math.min(...plans.map(({ achieved }) => achieved[rule] ?? 0));

/** A target, aimed at or required, with a budget that does not allow it and a share of the products at full price. */
function tightBudgets(): MarkdownProblem[] {
  return Array.from({ length: 40 }, (_, n) => {
    const seed = 140 + n;
    const { problem, beyond } = small(400 + seed, 2 + (seed % 3));
    const target: Constraint =
      seed % 3 === 0
        ? { kind: 'min_profit', min_amount: beyond(0.9, ({ totals }) => totals.profit) }
        : {
            kind: 'sell_through',
            min_share: beyond(0.75, ({ totals }) => totals.sell_through),
            hard: seed % 3 === 1,
          };
    problem.constraints = [
      { kind: 'budget', max_amount: beyond(0.02 * (seed % 10), ({ totals }) => totals.discount_amount) },
      target,
      { kind: 'count_quota', level: seed % 4, min_share: 0.2 * (seed % 5), max_share: 1 },
    ];
    return problem;
  });
}

describe('what would be enough', () => {
  it('the budget said for a missed target is the least with which it can be met, and none is said where none is', () => {
    let said = 0;
    for (const [n, problem] of tightBudgets().entries()) {
      const report = optimise(problem, { solver }).constraints[1];
      if (!report || report.satisfied) continue;
      const enough = least(keeping(problem, [0]), 0);
      const [budget] = problem.constraints;
      const asked = budget?.kind === 'budget' ? budget.max_amount : 0;
      if (!Number.isFinite(enough)) expect(report.needed_budget, `problem ${n}`).toBeNull();
      else if (enough > asked) expect((report.needed_budget ?? 0) / enough, `problem ${n}`).toBeCloseTo(1, 6);
      said++;
    }
    expect(said).toBeGreaterThan(12);
  });

  it('each rule that is enough alone is said, with the least that it must give', () => {
    let said = 0;
    for (const [n, problem] of tightBudgets().entries()) {
      const { infeasibility } = optimise(problem, { solver });
      if (!infeasibility) continue;
      // What is aimed at only need not be kept.
      const aims = problem.constraints.some((rule) => rule.kind === 'sell_through' && !rule.hard) ? [1] : [];
      for (const rule of [0, 1] as const) {
        const plans = keeping(problem, [rule, ...aims]);
        const asked = problem.constraints[rule];
        const hard = asked?.kind !== 'sell_through' || asked.hard;
        const alone = infeasibility.relaxations.find(
          (one) => one.constraint === rule && one.with.length === 0,
        );
        expect(alone !== undefined, `problem ${n}, rule ${rule}`).toBe(hard && plans.length > 0);
        if (!alone) continue;
        const most = Math.max(...plans.map(({ achieved }) => achieved[rule] ?? 0));
        expect(alone.needed, `problem ${n}`).toBeCloseTo(
          asked?.kind === 'budget' ? least(plans, rule) : most,
          5,
        );
        said++;
      }
    }
    expect(said).toBeGreaterThan(8);
  });

  it('a share of the stock that no whole products make is said to be out of reach alone, and how near it comes', () => {
    const { problem } = small(7, 5);
    problem.stock = Float64Array.from([10, 20, 30, 40, 50]);
    problem.constraints = [{ kind: 'stock_quota', level: 1, min_share: 0.28, max_share: 0.32 }];
    const { infeasibility } = optimise(problem, { solver });
    expect(infeasibility?.best_reachable[0]).toBeCloseTo(1 / 3, 9);
  });
});
