import { logMultiplier } from './predict.ts';
import type { DemandModel, ThirdPartyForecast } from './types.ts';

/** Units forecast elsewhere for some items, periods and discounts, ordered by item, period and discount. */
export interface GivenUnits {
  /** Position in the request, and number of the period. */
  line: Int32Array;
  period: Int32Array;
  /** Share, 0..1. */
  discount: Float32Array;
  /** Unlimited demand of the whole period. */
  units: Float32Array;
  /** Own-price elasticity that comes with it; NaN: none. */
  elasticity: Float32Array;
}

/** What the forecasts are wanted for: a model's rows, their discounts, and the number of each phase's period. */
export interface GivenQuestion {
  /** Row of the model of each line. */
  items: Int32Array;
  /** Discount levels as shares, ascending. */
  levels: Float64Array;
  /** See `CurveRequest`. */
  item_levels?: Float64Array | null;
  periods: readonly number[];
}

/**
 * Somebody else's forecasts at every level asked. Between two given discounts, ln units follow ln(1 − d) (units
 * themselves where one of them is nought); beyond them, the response of the given elasticity, (1 − d)^ε, or of the
 * model where none is given. Lines and phases without a forecast are NaN: the model's own stay.
 */
export function spreadForecasts(
  model: DemandModel,
  given: GivenUnits,
  { items, levels, item_levels, periods }: GivenQuestion,
): ThirdPartyForecast {
  const [phases, count] = [periods.length, levels.length];
  const phase_mean = new Float32Array(items.length * phases * count).fill(Number.NaN);
  const phaseOf = new Map(periods.map((period, phase) => [period, phase]));
  for (let from = 0, to = 0; from < given.line.length; from = to) {
    while (
      to < given.line.length &&
      given.line[to] === given.line[from] &&
      given.period[to] === given.period[from]
    )
      to++;
    const line = given.line[from] ?? 0;
    const phase = phaseOf.get(given.period[from] ?? -1);
    if (phase === undefined || line >= items.length) continue;
    levels.forEach((shared, l) => {
      const level = item_levels?.[line * count + l] ?? shared;
      phase_mean[(line * phases + phase) * count + l] = unitsAt(
        model,
        items[line] ?? 0,
        given,
        from,
        to,
        level,
      );
    });
  }
  return { phase_mean };
}

/** Units at a discount from the points `from … to − 1`, ascending in the discount. */
function unitsAt(
  model: DemandModel,
  item: number,
  given: GivenUnits,
  from: number,
  to: number,
  discount: number,
): number {
  const at = (n: number) => given.discount[n] ?? 0;
  let above = from;
  while (above < to && at(above) < discount - 1e-6) above++;
  const nearest = Math.min(above, to - 1);
  if (above < to && Math.abs(at(above) - discount) <= 1e-6) return given.units[above] ?? 0;
  if (above > from && above < to) return between(given, above - 1, above, discount);
  const response = (share: number): number => {
    const own = given.elasticity[nearest] ?? Number.NaN;
    return Number.isNaN(own) ? logMultiplier(model, item, share) : -Math.abs(own) * Math.log1p(-share);
  };
  return (given.units[nearest] ?? 0) * Math.exp(response(discount) - response(at(nearest)));
}

function between(given: GivenUnits, low: number, high: number, discount: number): number {
  const [a, b] = [given.units[low] ?? 0, given.units[high] ?? 0];
  const depth = (share: number) => -Math.log1p(-share);
  const [from, to] = [depth(given.discount[low] ?? 0), depth(given.discount[high] ?? 0)];
  const part = (depth(discount) - from) / (to - from);
  return a > 0 && b > 0 ? a * (b / a) ** part : a + part * (b - a);
}
