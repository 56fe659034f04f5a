import { expectedSales } from '@palier/domain';
import { GOAL_CODE, type MarkdownProblem } from '@palier/engine';

/** Outcomes of the worked phase that are told apart, and the blocks that later phases are gathered in. */
const OUTCOMES = 8;
const BLOCKS = 3;
const NEGLIGIBLE = 1e-4;
/** Demand surer than this is not told apart from Poisson. */
const LARGEST_SHAPE = 200;

/**
 * Levels of the worked phase when the later ones will be decided again, knowing what it sold. A fixed path ignores
 * that a discount can be deepened later and never taken back; so levels shallower than the planned one are tried:
 * each outcome of the phase (demand NB(k, M), frailty Γ(k, k)) leaves a stock and the belief Γ(k + sold, k + M), under
 * which the best rest of path is valued. One-step lookahead: what is learnt later still is left out.
 *
 * For plans without coupling rules. Items of groups, fixed levels and écoulement keep the planned level.
 * @param plan level of item i in phase p at `i * phase_count + p`, as `optimise` gives it
 * @returns level of the worked phase, per item
 */
export function waitingLevels(problem: MarkdownProblem, plan: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: problem.item_count }, (_, item) => {
    const planned = plan[item * problem.phase_count] ?? 0;
    return canWait(problem, item) ? waitingLevel(problem, item, planned) : planned;
  });
}

/** Money brought by one unit sold at a discount, for the margin or the turnover. */
function worthOf(problem: MarkdownProblem, item: number, discount: number): number {
  if (problem.goal[item] === GOAL_CODE.sales) return (problem.price[item] ?? 0) * (1 - discount);
  return (
    (problem.base_price[item] ?? 0) * (1 - discount) -
    (problem.residual_value[item] ?? 1) * (problem.cost[item] ?? 0)
  );
}

function canWait(problem: MarkdownProblem, item: number): boolean {
  const alone = problem.group === null || (problem.group[item] ?? -1) < 0;
  const free = (problem.fixed_level[item] ?? -1) < 0;
  const worth = problem.goal[item] !== GOAL_CODE.cogs;
  return problem.phase_count > 1 && alone && free && worth && (problem.stock[item] ?? 0) >= 1;
}

function waitingLevel(problem: MarkdownProblem, item: number, planned: number): number {
  const low = Math.max(problem.min_level[item] ?? 0, problem.previous_level[item] ?? 0);
  const rest = new RestOfPath(problem, item);
  let best = valueOfLevel(problem, item, planned, rest);
  let chosen = planned;
  for (let level = planned - 1; level >= low; level--) {
    const value = valueOfLevel(problem, item, level, rest);
    if (value <= best + 1e-9 * Math.abs(best)) continue;
    best = value;
    chosen = level;
  }
  return chosen;
}

/** Expected value of a level now and of the best reaction to what it sells, outcomes gathered in a few. */
function valueOfLevel(problem: MarkdownProblem, item: number, level: number, rest: RestOfPath): number {
  const shape = Math.min(LARGEST_SHAPE, problem.dispersion[item] ?? 1);
  const stock = problem.stock[item] ?? 0;
  const at = item * problem.phase_count * problem.levels.length + level;
  const mean = problem.phase_mean[at] ?? 0;
  const worth = worthOf(problem, item, problem.levels[level] ?? 0);
  const reaction = (sold: number): number =>
    sold * worth + rest.value(level, stock - sold, shape + sold, shape + mean);
  let probability = Math.exp(-shape * Math.log1p(mean / shape));
  let [total, weight, units, value] = [0, 0, 0, 0];
  for (let sold = 0; sold < stock && total < 1 - NEGLIGIBLE; sold++) {
    total += probability;
    weight += probability;
    units += probability * sold;
    if (weight >= 1 / OUTCOMES) {
      value += weight * reaction(units / weight);
      [weight, units] = [0, 0];
    }
    probability *= ((mean / (shape + mean)) * (shape + sold)) / (sold + 1);
  }
  if (weight > 0) value += weight * reaction(units / weight);
  return value + Math.max(0, 1 - total) * reaction(stock);
}

/** The best discounts of the later phases for a stock and a belief. */
class RestOfPath {
  readonly #levels: number;
  readonly #high: number;
  readonly #blocks: number;
  readonly #worth: Float64Array;
  /** Mean demand of block b at level l at `b * levels + l`, at the belief of the problem. */
  readonly #mean: Float64Array;

  constructor(problem: MarkdownProblem, item: number) {
    const levels = problem.levels.length;
    const later = problem.phase_count - 1;
    this.#levels = levels;
    this.#high = problem.max_level[item] ?? 0;
    this.#blocks = Math.min(BLOCKS, later);
    this.#worth = problem.levels.map((discount) => worthOf(problem, item, discount));
    this.#mean = new Float64Array(this.#blocks * levels);
    for (let phase = 0; phase < later; phase++) {
      const block = Math.floor((phase * this.#blocks) / later);
      for (let level = 0; level < levels; level++) {
        const at = block * levels + level;
        const from = (item * problem.phase_count + phase + 1) * levels + level;
        this.#mean[at] = (this.#mean[at] ?? 0) + (problem.phase_mean[from] ?? 0);
      }
    }
  }

  /** Value of the best path from `lowest` for what is left, when demand's factor is Γ(shape, rate). */
  value(lowest: number, left: number, shape: number, rate: number): number {
    const stock = Math.round(left);
    return stock < 1 ? 0 : this.#best(0, lowest, 0, 0, stock, shape, shape / rate);
  }

  #best(
    block: number,
    lowest: number,
    demand: number,
    sold: number,
    stock: number,
    shape: number,
    factor: number,
  ): number {
    if (block === this.#blocks) return 0;
    let best = 0;
    for (let level = lowest; level <= Math.max(lowest, this.#high); level++) {
      const next = demand + (this.#mean[block * this.#levels + level] ?? 0) * factor;
      const units = expectedSales(shape, next, stock);
      const now = (units - sold) * (this.#worth[level] ?? 0);
      const value = now + this.#best(block + 1, level, next, units, stock, shape, factor);
      if (level === lowest || value > best) best = value;
    }
    return best;
  }
}
