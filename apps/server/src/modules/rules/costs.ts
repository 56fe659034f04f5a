import { allowedLevels } from '@palier/domain';
import type { LineSimulation, PlanPrices } from '../plans/index.ts';
import type { FramedLines } from './conflicts.ts';
import { framingOf } from './evaluate.ts';

/**
 * By rule, what the best « marge après invendus » of its included products would gain to the end without it: the same
 * as a product's panel says of one. Where the plan in force is held by a budget or a sell-through, what the freed
 * discounts take of it is paid at the plan's own prices.
 */
export function ruleCosts(
  { levels, former, data }: FramedLines,
  simulation: LineSimulation,
  prices: PlanPrices | null,
): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const { line, taken, framing } of data) {
    if (!line.included) continue;
    const id = line.discount_id;
    const kept = allowedLevels({ ...line, ...framing }, levels);
    let merits: Float64Array | null = null;
    const best = (of: readonly number[]) => {
      merits ??= simulation.meritsAt(id, prices);
      return bestMerit(merits, of, levels);
    };
    for (const statement of taken) {
      const others = taken.filter((other) => other !== statement);
      const by_line = new Map([[id, others]]);
      const without = framingOf(line, former.get(id), { by_line, counts: new Map() }, levels);
      const freed = allowedLevels({ ...line, ...without }, levels);
      if (freed.every((level) => kept.includes(level))) continue;
      const cost = Math.max(0, best(freed) - best(kept));
      if (Number.isFinite(cost)) costs.set(statement.rule_id, (costs.get(statement.rule_id) ?? 0) + cost);
    }
  }
  return costs;
}

function bestMerit(merits: Float64Array, allowed: readonly number[], levels: readonly number[]): number {
  const known = allowed.map((level) => merits[levels.indexOf(level)] ?? Number.NaN).filter(Number.isFinite);
  return known.length > 0 ? Math.max(...known) : Number.NaN;
}
