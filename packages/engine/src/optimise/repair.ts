import type { CandidateTable } from './candidate-table.ts';
import { measureChoice, type Prices, pricedScore, rowUse, violations } from './dual.ts';
import type { CouplingRow } from './rows.ts';
import type { DecisionUnits } from './units.ts';

/** The table, the units and the rows: what every step of the coupled search works on. */
export interface CoupledProblem {
  table: CandidateTable;
  units: DecisionUnits;
  rows: readonly CouplingRow[];
  level_count: number;
}

interface Flip {
  unit: number;
  candidate: number;
  rate: number;
}

/**
 * Swaps: for the most violated rule, units change to another candidate in the order of the priced loss
 * per unit of violation removed, as long as no other rule gets worse. Changes `choice` in place and
 * returns whether every rule holds.
 */
export function repairChoice(coupled: CoupledProblem, prices: Prices, choice: Int32Array): boolean {
  const { table, units, rows } = coupled;
  const { activity } = measureChoice(table, units, rows, choice);
  const givenUp = new Set<number>();
  for (let round = 0; round < 4 * rows.length + 4; round++) {
    const violated = violations(rows, activity);
    const worst = worstRow(violated, givenUp);
    if (worst < 0) return violated.every((excess) => excess === 0);
    const before = violated[worst] ?? 0;
    const flips = usefulFlips(coupled, prices, choice, worst);
    for (const flip of flips) {
      if ((activity[worst] ?? 0) <= (rows[worst]?.limit ?? 0)) break;
      tryFlip(coupled, choice, activity, flip, worst);
    }
    if ((violations(rows, activity)[worst] ?? 0) > 0.5 * before) givenUp.add(worst);
  }
  return violations(rows, activity).every((excess) => excess === 0);
}

function worstRow(violated: Float64Array, except: ReadonlySet<number>): number {
  let worst = -1;
  violated.forEach((excess, r) => {
    if (excess > 0 && !except.has(r) && (worst < 0 || excess > (violated[worst] ?? 0))) worst = r;
  });
  return worst;
}

function usefulFlips(coupled: CoupledProblem, prices: Prices, choice: Int32Array, target: number): Flip[] {
  const { table, units, rows } = coupled;
  const row = rows[target];
  const flips: Flip[] = [];
  if (row === undefined) return flips;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const current = choice[unit] ?? 0;
    const score = pricedScore(table, units, prices, unit, current);
    const used = rowUse(table, units, row, unit, current);
    let best: Flip | null = null;
    for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++) {
      const saved = used - rowUse(table, units, row, unit, c);
      if (c === current || saved <= 0) continue;
      const rate = (score - pricedScore(table, units, prices, unit, c)) / saved;
      if (best === null || rate < best.rate) best = { unit, candidate: c, rate };
    }
    if (best !== null) flips.push(best);
  }
  return flips.sort((a, b) => a.rate - b.rate || a.unit - b.unit);
}

/** Applies the flip unless a rule other than `target` would become violated, or more violated. */
function tryFlip(
  coupled: CoupledProblem,
  choice: Int32Array,
  activity: Float64Array,
  flip: Flip,
  target: number,
): boolean {
  const { table, units, rows } = coupled;
  const current = choice[flip.unit] ?? 0;
  const change = rows.map(
    (row) =>
      rowUse(table, units, row, flip.unit, flip.candidate) - rowUse(table, units, row, flip.unit, current),
  );
  for (let r = 0; r < rows.length; r++) {
    const delta = change[r] ?? 0;
    if (r !== target && delta > 0 && (activity[r] ?? 0) + delta > (rows[r]?.limit ?? 0)) return false;
  }
  for (let r = 0; r < rows.length; r++) activity[r] = (activity[r] ?? 0) + (change[r] ?? 0);
  choice[flip.unit] = flip.candidate;
  return true;
}

/**
 * Spends what the rules leave: single changes that raise the value and break no rule, best first,
 * until none is left (at most a few passes). The choice must already meet the rules.
 */
export function improveChoice(coupled: CoupledProblem, choice: Int32Array): void {
  const { table, units, rows } = coupled;
  const { activity } = measureChoice(table, units, rows, choice);
  for (let pass = 0; pass < 4; pass++) {
    const flips: Flip[] = [];
    for (let unit = 0; unit < units.unit_count; unit++) {
      const current = choice[unit] ?? 0;
      for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++) {
        const gain = (table.value[c] ?? 0) - (table.value[current] ?? 0);
        if (gain > 1e-9) flips.push({ unit, candidate: c, rate: -gain });
      }
    }
    flips.sort((a, b) => a.rate - b.rate || a.unit - b.unit);
    let changed = 0;
    for (const flip of flips) {
      const gain = (table.value[flip.candidate] ?? 0) - (table.value[choice[flip.unit] ?? 0] ?? 0);
      if (gain > 1e-9 && tryFlip(coupled, choice, activity, flip, -1)) changed++;
    }
    if (changed === 0) return;
  }
}
