import { type Constraint, GOAL_CODE, type MarkdownProblem } from '@palier/engine';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';

/** Uniform numbers of a seed (mulberry32), enough to shape benches. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A chain of 40 categories with discounts in episodes and slow sellers cut deeper. */
export function syntheticPanel(seed: number, items: number, weeks: number): WeeklyPanel {
  const random = uniform(seed);
  const panel: WeeklyPanel = {
    item_count: items,
    week_count: weeks,
    first_week_day: 19_726,
    units: new Float32Array(items * weeks),
    discount: new Float32Array(items * weeks),
    availability: new Float32Array(items * weeks).fill(1),
    breadth: null,
    price_index: null,
    list_price: Float64Array.from({ length: items }, () => 10 + 90 * random()),
    first_week: new Int32Array(items),
    category: Int32Array.from({ length: items }, (_, item) => item % 40),
    category_count: 40,
    subcategory: null,
  };
  for (let item = 0; item < items; item++) {
    const level = 0.3 + 8 * random() ** 3;
    let discount = 0;
    for (let week = 0; week < weeks; week++) {
      if (week % 8 === 0) discount = random() < (level < 2 ? 0.5 : 0.3) ? 0.1 * Math.ceil(5 * random()) : 0;
      const mean = level * (1 - discount) ** -2 * (1 + 0.4 * Math.sin((2 * Math.PI * week) / 52));
      panel.discount[item * weeks + week] = discount;
      panel.units[item * weeks + week] = Math.floor(2 * mean * random() + random());
    }
  }
  return panel;
}

/** Products of all speeds and margins, stocks around what they would sell, half of cost lost when unsold. */
export function syntheticProblem(
  seed: number,
  items: number,
  levels: number,
  phases: number,
): MarkdownProblem {
  const random = uniform(seed);
  const problem: MarkdownProblem = {
    item_count: items,
    phase_count: phases,
    levels: Float64Array.from({ length: levels }, (_, level) => level / 10),
    phase_mean: new Float32Array(items * phases * levels),
    dispersion: Float64Array.from({ length: items }, () => 1 + 5 * random()),
    stock: new Float64Array(items),
    price: new Float64Array(items),
    base_price: new Float64Array(items),
    cost: new Float64Array(items),
    residual_value: new Float64Array(items).fill(0.3),
    goal: new Uint8Array(items).fill(GOAL_CODE.profit),
    min_level: new Uint8Array(items),
    max_level: new Uint8Array(items).fill(levels - 1),
    previous_level: new Uint8Array(items),
    fixed_level: new Int16Array(items).fill(-1),
    group: null,
    season_sold: null,
    never_below_cost: null,
    constraints: [],
  };
  for (let item = 0; item < items; item++) {
    const weekly = 0.05 + 9 * random() ** 2;
    const elasticity = 0.6 + 3.2 * random();
    const price = 15 + 80 * random();
    problem.price[item] = price;
    problem.base_price[item] = price / 1.2;
    problem.cost[item] = (price / 1.2) * (0.3 + 0.25 * random());
    problem.stock[item] = Math.max(1, Math.round(weekly * phases * 3 * (0.3 + 2.5 * random())));
    for (let phase = 0; phase < phases; phase++)
      for (let level = 0; level < levels; level++) {
        const lift = (1 - level / 10) ** -elasticity * (level > 0 ? 1.2 : 1);
        problem.phase_mean[(item * phases + phase) * levels + level] = weekly * 2.5 * 0.85 ** phase * lift;
      }
  }
  return problem;
}

/** Processor seconds of an action: other work on the machine does not count. */
export function processorSeconds(action: () => unknown): number {
  const start = process.cpuUsage();
  action();
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1e6;
}

/** A share of the products at each level, within half a point. */
export function quotas(levels: number): Constraint[] {
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
