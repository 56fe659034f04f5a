import type { CandidateTable } from './candidate-table.ts';
import type { CouplingRow } from './rows.ts';
import type { DecisionUnits } from './units.ts';

/**
 * Multipliers unfolded for the inner loop, project by project: one per resource at `project * R + r`, and per level for
 * products and for stock at `project * L + l`. What a rule over all projects charges is in each of them.
 */
export interface Prices {
  resource: Float64Array;
  count: Float64Array;
  stock: Float64Array;
  level_count: number;
  resource_count: number;
}

/** Unfolds row multipliers (in the units of the rows, unscaled) into prices. */
export function pricesOf({ rows, level_count, table, units }: Coupled, multipliers: Float64Array): Prices {
  const projects = units.phases.length;
  const resource_count = table.resource_count;
  const prices = {
    resource: new Float64Array(projects * resource_count),
    count: new Float64Array(projects * level_count),
    stock: new Float64Array(projects * level_count),
  };
  rows.forEach((row, r) => {
    const target = prices[row.kind];
    const width = row.kind === 'resource' ? resource_count : level_count;
    for (let project = 0; project < projects; project++) {
      if (row.project >= 0 && row.project !== project) continue;
      const at = project * width + row.index;
      target[at] = (target[at] ?? 0) + row.sign * (multipliers[r] ?? 0);
    }
  });
  return { ...prices, level_count, resource_count };
}

/** What a unit is charged for each resource. */
export function resourcePrices(prices: Prices, units: DecisionUnits, unit: number): Float64Array {
  const from = (units.project[unit] ?? 0) * prices.resource_count;
  return prices.resource.subarray(from, from + prices.resource_count);
}

/** What prices and activities are about. */
interface Coupled {
  table: CandidateTable;
  units: DecisionUnits;
  rows: readonly CouplingRow[];
  level_count: number;
}

/**
 * Each unit takes its best candidate at the given prices. Writes the choice and returns the sum of the
 * priced scores, Σ max (value − prices · use), without the rows' limits.
 */
export function choosePriced(
  table: CandidateTable,
  units: DecisionUnits,
  prices: Prices,
  choice: Int32Array,
): number {
  const { start, level, value, use, resource_count: resources } = table;
  const { level_count: levels, resource: resourcePrice } = prices;
  let total = 0;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const project = units.project[unit] ?? 0;
    const atLevel = project * levels;
    const atResource = project * resources;
    const first = resourcePrice[atResource] ?? 0;
    const weight = units.weight[unit] ?? 0;
    const stock = units.stock[unit] ?? 0;
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    const end = start[unit + 1] ?? 0;
    for (let c = start[unit] ?? 0; c < end; c++) {
      const l = atLevel + (level[c] ?? 0);
      let score = (value[c] ?? 0) - weight * (prices.count[l] ?? 0) - stock * (prices.stock[l] ?? 0);
      if (resources > 0) {
        score -= first * (use[c * resources] ?? 0);
        for (let r = 1; r < resources; r++)
          score -= (resourcePrice[atResource + r] ?? 0) * (use[c * resources + r] ?? 0);
      }
      if (score > bestScore) {
        bestScore = score;
        best = c;
      }
    }
    choice[unit] = best;
    total += bestScore;
  }
  return total;
}

/** The best candidate of each unit at some multipliers of the rows. */
export function choiceAt(coupled: Coupled, multipliers: Float64Array): Int32Array {
  const choice = new Int32Array(coupled.units.unit_count);
  choosePriced(coupled.table, coupled.units, pricesOf(coupled, multipliers), choice);
  return choice;
}

/** Score of one candidate at the given prices. */
export function pricedScore(
  table: CandidateTable,
  units: DecisionUnits,
  prices: Prices,
  unit: number,
  c: number,
): number {
  const project = units.project[unit] ?? 0;
  const l = project * prices.level_count + (table.level[c] ?? 0);
  const base = project * table.resource_count;
  let score = table.value[c] ?? 0;
  score -=
    (units.weight[unit] ?? 0) * (prices.count[l] ?? 0) + (units.stock[unit] ?? 0) * (prices.stock[l] ?? 0);
  for (let r = 0; r < table.resource_count; r++)
    score -= (prices.resource[base + r] ?? 0) * (table.use[c * table.resource_count + r] ?? 0);
  return score;
}

/** How much candidate c of a unit uses of a row (signed as the row is). */
export function rowUse(
  table: CandidateTable,
  units: DecisionUnits,
  row: CouplingRow,
  unit: number,
  c: number,
): number {
  if (row.project >= 0 && row.project !== units.project[unit]) return 0;
  if (row.kind === 'resource') return table.use[c * table.resource_count + row.index] ?? 0;
  if (table.level[c] !== row.index) return 0;
  return row.sign * ((row.kind === 'count' ? units.weight[unit] : units.stock[unit]) ?? 0);
}

/** Activity of every row, and the value, of a choice. */
export function measureChoice(
  table: CandidateTable,
  units: DecisionUnits,
  rows: readonly CouplingRow[],
  choice: Int32Array,
): { value: number; activity: Float64Array } {
  const projects = units.phases.length;
  const width = table.resource_count;
  const resources = new Float64Array(projects * width);
  const counts = new Float64Array(projects * LEVELS);
  const stocks = new Float64Array(projects * LEVELS);
  let value = 0;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const c = choice[unit] ?? 0;
    const project = units.project[unit] ?? 0;
    const l = project * LEVELS + (table.level[c] ?? 0);
    value += table.value[c] ?? 0;
    counts[l] = (counts[l] ?? 0) + (units.weight[unit] ?? 0);
    stocks[l] = (stocks[l] ?? 0) + (units.stock[unit] ?? 0);
    for (let r = 0, at = project * width; r < width; r++, at++)
      resources[at] = (resources[at] ?? 0) + (table.use[c * width + r] ?? 0);
  }
  const activity = Float64Array.from(rows, (row) => {
    if (row.kind === 'resource') return row.sign * sumOfRow(resources, width, row, projects);
    return row.sign * sumOfRow(row.kind === 'count' ? counts : stocks, LEVELS, row, projects);
  });
  return { value, activity };
}

/** Levels that a problem may have: they are bits of a number. */
const LEVELS = 32;

/** A row's own sum: of its project, or of all of them. */
function sumOfRow(sums: Float64Array, width: number, row: CouplingRow, projects: number): number {
  if (row.project >= 0) return sums[row.project * width + row.index] ?? 0;
  let total = 0;
  for (let project = 0; project < projects; project++) total += sums[project * width + row.index] ?? 0;
  return total;
}

/** Violation of each row beyond rounding, in units of its scale. */
export function violations(rows: readonly CouplingRow[], activity: Float64Array): Float64Array {
  return Float64Array.from(rows, (row, r) => {
    const excess = ((activity[r] ?? 0) - row.limit) / row.scale;
    return excess > 1e-9 ? excess : 0;
  });
}

/** Σ max (value − prices · use) + multipliers · limits: no choice that meets the rows is worth more. */
export function dualBound(coupled: Coupled, prices: Prices, multipliers: Float64Array): number {
  const choice = new Int32Array(coupled.units.unit_count);
  let bound = choosePriced(coupled.table, coupled.units, prices, choice);
  coupled.rows.forEach((row, r) => {
    bound += (multipliers[r] ?? 0) * row.limit;
  });
  return bound;
}
