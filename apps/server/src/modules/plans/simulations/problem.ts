import type { EngineLines, PlanLines } from '@palier/analytics';
import { curvePlace, discountFault, standingDiscount, workedDiscount } from '@palier/domain';
import type { SimulationProblem } from '@palier/engine';
import type { DiscountRow, StandingRow } from '../../discounts/index.ts';
import type { RemovedLevels } from '../../law/index.ts';
import type { ValuedLines } from '../../organizations/index.ts';

export type Decisions<Row extends StandingRow = DiscountRow> = ReadonlyMap<string, Row>;

/** Lines and decisions as the engine's simulation takes them; lines keep their order. */
export function simulationProblem(
  lines: ValuedLines<EngineLines>,
  decisions: Decisions<StandingRow>,
  levels: readonly number[],
): SimulationProblem {
  const count = laterPhases(lines, levels);
  const later = laterLevels(lines.ids.length, count, (index, phase) =>
    curvePlace(levels, decisions.get(lines.ids[index] ?? '')?.next_discount_pcts[phase] ?? 0),
  );
  const problem = freeProblem(lines, levels, later);
  lines.ids.forEach((id, index) => {
    const line = decisions.get(id);
    if (!line) return;
    const allowed = allowedSpan(line, levels);
    problem.min_level[index] = allowed.min;
    problem.max_level[index] = allowed.max;
    const worked = workedDiscount(line);
    const fixed = line.included ? line.discount_pct_user : worked;
    if (fixed !== null) problem.fixed_level[index] = curvePlace(levels, fixed);
    holdRate(problem, levels, index, worked);
  });
  return problem;
}

/**
 * Lines of a project as the engine's simulation takes them, with their decisions, and the levels at which they stand.
 * `removed`: what the law takes from those that choices are made among.
 */
export function projectProblem(
  lines: ValuedLines<PlanLines>,
  levels: readonly number[],
  removed: RemovedLevels | null = null,
): { problem: SimulationProblem; plan: Uint8Array } {
  const item_count = lines.line_count;
  const levelAt = new Map(levels.map((points, level) => [points, level]));
  const level = (points: number | undefined): number =>
    levelAt.get(points ?? 0) ?? curvePlace(levels, Number.isNaN(points) ? 0 : (points ?? 0));
  const later = Uint8Array.from(lines.next_discount_pcts, level);
  const problem = { ...freeProblem(lines, levels, later), ...removedFrom(removed, item_count, levels) };
  const plan = new Uint8Array(item_count);
  for (let item = 0; item < item_count; item++) {
    const line = lineAt(lines, item);
    const span = allowedSpan(line, levels);
    problem.min_level[item] = span.min;
    problem.max_level[item] = span.max;
    plan[item] = level(line.worked);
    const fixed = line.included ? line.discount_pct_user : line.worked;
    if (fixed !== null) problem.fixed_level[item] = level(fixed);
    holdRate(problem, levels, item, line.worked);
  }
  return { problem, plan };
}

/**
 * Holds a line at a discount that the project does not offer (chosen when it did, or brought by an import): it sells as at
 * the nearest level, at its own price, as in the listing.
 */
function holdRate(
  problem: SimulationProblem,
  levels: readonly number[],
  item: number,
  discount_pct: number,
): void {
  if (levels.includes(discount_pct)) return;
  problem.level_rate ??= Float64Array.from(
    { length: problem.item_count * levels.length },
    (_, at) => levels[at % levels.length] ?? 0,
  );
  problem.level_rate[item * levels.length + curvePlace(levels, discount_pct)] = discount_pct;
}

/** What the law removes from the worked phase, and from the later ones taken together. */
function removedFrom(
  removed: RemovedLevels | null,
  item_count: number,
  levels: readonly number[],
): Pick<SimulationProblem, 'removed_level' | 'removed_later'> {
  if (!removed) return {};
  const removed_level = new Uint8Array(item_count * levels.length);
  const removed_later = new Uint8Array(2 * item_count * levels.length);
  for (let item = 0; item < item_count; item++)
    levels.forEach((_, level) => {
      if (removed.now(item, level) !== 0) removed_level[item * levels.length + level] = 1;
      for (const first of [0, 1])
        if (!removed.mayStay(item, { first, phase: 1, level }))
          removed_later[(2 * item + first) * levels.length + level] = 1;
    });
  return { removed_level, removed_later };
}

/** Later phases that the lines' curves tell apart; see `SimulationProblem.later_phases`. */
export function laterPhases(
  { path, price }: Pick<EngineLines, 'path' | 'price'>,
  levels: readonly number[],
): number {
  return path && price.length > 0 ? path.phase_mean.length / (price.length * levels.length) - 1 : 1;
}

/** Levels of the later phases of some items, `i * R + r`, from those of each; see `LevelPlan`. */
export function laterLevels(
  items: number,
  phases: number,
  levelOf: (item: number, phase: number) => number,
): Uint8Array {
  return Uint8Array.from({ length: items * phases }, (_, at) =>
    levelOf(Math.floor(at / phases), at % phases),
  );
}

/** The lines' facts and curves, every line free between the levels. */
function freeProblem(
  lines: ValuedLines<Pick<EngineLines, keyof EngineLines & keyof PlanLines>>,
  levels: readonly number[],
  later_level: Uint8Array,
): SimulationProblem {
  const item_count = lines.price.length;
  return {
    item_count,
    later_phases: laterPhases(lines, levels),
    path: lines.path ?? null,
    levels: Float64Array.from(levels, (points) => points / 100),
    // Its own: a line may be held at a rate of its own (`holdRate`).
    level_rate: lines.level_rate?.slice() ?? null,
    phase_qty: lines.phase_qty,
    rest_qty: lines.rest_qty.length > 0 ? lines.rest_qty : null,
    stock: lines.stock_qty,
    upcoming: lines.upcoming_qty,
    price: lines.price,
    base_price: lines.base_price,
    cost: lines.cost,
    residual_value: lines.residual_value,
    season_sold: lines.season_sales_qty,
    min_level: new Uint8Array(item_count),
    max_level: new Uint8Array(item_count).fill(levels.length - 1),
    fixed_level: new Int16Array(item_count).fill(-1),
    later_level,
  };
}

/** A line's decision out of the columns, with the discount at which it stands. */
function lineAt(lines: PlanLines, item: number) {
  const knownOrNull = (column: Float64Array): number | null => {
    const value = column[item] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  };
  const previous = knownOrNull(lines.previous_discount_pct);
  const included = lines.included[item] === 1;
  const standing = standingDiscount({
    included,
    discount_pct: knownOrNull(lines.discount_pct),
    previous_discount_pct: previous,
  });
  return {
    included,
    worked: standing?.discount_pct ?? 0,
    discount_pct_user: knownOrNull(lines.discount_pct_user),
    discount_pct_min: knownOrNull(lines.discount_pct_min),
    discount_pct_max: knownOrNull(lines.discount_pct_max),
    previous_discount_pcts: previous === null ? [] : [previous],
  };
}

/** Positions of the lowest and highest level that the shields and the previous phase allow. */
export function allowedSpan(
  line: Parameters<typeof discountFault>[1],
  levels: readonly number[],
): { min: number; max: number } {
  const allowed = levels.flatMap((level, index) =>
    discountFault(level, line, levels) === null ? [index] : [],
  );
  const highest = levels.length - 1;
  return { min: allowed[0] ?? highest, max: allowed.at(-1) ?? highest };
}

/** Level of the discount at which each line stands, the nearest of one that is not offered; 0 for lines without a decision. */
export function presentPlan(
  lines: EngineLines,
  decisions: Decisions<StandingRow>,
  levels: readonly number[],
): Uint8Array {
  return Uint8Array.from(lines.ids, (id) => {
    const line = decisions.get(id);
    return curvePlace(levels, line ? workedDiscount(line) : 0);
  });
}
