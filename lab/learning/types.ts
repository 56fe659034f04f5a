import type { DayNumber } from '../../packages/engine/src/demand/types.ts';

/** What a finished or running phase taught: used between two phases. Arrays are per model item. */
export interface PhaseObservation {
  /** The window observed. */
  from_day: DayNumber;
  to_day: DayNumber;
  /** Units sold, discount in force, share of the window in stock, share of sizes at its start. */
  units: Float64Array;
  discount: Float64Array;
  availability: Float64Array | null;
  breadth: Float64Array | null;
}
