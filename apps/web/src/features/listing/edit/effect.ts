import {
  type DiscountBucket,
  type DiscountEdit,
  type DiscountKind,
  discountIncrement,
  discountKind,
  type EditedValues,
  effectiveDiscount,
  evaluateLine,
  type FiguresDelta,
  type ForecastDelta,
  type ForecastFamily,
  forecastDelta,
  HORIZON_FAMILY,
  type Horizon,
  isChangedSinceReview,
  isShown,
  losesReview,
  markedDownPrice,
  meanDiscountPct,
  rateAt,
  regainsReview,
  sharePct,
  workedDiscount,
} from '@palier/domain';
import type { BeforeFigures, EffectMeasure, Figures, Group, Line } from '../rows/row.ts';
import { announcedOf } from './announced.ts';

/** The part of a line that a user changes; a missing key is left alone. */
export interface LineChange extends EditedValues, Pick<DiscountEdit, 'gives_review_back'> {
  discount_pct_reviewed?: boolean;
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
  changed_since_review_count: number;
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

function forecastInputs(line: Line) {
  if (!line.curve) return null;
  return {
    curve: line.curve,
    price: unitPrice(line.price),
    base_price: line.base_price ?? Number.NaN,
    cost: line.cost ?? Number.NaN,
    residual_value: line.residual_value ?? null,
    stock_qty: phaseStock(line),
    next_discount_pcts: line.next_discount_pcts ?? null,
  };
}

/** Figures of a line at every level of its curve, to the project's end: what each choice would give. */
export function lineAtLevels(
  line: Line,
): { level: number; price: number; sales_qty: number; sales: number; profit_after_leftovers: number }[] {
  const input = forecastInputs(line);
  if (!input) return [];
  return input.curve.levels.flatMap((level) => {
    const forecast = evaluateLine(input, level);
    if (!forecast) return [];
    const { sales_qty, sales, profit_after_leftovers } = forecast.total;
    return [
      {
        level,
        price: markedDownPrice(input.price, rateAt(input.curve, level)),
        sales_qty,
        sales,
        profit_after_leftovers,
      },
    ];
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
    discount_budget: add(family.discount_budget, delta.discount_budget),
    profit_after_leftovers: add(family.profit_after_leftovers, delta.profit_after_leftovers ?? 0),
    season_sales_qty: add(family.season_sales_qty, delta.sales_qty),
    available_qty: add(family.available_qty, delta.sales_qty + delta.stock),
  };
  // The rates come from the sums, never from other rates.
  const { sales, list_sales, season_sales_qty, available_qty } = moved;
  if (isShown(list_sales) && isShown(sales)) moved.sales_discount_pct = meanDiscountPct(sales, list_sales);
  if (isShown(available_qty) && isShown(season_sales_qty))
    moved.sell_through_pct = sharePct(season_sales_qty, available_qty);
  return moved;
}

/** The figures that the session's effect is measured from. */
export function beforeOf(row: Figures): BeforeFigures {
  return {
    phase: figuresOf(row, 'phase'),
    end: figuresOf(row, 'end'),
    discount_pct: row.discount_pct ?? null,
  };
}

/** A row's figures over a horizon; the margin after leftovers is always to the end. */
export function figuresOf(row: Figures, horizon: Horizon): Record<EffectMeasure, number | null> {
  const family = row[HORIZON_FAMILY[horizon]];
  return {
    sales_qty: family?.sales_qty ?? null,
    sales: family?.sales ?? null,
    profit: family?.profit ?? null,
    profit_after_leftovers: row.forecast?.profit_after_leftovers ?? null,
    stock: family?.stock ?? null,
    discount_budget: (horizon === 'phase' ? row.discount_budget : family?.discount_budget) ?? null,
  };
}

/** What a change makes of the line's review, as the server will: taken, given back, or nothing. */
function reviewAfter(
  line: Line,
  decided: Line,
  { back, name }: { back: boolean | undefined; name: string },
): Partial<Line> {
  if (back && line.review_lost_date && regainsReview(decided, line.review_lost_pct ?? null))
    return { discount_pct_reviewed: true, review_lost_date: null };
  if (!losesReview(line, decided)) return {};
  return {
    discount_pct_reviewed: false,
    review_lost_date: new Date().toISOString(),
    review_lost_by: name,
    review_lost_act: 'discount',
    review_lost_pct: effectiveDiscount(line),
  };
}

function countChange(before: boolean, after: boolean): number {
  return Number(after) - Number(before);
}

/**
 * A line once changed, and what that adds to the rows above it; from the curve that came with the
 * line, so that it is known in the same frame. Without a curve only the decision itself changes. `name` is who edits.
 */
export function changeLine(
  line: Line,
  { gives_review_back: back, ...change }: LineChange,
  hasOptimizations: boolean,
  name = '',
): { line: Line; delta: RowDelta } {
  const decided: Line = { ...line, ...change };
  if (change.discount_pct_reviewed === undefined)
    Object.assign(decided, reviewAfter(line, decided, { back, name }));
  const [from, to] = [line.discount_pct ?? null, effectiveDiscount(decided)];
  const [stood, stands] = [workedDiscount(line), workedDiscount(decided)];
  const input = forecastInputs(line);
  const forecast = input && stood !== stands ? forecastDelta(input, stood, stands) : null;
  const budget = forecast?.phase.discount_budget ?? 0;
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
  Object.assign(changed, announcedOf(changed));
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
      changed_since_review_count: countChange(isChangedSinceReview(line), isChangedSinceReview(changed)),
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
    changed_since_review_count: group.changed_since_review_count + delta.changed_since_review_count,
    included_count: group.included_count + delta.included_count,
    discount_pct_distribution: moveBucket(group.discount_pct_distribution, delta),
  };
}

const MEASURES: readonly EffectMeasure[] = [
  'sales_qty',
  'sales',
  'profit',
  'profit_after_leftovers',
  'stock',
  'discount_budget',
];

const difference = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : to - from;

/** The change of each measure since the session began; null where either value is missing. */
export function effectOf(row: Figures): BeforeFigures | null {
  const { before } = row;
  if (!before) return null;
  const now = beforeOf(row);
  const over = (horizon: Horizon) =>
    Object.fromEntries(
      MEASURES.map((measure) => [measure, difference(before[horizon][measure], now[horizon][measure])]),
    ) as Record<EffectMeasure, number | null>;
  return {
    phase: over('phase'),
    end: over('end'),
    discount_pct: difference(before.discount_pct, now.discount_pct),
  };
}
