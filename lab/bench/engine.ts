// The engine's speed and quality: fit, curves, optimiser, simulation. Its growth with size: engine-growth.
import {
  type Constraint,
  distributionBound,
  fitDemand,
  forecastCurves,
  joinProblems,
  loadHighsSolver,
  type MarkdownProblem,
  optimise,
  simulate,
} from '@palier/engine';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import { wholeModel } from '../../packages/engine/test/whole-model.ts';
import { processorSeconds, quotas, syntheticPanel, syntheticProblem } from '../evaluation/synthetic.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

const LEVELS = 6;
const PHASES = 4;
const WEEKS = 104;

/** A measure against the seconds that architecture.md allows. */
function timeAllowed(name: string, seconds: number, most: number): BenchLine {
  return benchLine('engine', name, seconds, most, 's', 1);
}

/** Every kind of rule at once, tight: 85 % of the free budget, 95 % of the free sell-through. */
function allRules(problem: MarkdownProblem): Constraint[] {
  const free = optimise(problem);
  const levels = problem.levels.length;
  return [
    ...quotas(levels),
    { kind: 'stock_quota', level: levels - 1, min_share: 0, max_share: 0.15 },
    { kind: 'budget', max_amount: 0.85 * free.totals.discount_amount },
    { kind: 'sell_through', min_share: 0.95 * free.totals.sell_through, hard: true },
  ];
}

function fitLines(products: number): BenchLine[] {
  const panel: WeeklyPanel = syntheticPanel(1, products, WEEKS);
  const scale = products / 100_000;
  let model = fitDemand(syntheticPanel(2, 200, WEEKS));
  const fit = processorSeconds(() => {
    model = fitDemand(panel);
  });
  const start = model.first_week_day + 7 * model.week_count;
  const curves = processorSeconds(() =>
    forecastCurves(model, {
      levels: Float64Array.from({ length: LEVELS }, (_, l) => l / 10),
      phases: [0, 1, 2, 3].map((p) => ({ from_day: start + 14 * p, to_day: start + 14 * (p + 1) })),
      items: null,
      stock: new Float64Array(products).fill(40),
      current_discount: new Float64Array(products),
      breadth: null,
      third_party: null,
    }),
  );
  return [
    timeAllowed(`fit ${products} products × ${WEEKS} weeks`, fit, 20 * scale),
    benchLine('engine', `curves ${products} products × ${LEVELS} levels`, curves, fit, 's', 1),
  ];
}

async function optimiserLines(products: number): Promise<BenchLine[]> {
  const solver = await loadHighsSolver();
  const problem = syntheticProblem(3, products, LEVELS, PHASES);
  const scale = products / 100_000;
  const withQuotas = { ...problem, constraints: quotas(LEVELS) };
  const everything = { ...problem, constraints: allRules(problem) };
  const quotaSeconds = processorSeconds(() => optimise(withQuotas, { solver }));
  let gap = 1;
  const allSeconds = processorSeconds(() => {
    gap = optimise(everything, { solver }).gap;
  });
  return [
    timeAllowed(`quotas ${products} × ${LEVELS} × ${PHASES}`, quotaSeconds, 3 * scale),
    timeAllowed(`all rules ${products} × ${LEVELS} × ${PHASES}`, allSeconds, 15 * scale),
    benchLine('engine', `gap with all rules ${products}`, gap, 0.001, 'share of the bound', 1),
  ];
}

const PROJECTS = 6;

/** Several projects under shared rules and one budget each: against one of them, and against one after the other. */
async function togetherLines(products: number): Promise<BenchLine[]> {
  const solver = await loadHighsSolver();
  const projects = Array.from({ length: PROJECTS }, (_, n) => {
    const own = syntheticProblem(20 + n, products, LEVELS, PHASES);
    return { ...own, constraints: allRules(own) };
  });
  const seconds = projects.map((own) => processorSeconds(() => optimise(own, { solver })));
  const apart = seconds.reduce((sum, one) => sum + one, 0);
  const { problem } = joinProblems(
    projects.map((own) => ({ ...own, constraints: own.constraints.filter(({ kind }) => kind === 'budget') })),
    quotas(LEVELS),
  );
  problem.constraints = [...allRules({ ...problem, constraints: [] }), ...problem.constraints.slice(LEVELS)];
  let gap = 1;
  const together = processorSeconds(() => {
    gap = optimise(problem, { solver }).gap;
  });
  const name = `${PROJECTS} projects of ${products} lines, shared rules and a budget each`;
  return [
    benchLine(
      'engine',
      `${name}: against ${PROJECTS - 1} times one`,
      together,
      ((PROJECTS - 1) * apart) / PROJECTS,
      's',
      1,
    ),
    benchLine('engine', `${name}: against one after the other`, together, apart, 's', 1),
    benchLine('engine', `${name}: gap`, gap, 0.001, 'share of the bound', 1),
  ];
}

/** Shares of the stock within half a point, and a clash of every rule: what the exact solver is slow at. */
async function hardLines(): Promise<BenchLine[]> {
  const solver = await loadHighsSolver();
  const lines: BenchLine[] = [];
  for (const products of [500, 1000]) {
    const problem = syntheticProblem(7, products, LEVELS, 2);
    problem.constraints = quotas(LEVELS).map((share) => ({ ...share, kind: 'stock_quota' }) as Constraint);
    const { model } = wholeModel(problem, true);
    const seconds = processorSeconds(() => optimise(problem, { solver }));
    const theirs = processorSeconds(() => solver.solve({ ...model, relative_gap: 1e-4, max_seconds: 30 }));
    const clash = { ...problem, constraints: [...problem.constraints, ...impossible(problem)] };
    lines.push(
      timeAllowed(`stock quotas, ${products} products`, seconds, 1),
      benchLine('engine', `stock quotas against HiGHS, ${products} products`, seconds, theirs, 's', null),
      timeAllowed(
        `impossible rules explained, ${products} products`,
        processorSeconds(() => optimise(clash, { solver })),
        2,
      ),
    );
  }
  return lines;
}

function impossible(problem: MarkdownProblem): Constraint[] {
  return [
    {
      kind: 'sell_through',
      min_share: 1.2 * optimise({ ...problem, constraints: [] }).totals.sell_through,
      hard: true,
    },
  ];
}

/** Ours against HiGHS on the same whole problem: time, and how much value is given up. */
async function solverLines(): Promise<BenchLine[]> {
  const solver = await loadHighsSolver();
  const lines: BenchLine[] = [];
  for (const products of [300, 1000]) {
    const problem = syntheticProblem(4, products, 5, 2);
    problem.constraints = allRules(problem);
    let exact = 0;
    let ours = 0;
    const reference = processorSeconds(() => {
      exact = optimise(problem, { solver, exact_candidates: Number.POSITIVE_INFINITY }).value;
    });
    const subject = processorSeconds(() => {
      ours = optimise(problem, { solver, exact_candidates: 0 }).value;
    });
    lines.push(
      benchLine('engine', `time against HiGHS alone, ${products} products`, subject, reference, 's', null),
    );
    lines.push(
      benchLine(
        'engine',
        `value lost against HiGHS, ${products} products`,
        Math.max(0, 1 - ours / exact),
        0.0002,
        'share',
        1,
      ),
    );
  }
  return lines;
}

function simulationLine(products: number): BenchLine {
  const problem = syntheticProblem(5, products, LEVELS, 1);
  const lines = { ...problem, phase_qty: problem.phase_mean, rest_qty: null };
  const shares = Float64Array.from([0.3, 0.2, 0.2, 0.15, 0.1, 0.05]);
  const objective = { shares, by: 'stock', priority: problem.stock } as const;
  const seconds = processorSeconds(() =>
    distributionBound(lines, objective, simulate(lines, objective).stats),
  );
  return timeAllowed(`simulate ${products} products, bound included`, seconds, 0.5 * (products / 100_000));
}

/** All lines; `products` (100,000) is the size of the main ones. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const products = options.products ?? 100_000;
  return [
    ...fitLines(products),
    ...(await optimiserLines(products)),
    ...(await togetherLines(products)),
    ...(await hardLines()),
    simulationLine(products),
    ...(await solverLines()),
  ];
}
