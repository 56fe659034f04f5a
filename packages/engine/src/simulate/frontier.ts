import { buildCandidates } from '../optimise/candidates.ts';
import { DEFAULT_OPTIMISE_OPTIONS } from '../optimise/optimise.ts';
import { checkPlan } from '../optimise/plan.ts';
import type { MarkdownProblem } from '../optimise/types.ts';
import { buildUnits } from '../optimise/units.ts';
import type { FrontierPoint } from './types.ts';

/**
 * The choice between marge and écoulement: `points` plans from the most profitable to the one that clears
 * most, each maximising (1 − w) × marge + w × écoulement item by item; w is spaced so that clearance is
 * covered evenly. Coupling rules are left out: the frontier shows what the products themselves allow.
 */
export function frontier(problem: MarkdownProblem, points = 10): FrontierPoint[] {
  const units = buildUnits(problem);
  const profit = { ...problem, goal: new Uint8Array(problem.item_count), constraints: [] };
  // The only resource is the cost of goods sold, through units; candidates keep profit as value.
  const table = buildCandidates(profit, units, [{ kind: 'units', by_phase: problem.phase_count - 1 }], {
    interpolate: true,
    path_limit: DEFAULT_OPTIMISE_OPTIONS.path_limit,
  });
  const unitCost = new Float64Array(units.unit_count);
  for (let unit = 0; unit < units.unit_count; unit++) unitCost[unit] = meanCost(problem, units, unit);
  const planAt = (weight: number): Uint8Array => {
    const plan = new Uint8Array(problem.item_count * problem.phase_count);
    for (let unit = 0; unit < units.unit_count; unit++) {
      let best = table.start[unit] ?? 0;
      let bestScore = Number.NEGATIVE_INFINITY;
      for (let c = best; c < (table.start[unit + 1] ?? 0); c++) {
        const cleared = -(table.use[c] ?? 0) * (unitCost[unit] ?? 0);
        const score = (1 - weight) * (table.value[c] ?? 0) + weight * cleared;
        if (score > bestScore) [best, bestScore] = [c, score];
      }
      const path = table.plan.subarray(best * table.phase_count, (best + 1) * table.phase_count);
      for (let slot = units.start[unit] ?? 0; slot < (units.start[unit + 1] ?? 0); slot++)
        plan.set(path, (units.members[slot] ?? 0) * table.phase_count);
    }
    return plan;
  };
  const result: FrontierPoint[] = [];
  for (let n = 0; n < points; n++) {
    const weight = points === 1 ? 0 : n / (points - 1);
    const plan = planAt(weight);
    const { totals } = checkPlan(profit, plan);
    result.push({
      weight,
      profit: totals.profit,
      cogs: totals.cogs,
      units: totals.units,
      sell_through: totals.sell_through,
      plan,
    });
  }
  return result;
}

function meanCost(problem: MarkdownProblem, units: ReturnType<typeof buildUnits>, unit: number): number {
  let cost = 0;
  let stock = 0;
  for (let slot = units.start[unit] ?? 0; slot < (units.start[unit + 1] ?? 0); slot++) {
    const item = units.members[slot] ?? 0;
    cost += (problem.cost[item] ?? 0) * (problem.stock[item] ?? 0);
    stock += problem.stock[item] ?? 0;
  }
  return stock > 0 ? cost / stock : 0;
}
