import type { MarkdownProblem } from '../src/optimise/types.ts';
import { type RandomSource, randomGamma, randomNormal } from './random.ts';

/** A believable problem of any size: own elasticities, margins, stocks near demand, shields on some items. */
export function randomProblem(
  random: RandomSource,
  items: number,
  levels: number,
  phases: number,
  maker: Partial<{ shields: boolean; goal: number }> = {},
): MarkdownProblem {
  // Every 10 points; every 5 when there are more than ten levels.
  const step = levels > 10 ? 0.05 : 0.1;
  const problem: MarkdownProblem = {
    item_count: items,
    phase_count: phases,
    levels: Float64Array.from({ length: levels }, (_, l) => l * step),
    phase_mean: new Float32Array(items * phases * levels),
    dispersion: new Float64Array(items),
    stock: new Float64Array(items),
    price: new Float64Array(items),
    base_price: new Float64Array(items),
    cost: new Float64Array(items),
    residual_value: new Float64Array(items),
    goal: new Uint8Array(items).fill(maker.goal ?? 0),
    min_level: new Uint8Array(items),
    max_level: new Uint8Array(items).fill(levels - 1),
    previous_level: new Uint8Array(items),
    fixed_level: new Int16Array(items).fill(-1),
    group: null,
    season_sold: null,
    never_below_cost: null,
    constraints: [],
  };
  // Unsold stock of most items loses most of its cost at season's end, so that deep discounts have a use.
  for (let item = 0; item < items; item++) problem.residual_value[item] = item % 5 === 4 ? 1 : 0.2;
  for (let item = 0; item < items; item++) fillItem(problem, item, random, maker.shields === true);
  return problem;
}

function fillItem(problem: MarkdownProblem, item: number, random: RandomSource, shields: boolean): void {
  const { levels, phase_count: phases } = problem;
  const elasticity = Math.max(0.5, 2.2 + 0.8 * randomNormal(random));
  const weekly = randomGamma(random, 0.8) * 6 + 0.05;
  const price = Math.round(15 + 80 * random()) + 0.99;
  problem.price[item] = price;
  problem.base_price[item] = price / 1.2;
  problem.cost[item] = (price / 1.2) * (0.3 + 0.25 * random());
  problem.dispersion[item] = 1 + 5 * random();
  problem.stock[item] = Math.max(1, Math.round(weekly * phases * 3 * (0.3 + 2.5 * random())));
  for (let phase = 0; phase < phases; phase++) {
    const weeks = 2 + Math.floor(random() * 2);
    for (let level = 0; level < levels.length; level++) {
      const discount = levels[level] ?? 0;
      const lift = (1 - discount) ** -elasticity * (discount > 0 ? 1.2 : 1);
      problem.phase_mean[(item * phases + phase) * levels.length + level] =
        weekly * weeks * 0.85 ** phase * lift;
    }
  }
  if (shields && random() < 0.4) {
    const low = Math.floor(random() * 2);
    problem.min_level[item] = low;
    problem.max_level[item] = Math.min(levels.length - 1, low + 1 + Math.floor(random() * levels.length));
    problem.previous_level[item] = random() < 0.3 ? 1 : 0;
  }
  if (shields && random() < 0.1) {
    const least = Math.max(problem.min_level[item] ?? 0, problem.previous_level[item] ?? 0);
    const most = problem.max_level[item] ?? 0;
    problem.fixed_level[item] = Math.min(most, least + Math.floor(random() * (most - least + 1)));
  }
}
