// « Max » figures of a project: the best of each over every path of discounts, against the best with one discount for all later phases.
import { expectedSales } from '@palier/domain';
import { bestFigures, type SimulationProblem } from '@palier/engine';
import { processorSeconds, syntheticProblem } from '../evaluation/synthetic.ts';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

const LEVELS = 7;
const PHASES = 4;

/** The synthetic products as the project's simulation takes them. */
function simulated(products: number): SimulationProblem {
  const own = syntheticProblem(8, products, LEVELS, PHASES);
  const phase_qty = new Float32Array(products * LEVELS);
  const rest_qty = new Float32Array(products * LEVELS * LEVELS);
  for (let item = 0; item < products; item++) {
    const mean = (phase: number, level: number) =>
      own.phase_mean[(item * PHASES + phase) * LEVELS + level] ?? 0;
    const sold = (demand: number) => expectedSales(own.dispersion[item] ?? 1, demand, own.stock[item] ?? 0);
    for (let worked = 0; worked < LEVELS; worked++) {
      const now = sold(mean(0, worked));
      phase_qty[item * LEVELS + worked] = now;
      for (let later = worked; later < LEVELS; later++) {
        let demand = mean(0, worked);
        for (let phase = 1; phase < PHASES; phase++) demand += mean(phase, later);
        rest_qty[(item * LEVELS + worked) * LEVELS + later] = sold(demand) - now;
      }
    }
  }
  const { phase_mean, dispersion, stock } = own;
  return {
    ...own,
    phase_qty,
    rest_qty,
    later_phases: PHASES - 1,
    path: { phase_mean, dispersion, stock },
  };
}

/** Processor seconds of the search of all paths, over those of the search of constant ones. */
export async function run({ products = 20_000 }: BenchOptions): Promise<BenchLine[]> {
  const problem = simulated(products);
  const free = new Uint8Array(products).fill(1);
  const constant = processorSeconds(() => bestFigures({ ...problem, path: null }, free));
  const paths = processorSeconds(() => bestFigures(problem, free));
  const name = `max of ${products} products × ${LEVELS} levels × ${PHASES} phases, over one later discount`;
  return [benchLine('references', name, paths, constant, 's', 8)];
}
