import { optimise } from '../src/optimise/optimise.ts';
import type { Constraint, MarkdownProblem } from '../src/optimise/types.ts';
import type { RandomSource } from './random.ts';
import { randomProblem } from './random-problem.ts';

/** Quotas on every level around random shares, a budget and a sell-through around what is free. */
export function allRules(random: RandomSource, problem: MarkdownProblem): Constraint[] {
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

/**
 * A problem as the trade has them, shields or not; one in twenty asks for the impossible.
 * @param most products at most; 300 at least
 */
export function tradeProblem(random: RandomSource, round: number, most = 1_000): MarkdownProblem {
  const items = 300 + Math.floor((most - 300) * random());
  const problem = randomProblem(random, items, 4 + (round % 3), 1 + (round % 2), {
    shields: round % 2 === 0,
    goal: round % 5 === 0 ? 1 : 0,
  });
  problem.constraints = allRules(random, problem);
  if (round % 20 === 19) problem.constraints = [...problem.constraints, { kind: 'budget', max_amount: 50 }];
  return problem;
}
