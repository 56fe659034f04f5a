// Six projects planned together under shared rules, against one of them and against one after the other.
import { joinProblems, loadHighsSolver, type MarkdownProblem, optimise } from '@palier/engine';
import { processorSeconds, quotas, syntheticProblem } from '../evaluation/synthetic.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

const PROJECTS = 6;
const LEVELS = 6;
const PHASES = 4;
/** Of what a free plan gives away, the budget; over what it sells under quotas and budget, the sell-through asked. */
const BUDGET = 0.8;
const SOLD = 1.01;
/** The first project may not spend more than this much of its part of the budget. */
const FIRST = 0.9;

/** Processor seconds of six projects of 100,000 lines (`products`) with a budget, a sell-through and shares in common. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const products = options.products ?? 100_000;
  const solver = await loadHighsSolver();
  const projects = Array.from({ length: PROJECTS }, (_, n) =>
    syntheticProblem(10 + n, products, LEVELS, PHASES),
  );
  const rules = projects.map((own) => rulesOf(own));
  const alone = projects.map((own, n) => {
    own.constraints = [...quotas(LEVELS), ...(rules[n]?.constraints ?? [])];
    return timed(() => optimise(own, { solver }));
  });
  const [one] = alone;
  const sum = alone.reduce((total, { seconds }) => total + seconds, 0);
  const budgets = rules.map(({ budget }) => budget);
  const share = rules.reduce((total, { sold }) => total + sold / PROJECTS, 0);
  projects.forEach((own, n) => {
    own.constraints = n === 0 ? [{ kind: 'budget', max_amount: FIRST * (budgets[0] ?? 0) }] : [];
  });
  const together = timed(() => {
    const { problem } = joinProblems(projects, [
      ...quotas(LEVELS),
      { kind: 'budget', max_amount: budgets.reduce((total, budget) => total + budget, 0) },
      { kind: 'sell_through', min_share: share, hard: true },
    ]);
    return optimise(problem, { solver });
  });
  const name = `${PROJECTS} projects of ${products} lines`;
  const line = (what: string, subject: number, reference: number, unit: string, budget: number) =>
    benchLine('projects', `${name}, ${what}`, subject, reference, unit, budget);
  if (together.status !== 'optimal') throw new Error(`${name}: ${together.status}`);
  return [
    line('over one of them', together.seconds, one?.seconds ?? Number.NaN, 's', 5),
    line('over one after the other', together.seconds, sum, 's', 1),
    line('gap', together.gap, 0.001, 'share of the bound', 1),
  ];
}

/** A budget that binds, and a sell-through a little above what the best plan under it and the shares has. */
function rulesOf(own: MarkdownProblem) {
  const budget = BUDGET * optimise(own).totals.discount_amount;
  own.constraints = [...quotas(LEVELS), { kind: 'budget', max_amount: budget }];
  const { units, residual_stock } = optimise(own).totals;
  const sold = (SOLD * units) / (units + residual_stock);
  const constraints: MarkdownProblem['constraints'] = [
    { kind: 'budget', max_amount: budget },
    { kind: 'sell_through', min_share: sold, hard: true },
  ];
  return { budget, sold, constraints };
}

function timed(action: () => ReturnType<typeof optimise>) {
  let [gap, status] = [1, 'infeasible'];
  const seconds = processorSeconds(() => {
    ({ gap, status } = action());
  });
  return { seconds, gap, status };
}
