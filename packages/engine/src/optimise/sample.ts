import type { CandidateTable } from './candidate-table.ts';
import { type Prices, pricedScore } from './dual.ts';
import type { CoupledProblem } from './repair.ts';
import type { DecisionUnits } from './units.ts';

/**
 * One unit in `stride`, with the rules' limits in proportion of what the sample uses when free: its multipliers
 * are nearly those of the whole.
 */
export function sampleProblem(coupled: CoupledProblem, stride: number): CoupledProblem {
  const chosen: number[] = [];
  for (let unit = 0; unit < coupled.units.unit_count; unit += stride) chosen.push(unit);
  const units = sampleUnits(coupled.units, chosen);
  const table = sampleTable(coupled.table, chosen);
  const whole = freeUse(coupled);
  const part = freeUse({ ...coupled, units, table });
  const rows = coupled.rows.map((row, r) => {
    const share = ratio(part[r], whole[r]);
    return { ...row, limit: row.limit * share, scale: row.scale * share };
  });
  return { level_count: coupled.level_count, units, table, rows };
}

function ratio(part: number | undefined, whole: number | undefined): number {
  return part === undefined || whole === undefined || whole === 0 ? 1 : part / whole;
}

/** What the units have of each row: what they use when free of a resource, their products or stock of a share. */
function freeUse({ table, units, rows }: CoupledProblem): Float64Array {
  const projects = units.phases.length;
  const width = table.resource_count;
  const resources = new Float64Array(projects * width);
  const weight = new Float64Array(projects);
  const stock = new Float64Array(projects);
  for (let unit = 0; unit < units.unit_count; unit++) {
    let best = table.start[unit] ?? 0;
    for (let c = best + 1; c < (table.start[unit + 1] ?? 0); c++)
      if ((table.value[c] ?? 0) > (table.value[best] ?? 0)) best = c;
    const project = units.project[unit] ?? 0;
    for (let r = 0; r < width; r++)
      resources[project * width + r] =
        (resources[project * width + r] ?? 0) + (table.use[best * width + r] ?? 0);
    weight[project] = (weight[project] ?? 0) + (units.weight[unit] ?? 0);
    stock[project] = (stock[project] ?? 0) + (units.stock[unit] ?? 0);
  }
  return Float64Array.from(rows, (row) => {
    let total = 0;
    for (let project = 0; project < projects; project++) {
      if (row.project >= 0 && row.project !== project) continue;
      if (row.kind === 'resource') total += resources[project * width + row.index] ?? 0;
      else total += (row.kind === 'count' ? weight : stock)[project] ?? 0;
    }
    return total;
  });
}

function sampleUnits(units: DecisionUnits, chosen: readonly number[]): DecisionUnits {
  return {
    ...units,
    unit_count: chosen.length,
    weight: Float64Array.from(chosen, (unit) => units.weight[unit] ?? 0),
    stock: Float64Array.from(chosen, (unit) => units.stock[unit] ?? 0),
    project: Int32Array.from(chosen, (unit) => units.project[unit] ?? 0),
  };
}

function sampleTable(table: CandidateTable, chosen: readonly number[]): CandidateTable {
  const start = new Int32Array(chosen.length + 1);
  chosen.forEach((unit, n) => {
    start[n + 1] = (start[n] ?? 0) + (table.start[unit + 1] ?? 0) - (table.start[unit] ?? 0);
  });
  const count = start[chosen.length] ?? 0;
  const level = new Uint8Array(count);
  const value = new Float64Array(count);
  const use = new Float64Array(count * table.resource_count);
  chosen.forEach((unit, n) => {
    const from = table.start[unit] ?? 0;
    const to = table.start[unit + 1] ?? 0;
    level.set(table.level.subarray(from, to), start[n]);
    value.set(table.value.subarray(from, to), start[n]);
    use.set(
      table.use.subarray(from * table.resource_count, to * table.resource_count),
      (start[n] ?? 0) * table.resource_count,
    );
  });
  return { ...table, start, level, value, use };
}

/** A problem with some of its candidates. */
export interface NearProblem {
  near: CoupledProblem;
  /** The candidate of the whole problem that each of its own is. */
  kept: Int32Array;
}

/**
 * The same problem with only the candidates that come near the best at the given prices (within `margin` of the
 * unit's range of values): what a search around these prices needs to look at.
 */
export function nearProblem(coupled: CoupledProblem, prices: Prices, margin: number): NearProblem {
  const { table, units } = coupled;
  const start = new Int32Array(units.unit_count + 1);
  const all = new Int32Array(table.start[units.unit_count] ?? 0);
  const scores = new Float64Array(largestUnit(table, units));
  let count = 0;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const from = table.start[unit] ?? 0;
    const to = table.start[unit + 1] ?? 0;
    let best = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    for (let c = from; c < to; c++) {
      const score = pricedScore(table, units, prices, unit, c);
      scores[c - from] = score;
      if (score > best) best = score;
      if ((table.value[c] ?? 0) < low) low = table.value[c] ?? 0;
    }
    const limit = best - margin * Math.max(Math.abs(best), best - low);
    for (let c = from; c < to; c++) if ((scores[c - from] ?? 0) >= limit) all[count++] = c;
    start[unit + 1] = count;
  }
  const kept = all.slice(0, count);
  return { near: { ...coupled, table: pickCandidates(table, start, kept) }, kept };
}

/** Candidates of the unit that has most of them. */
function largestUnit(table: CandidateTable, units: DecisionUnits): number {
  let largest = 0;
  for (let unit = 0; unit < units.unit_count; unit++)
    largest = Math.max(largest, (table.start[unit + 1] ?? 0) - (table.start[unit] ?? 0));
  return largest;
}

function pickCandidates(table: CandidateTable, start: Int32Array, kept: Int32Array): CandidateTable {
  const resources = table.resource_count;
  const level = new Uint8Array(kept.length);
  const value = new Float64Array(kept.length);
  const use = new Float64Array(kept.length * resources);
  for (let n = 0; n < kept.length; n++) {
    const c = kept[n] ?? 0;
    level[n] = table.level[c] ?? 0;
    value[n] = table.value[c] ?? 0;
    for (let r = 0; r < resources; r++) use[n * resources + r] = table.use[c * resources + r] ?? 0;
  }
  return { ...table, start, level, value, use };
}
