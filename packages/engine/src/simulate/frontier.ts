import type { CandidateTable } from '../optimise/candidate-table.ts';
import { buildCandidates } from '../optimise/candidates.ts';
import { lastPhases } from '../optimise/level-prices.ts';
import { DEFAULT_OPTIMISE_OPTIONS } from '../optimise/optimise.ts';
import { checkPlan } from '../optimise/plan.ts';
import type { MarkdownProblem } from '../optimise/types.ts';
import { buildUnits, type DecisionUnits } from '../optimise/units.ts';
import type { FrontierPoint } from './types.ts';

/** Halvings of the weight's interval when a clearance is looked for. */
const HALVINGS = 14;
/** At full clearance the margin still decides between equals. */
const MOST_WEIGHT = 1 - 1e-6;

/**
 * The choice between marge (after leftovers) and écoulement: `points` plans from the most profitable to the one that clears
 * most, each maximising (1 − w) × marge + w × écoulement item by item; w is searched so that clearance is
 * covered evenly, as far as products allow. Coupling rules are left out: the frontier shows what the products
 * themselves allow.
 */
export function frontier(problem: MarkdownProblem, points = 10): FrontierPoint[] {
  const units = buildUnits(problem);
  const profit = { ...problem, goal: new Uint8Array(problem.item_count), constraints: [] };
  // The only resource is the cost of goods sold, through units; candidates keep profit as value.
  const table = buildCandidates(
    profit,
    units,
    [{ kind: 'units', by_phase: lastPhases(problem, undefined) }],
    {
      interpolate: true,
      path_limit: DEFAULT_OPTIMISE_OPTIONS.path_limit,
    },
  );
  const unitCost = Float64Array.from({ length: units.unit_count }, (_, unit) =>
    meanCost(problem, units, unit),
  );
  const choice = new Int32Array(units.unit_count);
  /** Chooses at a weight, and answers what it clears. */
  const chooseAt = (weight: number): number => {
    let cleared = 0;
    for (let unit = 0; unit < units.unit_count; unit++) {
      let best = table.start[unit] ?? 0;
      let bestScore = Number.NEGATIVE_INFINITY;
      for (let c = best; c < (table.start[unit + 1] ?? 0); c++) {
        const clears = -(table.use[c] ?? 0) * (unitCost[unit] ?? 0);
        const score = (1 - weight) * (table.value[c] ?? 0) + weight * clears;
        if (score > bestScore) [best, bestScore] = [c, score];
      }
      choice[unit] = best;
      cleared -= (table.use[best] ?? 0) * (unitCost[unit] ?? 0);
    }
    return cleared;
  };
  const weights = evenWeights(chooseAt, points);
  return weights.map((weight) => {
    chooseAt(weight);
    const plan = unfold(problem, units, table, choice);
    const { totals } = checkPlan(profit, plan);
    const { units: sold, profit: margin, profit_after_leftovers, cogs, sell_through } = totals;
    return { weight, profit: margin, profit_after_leftovers, cogs, units: sold, sell_through, plan };
  });
}

/** Weights whose plans clear evenly from the least to the most. */
function evenWeights(clearedAt: (weight: number) => number, points: number): number[] {
  const least = clearedAt(0);
  const most = clearedAt(MOST_WEIGHT);
  return Array.from({ length: points }, (_, n) => {
    if (n === 0) return 0;
    if (n === points - 1) return MOST_WEIGHT;
    const wanted = least + ((most - least) * n) / (points - 1);
    let low = 0;
    let high = MOST_WEIGHT;
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (low + high) / 2;
      if (clearedAt(middle) < wanted) low = middle;
      else high = middle;
    }
    return high;
  });
}

function unfold(
  { item_count, phase_count: phases }: MarkdownProblem,
  units: DecisionUnits,
  table: CandidateTable,
  choice: Int32Array,
): Uint8Array {
  const plan = new Uint8Array(item_count * phases);
  for (let unit = 0; unit < units.unit_count; unit++) {
    const from = (choice[unit] ?? 0) * phases;
    for (let slot = units.start[unit] ?? 0; slot < (units.start[unit + 1] ?? 0); slot++)
      plan.set(table.plan.subarray(from, from + phases), (units.members[slot] ?? 0) * phases);
  }
  return plan;
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
