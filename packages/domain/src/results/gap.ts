import { discountedValue } from '../price/formula.ts';

/** A line over one phase: what its plan said, what was sold. NaN or null where something is not known. */
export interface ResultLine {
  phase: number;
  family: string | null;
  base_price: number | null;
  price: number | null;
  cost: number | null;
  /** ρ, the share of its cost that an unsold unit keeps. */
  residual_value: number;
  /** As signed when the phase was validated (or rebuilt); null without a forecast. Discount in points. */
  planned_qty: number | null;
  planned_discount_pct: number | null;
  /** Before tax, as signed; left out: that of today. */
  planned_base_price?: number | null;
  qty: number;
  /** What was paid, tax included. */
  sales: number | null;
  /** Share of the phase's days on which sizes were out, weighted by their sales; null when no stock says it. */
  out_share: number | null;
}

/** The parts of a gap to the plan, in euros of margin after leftovers; they add up to the gap. */
export interface GapParts {
  price: number;
  volume: number;
  mix: number;
  stock_out: number;
}

/** What a line needs to be compared with its plan. */
interface Compared {
  planned_qty: number;
  /** What a unit sold brings, compared with leaving it unsold, at the planned price and at the price paid. */
  planned_value: number;
  qty: number;
  value: number;
}

/** `base × (1 − discount) − ρ × cost`: a unit sold brings its margin and spares what a leftover loses. */
export function unitValueAfterLeftovers(line: {
  base_price: number;
  cost: number;
  residual_value: number;
  discount_pct: number;
}): number {
  return discountedValue(line.base_price, line.discount_pct) - line.residual_value * line.cost;
}

/** What compares a line with its plan; null when its plan, its price or its cost is not known. */
export function comparedLine(line: ResultLine): Compared | null {
  const { base_price, price, cost, planned_qty, planned_discount_pct, residual_value, qty, sales } = line;
  if (planned_qty === null || planned_discount_pct === null || sales === null) return null;
  if (base_price === null || price === null || price <= 0 || cost === null) return null;
  return {
    ...{ planned_qty, qty },
    planned_value: unitValueAfterLeftovers({
      base_price: line.planned_base_price ?? base_price,
      cost,
      residual_value,
      discount_pct: planned_discount_pct,
    }),
    value: (sales * base_price) / price - residual_value * cost * qty,
  };
}

interface Mean {
  value: number;
  units: number;
}

const meanOf = ({ value, units }: Mean): number => (units > 0 ? value / units : 0);

/**
 * Splits the gap between what was planned and what was earned, line by line. With v the planned value of a unit, q the
 * planned and r the real units, V what the real units brought, o the share of days out, v̄ and v̄f the mean planned
 * value of the phase and of the line's family:
 * price = V − v·r; stock-out = −v·l with l = min(q·o, max(0, q − r)); d = r − q + l; mix = (v̄f − v̄)·d;
 * volume = v·d − mix. They add up to V − v·q.
 *
 * @returns the parts of each line, null for those that cannot be compared
 */
export function splitGap(lines: readonly ResultLine[]): (GapParts | null)[] {
  const compared = lines.map(comparedLine);
  const means = new Map<string, Mean>();
  const keysOf = ({ phase, family }: ResultLine): [string, string] => [
    `${phase}`,
    `${phase} ${family ?? ''}`,
  ];
  compared.forEach((line, index) => {
    const of = lines[index];
    if (!line || !of) return;
    for (const key of keysOf(of)) {
      const mean = means.get(key) ?? { value: 0, units: 0 };
      mean.value += line.planned_value * line.planned_qty;
      mean.units += line.planned_qty;
      means.set(key, mean);
    }
  });
  return compared.map((line, index) => {
    const of = lines[index];
    if (!line || !of) return null;
    const [whole, family] = keysOf(of).map((key) => meanOf(means.get(key) ?? { value: 0, units: 0 }));
    const { planned_value: unit, planned_qty, qty, value } = line;
    const lost = Math.min(planned_qty * (of.out_share ?? 0), Math.max(0, planned_qty - qty));
    const change = qty - planned_qty + lost;
    const mix = ((family ?? 0) - (whole ?? 0)) * change;
    return {
      price: value - unit * qty,
      volume: unit * change - mix,
      mix,
      stock_out: lost === 0 ? 0 : -unit * lost,
    };
  });
}
