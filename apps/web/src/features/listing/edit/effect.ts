import {
  type DiscountBucket,
  type DiscountKind,
  discountIncrement,
  discountKind,
  effectiveDiscount,
  evaluateLine,
  type FiguresDelta,
  type ForecastDelta,
  type ForecastFamily,
  forecastDelta,
} from '@palier/domain';
import type { BeforeFigures, Figures, Group, Line } from '../rows/row.ts';

/** The part of a line that a user changes; a missing key is left alone. */
export interface LineChange {
  discount_pct_user?: number | null;
  included?: boolean;
  discount_pct_reviewed?: boolean;
  optimization_goal?: string | null;
}

/** What the change of a line adds to its groups and to the total. */
export interface RowDelta {
  forecast: ForecastDelta | null;
  discount_budget: number;
  from_pct: number | null;
  to_pct: number | null;
  stock_qty: number;
  user_count: number;
  from_kind: DiscountKind | null;
  to_kind: DiscountKind | null;
  reviewed_count: number;
  included_count: number;
}

function unitPrice(price: Line['price']): number {
  return typeof price === 'number' ? price : (price?.[0] ?? Number.NaN);
}

/** Units at hand when the worked phase starts: what the server forecasts sold, and left. */
function phaseStock(line: Line): number {
  const { phase_forecast: phase } = line;
  if (phase?.stock !== null && phase?.stock !== undefined) return phase.stock + (phase.sales_qty ?? 0);
  return line.stock_qty ?? 0;
}

function evaluated(line: Line) {
  if (!line.curve) return null;
  return {
    curve: line.curve,
    price: unitPrice(line.price),
    base_price: line.base_price ?? Number.NaN,
    cost: line.cost ?? Number.NaN,
    stock_qty: phaseStock(line),
    next_discount_pct: line.next_discount_pcts?.[0] ?? null,
  };
}

/** Figures of a line at every level of its curve, for the ladder and the charts. */
export function lineAtLevels(
  line: Line,
): { level: number; price: number; sales_qty: number; sales: number; profit: number }[] {
  const input = evaluated(line);
  if (!input) return [];
  return input.curve.levels.flatMap((level) => {
    const forecast = evaluateLine(input, level);
    if (!forecast) return [];
    const { sales_qty, sales, profit } = forecast.phase;
    return [{ level, price: input.price * (1 - level / 100), sales_qty, sales, profit }];
  });
}

function add(value: number | null | undefined, change: number): number | null {
  if (value === null || value === undefined) return value ?? null;
  return Number.isFinite(change) ? value + change : value;
}

function moveFamily(
  family: ForecastFamily | null | undefined,
  delta: FiguresDelta,
): ForecastFamily | null | undefined {
  if (!family) return family;
  const moved: ForecastFamily = {
    ...family,
    sales_qty: add(family.sales_qty, delta.sales_qty),
    sales: add(family.sales, delta.sales),
    profit: add(family.profit, delta.profit),
    cogs: add(family.cogs, delta.cogs),
    stock: add(family.stock, delta.stock),
    list_sales: add(family.list_sales, delta.list_sales),
    season_sales_qty: add(family.season_sales_qty, delta.sales_qty),
    available_qty: add(family.available_qty, delta.sales_qty + delta.stock),
  };
  // The rates come from the sums, never from other rates.
  if (moved.list_sales) moved.sales_discount_pct = 100 * (1 - (moved.sales ?? 0) / moved.list_sales);
  if (moved.available_qty)
    moved.sell_through_pct = (100 * (moved.season_sales_qty ?? 0)) / moved.available_qty;
  return moved;
}

/** The figures that the session's effect is measured from. */
export function beforeOf(row: Figures): BeforeFigures {
  return {
    sales_qty: row.phase_forecast?.sales_qty ?? null,
    sales: row.phase_forecast?.sales ?? null,
    profit: row.phase_forecast?.profit ?? null,
    stock: row.phase_forecast?.stock ?? null,
    discount_budget: row.discount_budget ?? null,
    discount_pct: row.discount_pct ?? null,
  };
}

function countChange(before: boolean, after: boolean): number {
  return Number(after) - Number(before);
}

/**
 * A line once changed, and what that adds to the rows above it; from the curve that came with the
 * line, so that it is known in the same frame. Without a curve only the decision itself changes.
 */
export function changeLine(
  line: Line,
  change: LineChange,
  hasOptimizations: boolean,
): { line: Line; delta: RowDelta } {
  const decided: Line = { ...line, ...change };
  const from = line.discount_pct ?? null;
  const to = effectiveDiscount(decided);
  const input = evaluated(line);
  const forecast =
    input && from !== null && to !== null && from !== to ? forecastDelta(input, from, to) : null;
  const budget = forecast ? forecast.phase.list_sales - forecast.phase.sales : 0;
  const changed: Line = {
    ...decided,
    before: line.before ?? beforeOf(line),
    discount_pct: to,
    discount_kind: discountKind(decided, hasOptimizations),
    phase_forecast: forecast ? moveFamily(line.phase_forecast, forecast.phase) : line.phase_forecast,
    forecast: forecast ? moveFamily(line.forecast, forecast.total) : line.forecast,
    discount_budget: add(line.discount_budget, budget),
  };
  changed.discount_pct_incr = discountIncrement(changed);
  const isUser = (row: Line): boolean =>
    row.discount_pct_user !== null && row.discount_pct_user !== undefined;
  return {
    line: changed,
    delta: {
      forecast,
      discount_budget: Number.isFinite(budget) ? budget : 0,
      from_pct: from,
      to_pct: to,
      stock_qty: line.stock_qty ?? 0,
      user_count: countChange(isUser(line), isUser(changed)),
      from_kind: line.discount_kind ?? discountKind(line, hasOptimizations),
      to_kind: changed.discount_kind ?? null,
      reviewed_count: countChange(
        line.discount_pct_reviewed === true,
        changed.discount_pct_reviewed === true,
      ),
      included_count: countChange(line.included !== false, changed.included !== false),
    },
  };
}

function moveBucket(buckets: DiscountBucket[], delta: RowDelta): DiscountBucket[] {
  if (delta.from_pct === delta.to_pct) return buckets;
  const at = (pct: number | null): DiscountBucket =>
    buckets.find((bucket) => bucket.discount_pct === pct) ?? {
      discount_pct: pct,
      discount_count: 0,
      sum_stock_qty: 0,
    };
  const shift = (pct: number | null, sign: 1 | -1): DiscountBucket => {
    const bucket = at(pct);
    return {
      ...bucket,
      discount_count: bucket.discount_count + sign,
      sum_stock_qty: bucket.sum_stock_qty + sign * delta.stock_qty,
    };
  };
  const rest = buckets.filter(
    ({ discount_pct }) => discount_pct !== delta.from_pct && discount_pct !== delta.to_pct,
  );
  return [...rest, shift(delta.from_pct, -1), shift(delta.to_pct, 1)]
    .filter((bucket) => bucket.discount_count > 0)
    .sort((left, right) => (left.discount_pct ?? 101) - (right.discount_pct ?? 101));
}

function moveKind(counts: Group['discount_kind_counts'], delta: RowDelta): Group['discount_kind_counts'] {
  const { from_kind, to_kind } = delta;
  if (from_kind === to_kind) return counts;
  const moved = { ...counts };
  if (from_kind) moved[from_kind] -= 1;
  if (to_kind) moved[to_kind] += 1;
  return moved;
}

/** A group or the total once one of its lines has changed; the mean discount is weighted by stock. */
export function changeGroup(group: Group, delta: RowDelta): Group {
  const stock = group.stock_qty ?? 0;
  const pctChange =
    stock > 0 && delta.from_pct !== null && delta.to_pct !== null
      ? ((delta.to_pct - delta.from_pct) * delta.stock_qty) / stock
      : 0;
  const { forecast } = delta;
  return {
    ...group,
    before: group.before ?? beforeOf(group),
    discount_pct: add(group.discount_pct, pctChange),
    discount_budget: add(group.discount_budget, delta.discount_budget),
    phase_forecast: forecast ? moveFamily(group.phase_forecast, forecast.phase) : group.phase_forecast,
    forecast: forecast ? moveFamily(group.forecast, forecast.total) : group.forecast,
    discount_pct_user_count: group.discount_pct_user_count + delta.user_count,
    discount_kind_counts: moveKind(group.discount_kind_counts, delta),
    discount_pct_reviewed_count: group.discount_pct_reviewed_count + delta.reviewed_count,
    included_count: group.included_count + delta.included_count,
    discount_pct_distribution: moveBucket(group.discount_pct_distribution, delta),
  };
}

/** The change of each measure since the session began; null where either value is missing. */
export function effectOf(row: Figures): Record<keyof BeforeFigures, number | null> | null {
  const { before } = row;
  if (!before) return null;
  const now = beforeOf(row);
  const difference = (key: keyof BeforeFigures): number | null => {
    const [from, to] = [before[key], now[key]];
    return from === null || to === null ? null : to - from;
  };
  return {
    sales_qty: difference('sales_qty'),
    sales: difference('sales'),
    profit: difference('profit'),
    stock: difference('stock'),
    discount_budget: difference('discount_budget'),
    discount_pct: difference('discount_pct'),
  };
}
