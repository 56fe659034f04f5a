import { measureChoice, violations } from './dual.ts';
import type { CoupledProblem } from './repair.ts';

/** Highest multiplier of each row: the price of a soft rule, Infinity for a hard one. */
export type Ceilings = Float64Array;

/** Value of a choice less the price of the soft rules it breaks. */
export function priceSoft(coupled: CoupledProblem, choice: Int32Array, ceilings: Ceilings): number {
  const { value, activity } = measureChoice(coupled.table, coupled.units, coupled.rows, choice);
  let total = value;
  violations(coupled.rows, activity).forEach((excess, r) => {
    const row = coupled.rows[r];
    if (row !== undefined && !row.hard) total -= excess * row.scale * (ceilings[r] ?? 0);
  });
  return total;
}

export function hardRowsHold(coupled: CoupledProblem, choice: Int32Array): boolean {
  const { activity } = measureChoice(coupled.table, coupled.units, coupled.rows, choice);
  return violations(coupled.rows, activity).every(
    (excess, r) => excess === 0 || coupled.rows[r]?.hard === false,
  );
}
