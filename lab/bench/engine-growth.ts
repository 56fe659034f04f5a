// The optimiser by size, 1,000 to 1,000,000 products: seconds per product, gap and peak memory.
import { loadHighsSolver, optimise } from '@palier/engine';
import { processorSeconds, quotas, syntheticProblem } from '../evaluation/synthetic.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

const LEVELS = 6;
const PHASES = 4;
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Most memory that the largest size may take, in MB. */
const MEMORY = 8_000;

/** Growth: seconds per product at each size over those at the size before, its gap, and the peak of memory. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const largest = options.products ?? 1_000_000;
  const solver = await loadHighsSolver();
  const lines: BenchLine[] = [];
  let before = Number.NaN;
  for (const products of SIZES.filter((size) => size <= largest)) {
    const problem = syntheticProblem(6, products, LEVELS, PHASES);
    const budget = 0.8 * optimise(problem).totals.discount_amount;
    problem.constraints = [...quotas(LEVELS), { kind: 'budget', max_amount: budget }];
    let gap = 1;
    const whole = processorSeconds(() => {
      gap = optimise(problem, { solver }).gap;
    });
    const seconds = whole / products;
    const name = `${products} products`;
    lines.push(
      benchLine('engine-growth', `quotas and budget, ${name}`, whole, 15 * (products / 100_000), 's', null),
    );
    if (!Number.isNaN(before))
      lines.push(
        benchLine(
          'engine-growth',
          `seconds per product, ${name} over ten times fewer`,
          seconds,
          before,
          's',
          1.5,
        ),
      );
    lines.push(benchLine('engine-growth', `gap, ${name}`, gap, 0.001, 'share of the bound', 1));
    const megabytes = process.resourceUsage().maxRSS / 1000;
    lines.push(benchLine('engine-growth', `peak memory, ${name}`, megabytes, MEMORY, 'MB', 1));
    before = seconds;
  }
  return lines;
}
