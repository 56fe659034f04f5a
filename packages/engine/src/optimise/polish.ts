import { measureChoice, type Prices, pricedScore, rowUse } from './dual.ts';
import type { CoupledProblem } from './repair.ts';

/** One unit taking another candidate: what it brings, and what it changes in each row. */
interface Move {
  unit: number;
  candidate: number;
  gain: number;
  change: Float64Array;
}

export interface PolishOptions {
  /** Price of one unit of excess of each row: a rule is broken only where nothing near the choice keeps it. */
  penalty: Float64Array;
  /** Value, less the price of what is broken, at which there is nothing left to look for. */
  enough: number;
}

/** Moves that come nearest to a tie, among which pairs are looked for: few at first, then more. */
const NEAREST = [150, 600];
/** Moves of one unit that are looked at. */
const EACH = 4;
/** Most passes over single moves, and most pairs taken. */
const PASSES = 12;
const PAIRS = 120;

/**
 * Betters a choice by moves of one unit, then of two at once among those nearest to a tie: rules that leave a few
 * pieces of room, as shares of a stock do, are met by exchanges that no single move makes. Changes `choice` in place
 * and returns its value less the price of what it breaks.
 */
export function polishChoice(
  coupled: CoupledProblem,
  prices: Prices,
  choice: Int32Array,
  options: PolishOptions,
): number {
  const state = openState(coupled, choice, options.penalty);
  for (let pass = 0; pass < PASSES; pass++) if (!singlePass(coupled, choice, state)) break;
  let nearest = 0;
  for (let taken = 0; taken < PAIRS && state.worth < options.enough; ) {
    const moves = nearestMoves(coupled, prices, choice, NEAREST[nearest] ?? 0);
    const found = takePairs(state, choice, moves);
    taken += Math.max(1, found);
    if (found === 0 && ++nearest >= NEAREST.length) break;
  }
  return state.worth;
}

interface State {
  activity: Float64Array;
  limit: Float64Array;
  penalty: Float64Array;
  worth: number;
}

function openState(coupled: CoupledProblem, choice: Int32Array, penalty: Float64Array): State {
  const { value, activity } = measureChoice(coupled.table, coupled.units, coupled.rows, choice);
  const limit = Float64Array.from(coupled.rows, (row) => row.limit);
  const worth = activity.reduce(
    (sum, used, r) => sum - (penalty[r] ?? 0) * Math.max(0, used - (limit[r] ?? 0)),
    value,
  );
  return { activity, limit, penalty, worth };
}

/** What changes of rows cost, or spare, in broken rules. */
function priceOfChange(
  { activity, limit, penalty }: State,
  change: Float64Array,
  more?: Float64Array,
): number {
  let price = 0;
  for (let r = 0; r < change.length; r++) {
    const delta = (change[r] ?? 0) + (more?.[r] ?? 0);
    if (delta === 0) continue;
    const room = (activity[r] ?? 0) - (limit[r] ?? 0);
    const before = room > 0 ? room : 0;
    const after = room + delta > 0 ? room + delta : 0;
    price += (penalty[r] ?? 0) * (after - before);
  }
  return price;
}

/** Each unit takes the candidate that betters the whole most; false when none did. */
function singlePass(coupled: CoupledProblem, choice: Int32Array, state: State): boolean {
  const { table, units, rows } = coupled;
  const change = new Float64Array(rows.length);
  let bettered = false;
  for (let unit = 0; unit < units.unit_count; unit++) {
    const current = choice[unit] ?? 0;
    let best = current;
    let most = 1e-9 * Math.abs(state.worth) + 1e-12;
    for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++) {
      if (c === current) continue;
      fillChange(coupled, unit, current, c, change);
      const gain = (table.value[c] ?? 0) - (table.value[current] ?? 0) - priceOfChange(state, change);
      if (gain > most) [best, most] = [c, gain];
    }
    if (best === current) continue;
    fillChange(coupled, unit, current, best, change);
    apply(state, change, most);
    choice[unit] = best;
    bettered = true;
  }
  return bettered;
}

function fillChange(
  { table, units, rows }: CoupledProblem,
  unit: number,
  from: number,
  to: number,
  change: Float64Array,
): void {
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r];
    change[r] = row ? rowUse(table, units, row, unit, to) - rowUse(table, units, row, unit, from) : 0;
  }
}

function apply(state: State, change: Float64Array, gain: number): void {
  state.worth += gain;
  for (let r = 0; r < change.length; r++) state.activity[r] = (state.activity[r] ?? 0) + (change[r] ?? 0);
}

/** The moves that lose least at the prices of the rules, the least first. */
function nearestMoves(coupled: CoupledProblem, prices: Prices, choice: Int32Array, most: number): Move[] {
  const { table, units, rows } = coupled;
  const found: { unit: number; candidate: number; loss: number }[] = [];
  for (let unit = 0; unit < units.unit_count; unit++) {
    const current = choice[unit] ?? 0;
    const score = pricedScore(table, units, prices, unit, current);
    const own: { unit: number; candidate: number; loss: number }[] = [];
    for (let candidate = table.start[unit] ?? 0; candidate < (table.start[unit + 1] ?? 0); candidate++) {
      if (candidate === current) continue;
      const loss = score - pricedScore(table, units, prices, unit, candidate);
      if (own.length === EACH && loss >= (own[EACH - 1]?.loss ?? 0)) continue;
      own.push({ unit, candidate, loss });
      own.sort((a, b) => a.loss - b.loss);
      if (own.length > EACH) own.pop();
    }
    found.push(...own);
  }
  found.sort((a, b) => a.loss - b.loss || a.candidate - b.candidate);
  return found.slice(0, most).map(({ unit, candidate }) => {
    const current = choice[unit] ?? 0;
    const change = new Float64Array(rows.length);
    fillChange(coupled, unit, current, candidate, change);
    return { unit, candidate, gain: (table.value[candidate] ?? 0) - (table.value[current] ?? 0), change };
  });
}

/** Takes pairs of moves of units not yet touched that better the whole, the best of each first move; how many. */
function takePairs(state: State, choice: Int32Array, moves: readonly Move[]): number {
  const touched = new Set<number>();
  let taken = 0;
  for (let a = 0; a < moves.length; a++) {
    const first = moves[a];
    if (!first || touched.has(first.unit)) continue;
    let best: Move | null = null;
    let most = 1e-9 * Math.abs(state.worth) + 1e-12;
    for (let b = 0; b < a; b++) {
      const second = moves[b];
      if (!second || second.unit === first.unit || touched.has(second.unit)) continue;
      const gain = first.gain + second.gain - priceOfChange(state, first.change, second.change);
      if (gain > most) [best, most] = [second, gain];
    }
    if (best === null) continue;
    const both = first.change.map((delta, r) => delta + (best?.change[r] ?? 0));
    apply(state, both, most);
    for (const { unit, candidate } of [first, best]) {
      choice[unit] = candidate;
      touched.add(unit);
    }
    taken++;
  }
  return taken;
}
