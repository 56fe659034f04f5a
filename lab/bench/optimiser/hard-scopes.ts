// What takes an optimiser long: shares of a stock that a few products hold, and rules that no plan can keep.
import { checkPlan, optimise } from '@palier/engine';
import type { Constraint, MarkdownProblem, MipSolver } from '../../../packages/engine/src/optimise/types.ts';
import { type RandomSource, seededRandom } from '../../../packages/engine/test/random.ts';
import { randomProblem } from '../../../packages/engine/test/random-problem.ts';
import { wholeModel } from '../../../packages/engine/test/whole-model.ts';
import { type BenchLine, benchLine } from '../bench.ts';

const SCOPES = 6;
/** HiGHS gets this long for a scope. */
const HIGHS_SECONDS = 20;
/** Half a point on either side of each share. */
const TOLERANCE = 0.005;

/** Ours against HiGHS on the whole problem, in processor time: shares of the stock, then impossible rules. */
export function hardScopes(solver: MipSolver): BenchLine[] {
  const stock = Array.from({ length: SCOPES }, (_, round) => timeScope(solver, stockScope(round)));
  const impossible = Array.from({ length: SCOPES }, (_, round) => timeScope(solver, impossibleScope(round)));
  const wrong = stock.filter(({ holds }) => !holds).length + impossible.filter(({ holds }) => holds).length;
  const sum = (times: readonly Times[], of: 'ours' | 'highs') =>
    times.reduce((total, time) => total + time[of], 0);
  const most = (times: readonly Times[]) => Math.max(...times.map(({ ours }) => ours)).toFixed(2);
  const line = (text: string, times: readonly Times[], budget: number | null) =>
    benchLine('optimiser', text, sum(times, 'ours'), sum(times, 'highs'), 's', budget);
  return [
    line(`shares of a lumpy stock, 500 to 1,000 products, ${most(stock)} s at worst`, stock, 1),
    line(
      `rules that cannot hold, with what to relax, ${most(impossible)} s at worst; HiGHS only says no`,
      impossible,
      null,
    ),
    benchLine('optimiser', 'of these, wrong verdicts, plus one', wrong + 1, 1, 'scopes', 1),
  ];
}

interface Times {
  ours: number;
  highs: number;
  holds: boolean;
}

function timeScope(solver: MipSolver, problem: MarkdownProblem): Times {
  const started = processorSeconds();
  const { plan } = optimise(problem, { solver });
  const between = processorSeconds();
  const { model } = wholeModel(problem, true);
  const written = processorSeconds();
  solver.solve({ ...model, relative_gap: 1e-4, max_nodes: 2 ** 31 - 1, max_seconds: HIGHS_SECONDS });
  const check = checkPlan(problem, plan);
  return {
    ours: between - started,
    highs: processorSeconds() - written,
    holds: check.broken_items.length === 0 && check.satisfied.every(Boolean),
  };
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function stockScope(round: number): MarkdownProblem {
  const random = seededRandom(7_300 + round);
  const problem = lumpyProblem(random, round);
  problem.constraints = stockShares(random, problem);
  return problem;
}

/** In turn: a share of all there is, a target beyond its budget, shares and no budget at all. */
function impossibleScope(round: number): MarkdownProblem {
  const random = seededRandom(7_400 + round);
  const problem = lumpyProblem(random, round);
  const free = optimise(problem).totals;
  const target: Constraint = { kind: 'sell_through', min_share: round % 3 === 0 ? 1 : 0.85, hard: true };
  const budget: Constraint = { kind: 'budget', max_amount: 0.1 * free.discount_amount };
  const asked = [[target], [target, budget], [...stockShares(random, problem), budget]];
  problem.constraints = asked[round % 3] ?? [target];
  return problem;
}

/** One product in ten has ten times the stock and the sales of the others. */
function lumpyProblem(random: RandomSource, round: number): MarkdownProblem {
  const items = 500 + 100 * round;
  const problem = randomProblem(random, items, 6, 1 + (round % 2), { shields: round % 3 === 0 });
  const width = problem.phase_count * problem.levels.length;
  for (let item = 0; item < items; item += 10) {
    problem.stock[item] = 10 * (problem.stock[item] ?? 0);
    for (let at = item * width; at < (item + 1) * width; at++)
      problem.phase_mean[at] = 10 * (problem.phase_mean[at] ?? 0);
  }
  return problem;
}

function stockShares(random: RandomSource, { levels }: MarkdownProblem): Constraint[] {
  const raw = Array.from(levels, () => 0.5 + random());
  const total = raw.reduce((sum, share) => sum + share, 0);
  return raw.map((share, level) => ({
    kind: 'stock_quota',
    level,
    min_share: Math.max(0, share / total - TOLERANCE),
    max_share: share / total + TOLERANCE,
  }));
}
