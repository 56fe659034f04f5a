import type { EngineLines } from '@palier/analytics';
import { discountFault, effectiveDiscount } from '@palier/domain';
import type { SimulationProblem } from '@palier/engine';
import type { DiscountRow } from '../discounts/index.ts';

export type Decisions = ReadonlyMap<string, DiscountRow>;

/** Lines and decisions as the engine's simulation takes them; lines keep their order. */
export function simulationProblem(
  lines: EngineLines,
  decisions: Decisions,
  levels: readonly number[],
): SimulationProblem {
  const item_count = lines.ids.length;
  const problem: SimulationProblem = {
    item_count,
    levels: Float64Array.from(levels, (points) => points / 100),
    phase_qty: lines.phase_qty,
    rest_qty: lines.rest_qty.length > 0 ? lines.rest_qty : null,
    stock: lines.stock_qty,
    price: lines.price,
    base_price: lines.base_price,
    cost: lines.cost,
    season_sold: lines.season_sales_qty,
    min_level: new Uint8Array(item_count),
    max_level: new Uint8Array(item_count).fill(levels.length - 1),
    fixed_level: new Int16Array(item_count).fill(-1),
    later_level: Uint8Array.from(lines.ids, (id) =>
      levelOf(decisions.get(id)?.next_discount_pcts[0] ?? null, levels),
    ),
  };
  lines.ids.forEach((id, index) => {
    const line = decisions.get(id);
    if (!line) return;
    const allowed = allowedSpan(line, levels);
    problem.min_level[index] = allowed.min;
    problem.max_level[index] = allowed.max;
    const fixed = line.included ? line.discount_pct_user : workedDiscount(line);
    if (fixed !== null) problem.fixed_level[index] = levels.indexOf(fixed);
  });
  return problem;
}

/** Positions of the lowest and highest level that the shields and the previous phase allow. */
export function allowedSpan(line: DiscountRow, levels: readonly number[]): { min: number; max: number } {
  const allowed = levels.flatMap((level, index) =>
    discountFault(level, line, levels) === null ? [index] : [],
  );
  const highest = levels.length - 1;
  return { min: allowed[0] ?? highest, max: allowed.at(-1) ?? highest };
}

/**
 * Discount at which a line stands in the forecast: its own, or the previous phase's without one or left out of the
 * markdown. The listing's figures (`worked_pct`) say the same in SQL.
 */
export function workedDiscount(line: DiscountRow): number {
  const previous = line.previous_discount_pcts.at(-1) ?? 0;
  return (line.included ? effectiveDiscount(line) : null) ?? previous;
}

/** Level of the discount at which each line stands; 0 for lines off the levels. */
export function presentPlan(lines: EngineLines, decisions: Decisions, levels: readonly number[]): Uint8Array {
  return Uint8Array.from(lines.ids, (id) => {
    const line = decisions.get(id);
    return levelOf(line ? workedDiscount(line) : 0, levels);
  });
}

const levelOf = (points: number | null, levels: readonly number[]): number =>
  Math.max(0, levels.indexOf(points ?? 0));
