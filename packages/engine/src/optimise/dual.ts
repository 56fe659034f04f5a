import type { CandidateTable } from './candidate-table.ts';
import type { CouplingRow } from './rows.ts';
import type { DecisionUnits } from './units.ts';

/** Multipliers unfolded for the inner loop: one per resource, and per level for products and for stock. */
export interface Prices {
  resource: Float64Array;
  count: Float64Array;
  stock: Float64Array;
}

/** Unfolds row multipliers (in the units of the rows, unscaled) into prices. */
export function pricesOf(
  rows: readonly CouplingRow[],
  multipliers: Float64Array,
  levels: number,
  resources: number,
): Prices {
  const prices = {
    resource: new Float64Array(resources),
    count: new Float64Array(levels),
    stock: new Float64Array(levels),
  };
  rows.forEach((row, r) => {
    const target = prices[row.kind];
    target[row.index] = (target[row.index] ?? 0) + row.sign * (multipliers[r] ?? 0);
  });
  return prices;
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
  const first = prices.resource[0] ?? 0;
  let total = 0;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const weight = units.weight[unit] ?? 0;
    const stock = units.stock[unit] ?? 0;
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    const end = start[unit + 1] ?? 0;
    for (let c = start[unit] ?? 0; c < end; c++) {
      const l = level[c] ?? 0;
      let score = (value[c] ?? 0) - weight * (prices.count[l] ?? 0) - stock * (prices.stock[l] ?? 0);
      if (resources > 0) {
        score -= first * (use[c * resources] ?? 0);
        for (let r = 1; r < resources; r++)
          score -= (prices.resource[r] ?? 0) * (use[c * resources + r] ?? 0);
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

/** Score of one candidate at the given prices. */
export function pricedScore(
  table: CandidateTable,
  units: DecisionUnits,
  prices: Prices,
  unit: number,
  c: number,
): number {
  const l = table.level[c] ?? 0;
  let score = table.value[c] ?? 0;
  score -=
    (units.weight[unit] ?? 0) * (prices.count[l] ?? 0) + (units.stock[unit] ?? 0) * (prices.stock[l] ?? 0);
  for (let r = 0; r < table.resource_count; r++)
    score -= (prices.resource[r] ?? 0) * (table.use[c * table.resource_count + r] ?? 0);
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
  const resources = new Float64Array(table.resource_count);
  const counts = new Float64Array(256);
  const stocks = new Float64Array(256);
  let value = 0;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const c = choice[unit] ?? 0;
    const l = table.level[c] ?? 0;
    value += table.value[c] ?? 0;
    counts[l] = (counts[l] ?? 0) + (units.weight[unit] ?? 0);
    stocks[l] = (stocks[l] ?? 0) + (units.stock[unit] ?? 0);
    for (let r = 0; r < table.resource_count; r++)
      resources[r] = (resources[r] ?? 0) + (table.use[c * table.resource_count + r] ?? 0);
  }
  const activity = Float64Array.from(rows, (row) => {
    if (row.kind === 'resource') return resources[row.index] ?? 0;
    return row.sign * ((row.kind === 'count' ? counts : stocks)[row.index] ?? 0);
  });
  return { value, activity };
}

/** Violation of each row beyond rounding, in units of its scale. */
export function violations(rows: readonly CouplingRow[], activity: Float64Array): Float64Array {
  return Float64Array.from(rows, (row, r) => {
    const excess = ((activity[r] ?? 0) - row.limit) / row.scale;
    return excess > 1e-9 ? excess : 0;
  });
}

/** Σ max (value − prices · use) + multipliers · limits: no choice that meets the rows is worth more. */
export function dualBound(
  coupled: { table: CandidateTable; units: DecisionUnits; rows: readonly CouplingRow[] },
  prices: Prices,
  multipliers: Float64Array,
): number {
  const choice = new Int32Array(coupled.units.unit_count);
  let bound = choosePriced(coupled.table, coupled.units, prices, choice);
  coupled.rows.forEach((row, r) => {
    bound += (multipliers[r] ?? 0) * row.limit;
  });
  return bound;
}
