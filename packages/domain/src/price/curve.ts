import { nearestLevel } from '../discount/levels.ts';
import { rateAt } from './ending.ts';
import { type SalesFigures, salesFigures, type UnitPrices, unitsLeft } from './formula.ts';
import { laterUnits, type PathDemand } from './path.ts';
import { meanDiscountPct } from './rates.ts';
import { profitAfterLeftovers } from './residual.ts';

/** Expected units of a line by discount level, under its limited stock. */
export interface DemandCurve {
  /** Discounts in points, increasing, 0 first; L of them. */
  levels: readonly number[];
  /** The rate that the line's price stands at for each level, in points, where labels have endings; missing: the level. */
  rates?: readonly number[] | null;
  /** Units in the worked phase at each level; length L. */
  phase_qty: readonly number[];
  phase_p10?: readonly number[];
  phase_p90?: readonly number[];
  /** Units in all later phases: rest_qty[l0 × L + l1], worked phase at level l0, later ones at l1 ≥ l0. */
  rest_qty: readonly number[];
  /** Where several phases follow, what values those that stand at different discounts; missing: all are at the first one's. */
  path?: PathDemand | null;
}

export interface EvaluatedLine extends UnitPrices {
  curve: DemandCurve;
  /** Units at hand when the worked phase starts. */
  stock_qty: number;
  /** Discounts of the later phases in order, in points; the phase before's where missing or lower. */
  next_discount_pcts?: readonly (number | null)[] | null;
  /** ρ, the share of its cost that an unsold unit keeps; NaN figures of leftovers when missing. */
  residual_value?: number | null;
}

/** Figures of a horizon at a discount. */
export interface ForecastFigures extends SalesFigures {
  /** Units left at the end of the horizon. */
  stock: number;
  /** Turnover at full price: what the mean discount rate is measured against. */
  list_sales: number;
  /** What the discounts give up: turnover at full price less turnover. */
  discount_budget: number;
  /** Mean discount rate weighted by full-price turnover, in points; null when nothing sells. */
  sales_discount_pct: number | null;
}

/** Figures to the project's end, when what is left loses its value. */
export interface EndFigures extends ForecastFigures {
  /** « Marge après invendus ». */
  profit_after_leftovers: number;
}

export interface LineForecast {
  /** The worked phase. */
  phase: ForecastFigures;
  /** The worked phase and every later one. */
  total: EndFigures;
}

/**
 * Units at hand when the worked phase starts: the stock less what is forecast to sell until then. What is sold
 * meanwhile is part of the season's sales.
 *
 * @param upcomingQty units forecast from the data date to the worked phase; none when missing.
 */
export function stockAtPhase(stockQty: number, upcomingQty: number | null | undefined): number {
  return unitsLeft(stockQty, upcomingQty ?? 0);
}

function withStock(figures: SalesFigures, listSales: number, stockQty: number): ForecastFigures {
  return {
    ...figures,
    list_sales: listSales,
    discount_budget: listSales - figures.sales,
    stock: unitsLeft(stockQty, figures.sales_qty),
    sales_discount_pct: meanDiscountPct(figures.sales, listSales),
  };
}

/** Units sold at a discount, in points. */
interface Part {
  pct: number;
  qty: number;
}

/**
 * The place of a discount among the levels of a curve: what one that the project does not offer sells is what the nearest
 * offered does. Its price stays its own. -1 for a curve without levels.
 */
export const curvePlace = (levels: readonly number[], discountPct: number): number =>
  levels.indexOf(nearestLevel(discountPct, levels));

/** What a line sells after the worked phase, its later phases together where they stand at one discount. */
export function laterParts(
  { curve, next_discount_pcts }: Pick<EvaluatedLine, 'curve' | 'next_discount_pcts'>,
  discountPct: number,
): Part[] {
  const { levels, phase_qty, rest_qty, path } = curve;
  const phases = path ? path.phase_mean.length / levels.length : 2;
  const pcts = [discountPct];
  for (let phase = 1; phase < phases; phase++)
    pcts.push(Math.max(pcts[phase - 1] ?? 0, next_discount_pcts?.[phase - 1] ?? 0));
  const places = pcts.map((pct) => curvePlace(levels, pct));
  const [worked = 0, next = 0] = places;
  const [, ...later] = pcts;
  if (!path || later.at(-1) === later[0])
    return [{ pct: later[0] ?? discountPct, qty: rest_qty[worked * levels.length + next] ?? 0 }];
  const units = laterUnits(path, places, levels.length, phase_qty[worked] ?? 0);
  return later.map((pct, index) => ({ pct, qty: units[index] ?? 0 }));
}

/**
 * What a line sells at a discount: figures of the worked phase and of all phases left.
 *
 * Each later phase stands at its discount of next_discount_pcts, or at that of the phase before when it is missing or
 * lower (prices never go back up).
 *
 * @returns null when the curve has no level.
 */
export function evaluateLine(line: EvaluatedLine, discountPct: number): LineForecast | null {
  const { levels, phase_qty } = line.curve;
  const level = curvePlace(levels, discountPct);
  if (level < 0) return null;
  const later = laterParts(line, discountPct);
  const phaseQuantity = phase_qty[level] ?? 0;
  const phase = salesFigures(line, rateAt(line.curve, discountPct), phaseQuantity);
  const rest = later.map(({ pct, qty }) => salesFigures(line, rateAt(line.curve, pct), qty));
  const sum = (name: keyof SalesFigures): number =>
    rest.reduce((total, part) => total + part[name], phase[name]);
  const total: SalesFigures = {
    sales_qty: sum('sales_qty'),
    sales: sum('sales'),
    profit: sum('profit'),
    cogs: sum('cogs'),
  };
  const end = withStock(total, line.price * total.sales_qty, line.stock_qty);
  const kept = line.residual_value ?? Number.NaN;
  return {
    phase: withStock(phase, line.price * phaseQuantity, line.stock_qty),
    total: { ...end, profit_after_leftovers: profitAfterLeftovers(end.profit, kept, line.cost, end.stock) },
  };
}

/** The change of each additive figure; the browser adds it to the row, its groups and the total. */
export interface FiguresDelta extends SalesFigures {
  stock: number;
  list_sales: number;
  discount_budget: number;
  /** To the project's end alone. */
  profit_after_leftovers?: number;
}

export interface ForecastDelta {
  phase: FiguresDelta;
  total: FiguresDelta;
}

function difference(before: ForecastFigures, after: ForecastFigures): FiguresDelta {
  return {
    sales_qty: after.sales_qty - before.sales_qty,
    sales: after.sales - before.sales,
    profit: after.profit - before.profit,
    cogs: after.cogs - before.cogs,
    stock: after.stock - before.stock,
    list_sales: after.list_sales - before.list_sales,
    discount_budget: after.discount_budget - before.discount_budget,
  };
}

/**
 * What moving a line from one discount to another changes.
 *
 * @returns null when the curve has no level.
 */
export function forecastDelta(line: EvaluatedLine, fromPct: number, toPct: number): ForecastDelta | null {
  const before = evaluateLine(line, fromPct);
  const after = evaluateLine(line, toPct);
  if (!before || !after) return null;
  const profit_after_leftovers = after.total.profit_after_leftovers - before.total.profit_after_leftovers;
  return {
    phase: difference(before.phase, after.phase),
    total: { ...difference(before.total, after.total), profit_after_leftovers },
  };
}
