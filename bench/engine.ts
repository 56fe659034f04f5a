// The engine's speed and quality: fit, curves, optimiser, simulation; by size up to the products asked.
import {
  type Constraint,
  fitDemand,
  forecastCurves,
  loadHighsSolver,
  type MarkdownProblem,
  optimise,
  simulate,
  type WeeklyPanel,
} from '@palier/engine';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';
import { syntheticPanel, syntheticProblem } from './evaluation/synthetic.ts';

const LEVELS = 6;
const PHASES = 4;
const WEEKS = 104;

/** Processor seconds of an action: other work on the machine does not count. */
function processorSeconds(action: () => unknown): number {
  const start = process.cpuUsage();
  action();
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1e6;
}

/** A measure against the seconds that architecture.md allows. */
function allowed(name: string, seconds: number, most: number): BenchLine {
  return benchLine('engine', name, seconds, most, 's', 1);
}

function quotas(levels = LEVELS): Constraint[] {
  const wanted = [0.3, 0.2, 0.2, 0.15, 0.1, 0.05].slice(0, levels);
  const total = wanted.reduce((sum, share) => sum + share, 0);
  return wanted
    .map((share) => share / total)
    .map((share, level) => ({
      kind: 'count_quota',
      level,
      min_share: share - 0.005,
      max_share: share + 0.005,
    }));
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
    allowed(`fit ${products} products × ${WEEKS} weeks`, fit, 20 * scale),
    benchLine('engine', `curves ${products} products × ${LEVELS} levels`, curves, fit, 's', 1),
  ];
}

async function optimiserLines(products: number): Promise<BenchLine[]> {
  const solver = await loadHighsSolver();
  const problem = syntheticProblem(3, products, LEVELS, PHASES);
  const scale = products / 100_000;
  const withQuotas = { ...problem, constraints: quotas() };
  const everything = { ...problem, constraints: allRules(problem) };
  const quotaSeconds = processorSeconds(() => optimise(withQuotas, { solver }));
  let gap = 1;
  const allSeconds = processorSeconds(() => {
    gap = optimise(everything, { solver }).gap;
  });
  return [
    allowed(`quotas ${products} × ${LEVELS} × ${PHASES}`, quotaSeconds, 3 * scale),
    allowed(`all rules ${products} × ${LEVELS} × ${PHASES}`, allSeconds, 15 * scale),
    benchLine('engine', `gap with all rules ${products}`, gap, 0.001, 'share of the bound', 1),
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
  const seconds = processorSeconds(() => simulate(lines, { shares, by: 'stock', priority: problem.stock }));
  return allowed(`simulate ${products} products`, seconds, 0.5 * (products / 100_000));
}

/** Growth: seconds per product at each size over those at the size before, and memory. */
async function growthLines(largest: number): Promise<BenchLine[]> {
  const solver = await loadHighsSolver();
  const lines: BenchLine[] = [];
  let before = Number.NaN;
  for (const products of [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= largest)) {
    const problem = syntheticProblem(6, products, LEVELS, PHASES);
    problem.constraints = [
      ...quotas(),
      { kind: 'budget', max_amount: 0.8 * optimise(problem).totals.discount_amount },
    ];
    const seconds = processorSeconds(() => optimise(problem, { solver })) / products;
    if (!Number.isNaN(before))
      lines.push(
        benchLine(
          'engine',
          `seconds per product at ${products} over ten times fewer`,
          seconds,
          before,
          's',
          1.5,
        ),
      );
    before = seconds;
    const megabytes = process.memoryUsage.rss() / 1e6;
    lines.push(benchLine('engine', `memory at ${products} products`, megabytes, 4000, 'MB', 1));
  }
  return lines;
}

/** All lines; `products` (100,000) is the size of the main ones, and growth goes to ten times it at most. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const products = options.products ?? 100_000;
  return [
    ...fitLines(products),
    ...(await optimiserLines(products)),
    simulationLine(products),
    ...(await solverLines()),
    ...(await growthLines(Math.max(products, 100_000) === products ? products * 10 : products)),
  ];
}
