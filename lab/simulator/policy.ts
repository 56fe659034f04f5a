import type { Market } from './market.ts';

/** What a policy may look at before a phase: results so far, never the hidden truth. Arrays are per item. */
export interface PhaseResult {
  discount: Float64Array;
  units: Float64Array;
  /** Units of each day of the phase: item n, day t at `n * days + t`. */
  daily: Float64Array;
  /** Units on the shelves when the phase began. */
  stock: Float64Array;
  /** Share of the customers who found their size when the phase began. */
  in_stock: Float64Array;
}

/** The shelves as the phase to be decided begins. */
export interface Present {
  phase: number;
  stock: Float64Array;
  in_stock: Float64Array;
  past: readonly PhaseResult[];
}

/** Chooses the discount of every item for the phase; never below the previous one (a price in soldes never rises). */
export type Decide = (present: Present) => Float64Array;

/** A way to choose markdowns, opened on a market whose history it may study. */
export interface Policy {
  key: string;
  /** French, for tables. */
  label: string;
  open(market: Market, residual_value: number): Decide;
}
