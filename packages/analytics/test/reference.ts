import {
  type Aggregation,
  announceablePct,
  announcedPct,
  announcement,
  discountBudget,
  discountKind,
  effectiveDiscount,
  evaluateLine,
  type FieldDefinition,
  foldText,
  groupKey,
  markedDownPrice,
  NO_DECISION,
  priceRise,
  rateAt,
  ratio,
  readNumber,
  residualValueReader,
  sellsBelowCost,
  sellThroughPct,
  standingDiscount,
  stockAtPhase,
  workedDiscount,
} from '@palier/domain';
import { chainStart } from '../../domain/src/law/prior-price.ts';
import { laterParts } from '../../domain/src/price/curve.ts';
import { matchesQuery } from '../../domain/test/matches-query.ts';
import type { DecisionRow, LineSelection, ProjectState } from '../src/listing/types.ts';
import type { PlainLine, RandomProject } from './random-project.ts';

/**
 * What listings must answer, computed over plain arrays with the domain's own functions: no SQL, no typed columns,
 * one line after the other.
 */
export interface Reference {
  records: PlainLine[];
  fields: Map<string, FieldDefinition>;
}

function forecasts(
  project: RandomProject,
  line: PlainLine,
  index: number,
  worked: number,
  next_discount_pcts: readonly number[],
  residual_value: number | null,
): Record<string, number | boolean | null> {
  const [price, base_price, cost, season_sales_qty] = ['price', 'base_price', 'cost', 'season_sales_qty'].map(
    (name) => readNumber(line, name),
  );
  const upcoming = readNumber(line, 'upcoming_sales_qty');
  const stock_qty = stockAtPhase(readNumber(line, 'stock_qty') ?? 0, upcoming);
  const curve = project.curves[index];
  const unit = { price: price ?? 0, base_price: base_price ?? 0, cost: cost ?? 0, stock_qty };
  const planned = curve && {
    ...unit,
    curve: { levels: project.levels, ...curve },
    next_discount_pcts,
    residual_value,
  };
  const figures = planned ? evaluateLine(planned, worked) : null;
  const later = planned ? laterParts(planned, worked) : null;
  if (!figures || !curve) return { below_cost: false };
  const family = (prefix: string, of: typeof figures.phase): [string, number | null][] => {
    const season = (season_sales_qty ?? 0) + (upcoming ?? 0) + of.sales_qty;
    const { sales_qty, sales, profit, cogs, stock, list_sales, sales_discount_pct } = of;
    return Object.entries({
      sales_qty,
      sales,
      profit,
      cogs,
      stock,
      list_sales,
      sales_discount_pct,
      season_sales_qty: season,
      available_qty: season + stock,
      sell_through_pct: sellThroughPct(season, stock),
    }).map(([name, value]) => [prefix + name, Number.isFinite(value) ? value : null]);
  };
  const rateOf = (pct: number): number => rateAt({ ...curve, levels: project.levels }, pct);
  const undiscounted = curve.phase_qty[0] ?? 0;
  return {
    ...Object.fromEntries([
      ...family('phase_forecast.', figures.phase),
      ...family('forecast.', figures.total),
    ]),
    'phase_forecast.undiscounted_sales_qty': undiscounted,
    sales_boost: ratio(figures.phase.sales_qty, undiscounted),
    below_cost: sellsBelowCost({ base_price: base_price ?? Number.NaN, cost: cost ?? Number.NaN }, [
      { sales_qty: figures.phase.sales_qty, discount_pct: rateOf(worked) },
      ...(later ?? []).map(({ pct, qty }) => ({ sales_qty: qty, discount_pct: rateOf(pct) })),
    ]),
    discount_budget: discountBudget(price ?? 0, rateOf(worked), figures.phase.sales_qty),
    'forecast.discount_budget': finite(figures.total.discount_budget),
    'forecast.profit_after_leftovers': finite(figures.total.profit_after_leftovers),
  };
}

/** What may be announced, of the prior price before the first phase that marks the line down. */
function announcements(line: PlainLine, previous: readonly number[], worked: number, rate: number) {
  const at = chainStart(previous, 0);
  const of = <T>(name: string): T | null => ((line[name] as (T | null)[] | undefined) ?? [])[at] ?? null;
  const prior_price = of<number>('prior_prices');
  const label = markedDownPrice(readNumber(line, 'price') ?? 0, rate);
  return {
    ...{ label_price: label, real_discount_pct: rate },
    ...{
      prior_price,
      prior_price_state: of('prior_price_states'),
      prior_price_date: of('prior_price_dates'),
    },
    announced_pct: announcedPct(label, prior_price),
    announcement: announcement(label, announceablePct(worked, rate), prior_price),
  };
}

/** By how much the worked label goes above the one signed before; at the same list price, a discount as deep never does. */
function riseOf(
  project: RandomProject,
  line: PlainLine,
  decision: Pick<DecisionRow, 'included' | 'previous_discount_pcts'> &
    Parameters<typeof effectiveDiscount>[0],
  label: number,
): number | null {
  const previous = decision.previous_discount_pcts.at(-1) ?? null;
  const { included } = decision;
  const standing = standingDiscount({
    ...{ included, discount_pct: effectiveDiscount(decision), previous_discount_pct: previous },
  });
  if (!standing) return null;
  const isSame =
    line.signed_list_price === line.price && previous !== null && standing.discount_pct >= previous;
  const own = isSame ? null : priceRise(label, readNumber(line, 'signed_price'));
  const rises = (line.variant_rises ?? []) as (number | null)[];
  const ofVariants = rises[project.levels.indexOf(standing.discount_pct)] ?? null;
  return own === null || ofVariants === null ? (own ?? ofVariants) : Math.max(own, ofVariants);
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Lines joined with the latest of their decisions. */
export function buildReference(
  project: RandomProject,
  decisions: readonly DecisionRow[],
  { has_optimizations = false, residual_value: rule }: Partial<ProjectState> = {},
): Reference {
  const latest = new Map<string, DecisionRow>();
  for (const row of decisions)
    if (Number(row.version) >= Number(latest.get(row.discount_id)?.version ?? 0))
      latest.set(row.discount_id, row);
  const readShare = rule && residualValueReader(rule);
  const records = project.lines.map((line, index): PlainLine => {
    const decision = latest.get(line._id) ?? NO_DECISION;
    const discount_pct = effectiveDiscount(decision);
    const previous = decision.previous_discount_pcts.at(-1) ?? null;
    const next = decision.next_discount_pcts[0] ?? null;
    const worked = workedDiscount(decision);
    const rate = rateAt({ ...project.curves[index], levels: project.levels }, worked);
    const law = announcements(line, decision.previous_discount_pcts, worked, rate);
    const values = rule?.field ? [line[rule.field]].flat() : [];
    const residual_value = readShare?.(values.flatMap((value) => (value ? String(value) : []))) ?? null;
    return {
      ...line,
      ...decision,
      ...{ _id: line._id, item_group_id: line.item_group_id, discount_pct },
      discount_kind: discountKind(decision, has_optimizations),
      ...{
        previous_discount_pct: previous,
        next_discount_pct: next,
        changed_since_review:
          decision.discount_pct_reviewed !== true && (decision.review_lost_date ?? null) !== null,
        discount_pct_incr: discount_pct === null ? null : discount_pct - (previous ?? 0),
      },
      residual_value,
      ...law,
      price_rise: riseOf(project, line, decision, law.label_price),
      ...forecasts(project, line, index, worked, decision.next_discount_pcts, residual_value),
    };
  });
  return { records, fields: new Map(project.catalogue.map((field) => [field.id, field])) };
}

export function select({ records }: Reference, selection: LineSelection): PlainLine[] {
  const words = foldText(selection.q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const scopes = {
    all: () => true,
    unset: (line: PlainLine) => line.discount_pct === null,
    included: (line: PlainLine) => line.included === true,
    reviewed: (line: PlainLine) => line.discount_pct_reviewed === true,
    not_reviewed: (line: PlainLine) => line.discount_pct_reviewed === false,
  };
  return records.filter(
    (line) =>
      matchesQuery(line, selection.filter) &&
      words.every((word) => String(line.search_text).includes(word)) &&
      (!selection.included || line.included === true) &&
      (!selection.hide_zero || (line.discount_pct ?? 0) !== 0) &&
      scopes[selection.scope ?? 'all'](line) &&
      (!selection.line_ids || selection.line_ids.includes(line._id)),
  );
}

type SortValue = string | number | null;

function sortValue(field: FieldDefinition, value: unknown): SortValue {
  if (value === null || value === undefined) return null;
  if (field.type === 'list') return ((value as string[])[0] ?? null) as SortValue;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return field.type === 'date' ? String(value) : foldText(String(value));
}

export function compareSorted(left: SortValue, right: SortValue, order: 'asc' | 'desc'): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  const sign = order === 'desc' ? -1 : 1;
  return left < right ? -sign : left > right ? sign : 0;
}

/** Missing values last in both orders, equal values by `_id`. */
export function sortLines(
  reference: Reference,
  lines: readonly PlainLine[],
  sort: string,
  order: 'asc' | 'desc',
): PlainLine[] {
  const field = reference.fields.get(sort);
  if (!field) throw new RangeError(sort);
  return [...lines].sort(
    (left, right) =>
      compareSorted(sortValue(field, left[sort]), sortValue(field, right[sort]), order) ||
      (left._id < right._id ? -1 : 1),
  );
}

function keyText(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
}

export function keysOf(line: PlainLine, by: readonly string[]): (string | null)[] {
  return by.map((id) => keyText(line[id]));
}

export function groupLines(lines: readonly PlainLine[], by: readonly string[]): Map<string, PlainLine[]> {
  const groups = new Map<string, PlainLine[]>();
  for (const line of lines) {
    const key = groupKey(keysOf(line, by));
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups;
}

function numbers(lines: readonly PlainLine[], id: string): number[] {
  return lines.flatMap((line) =>
    typeof line[id] === 'number' && Number.isFinite(line[id]) ? [line[id] as number] : [],
  );
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const set = (value: unknown): boolean => value !== null && value !== undefined;

function ratioOfSums(
  lines: readonly PlainLine[],
  aggregation: Extract<Aggregation, { kind: 'ratio' }>,
): number | null {
  const both = lines.filter((line) => set(line[aggregation.numerator]) && set(line[aggregation.denominator]));
  const quotient = ratio(
    sum(numbers(both, aggregation.numerator)),
    sum(numbers(both, aggregation.denominator)),
  );
  if (quotient === null) return null;
  return (aggregation.scale ?? 1) * (aggregation.complement ? 1 - quotient : quotient);
}

function ordered(values: readonly unknown[]): unknown[] {
  return [...new Set(values)].sort((left, right) => ((left as string) < (right as string) ? -1 : 1));
}

/** The value of a field over the lines of a group; undefined when the field has none. */
export function aggregate(reference: Reference, lines: readonly PlainLine[], id: string): unknown {
  const field = reference.fields.get(id);
  if (!field) return undefined;
  const { aggregation } = field;
  const values = lines.map((line) => line[id]).filter(set);
  switch (aggregation.kind) {
    case 'sum':
      return values.length > 0 ? sum(numbers(lines, id)) : null;
    case 'ratio':
      return ratioOfSums(lines, aggregation);
    case 'weighted_mean': {
      const weighed = lines.filter((line) => set(line[id]) && set(line[aggregation.weight]));
      const weight = sum(numbers(weighed, aggregation.weight));
      return weight === 0
        ? null
        : sum(weighed.map((line) => (line[id] as number) * (line[aggregation.weight] as number))) / weight;
    }
    case 'harmonic_mean': {
      const counted = lines.filter(
        (line) => (line[id] as number) > 0 && (line[aggregation.weight] as number) > 0,
      );
      const over = sum(counted.map((line) => (line[aggregation.weight] as number) / (line[id] as number)));
      return over === 0 ? null : sum(numbers(counted, aggregation.weight)) / over;
    }
    case 'min':
    case 'max':
    case 'range': {
      const sorted = [...values].sort((left, right) => ((left as number) < (right as number) ? -1 : 1));
      if (sorted.length === 0) return null;
      if (aggregation.kind === 'range') return [sorted[0], sorted.at(-1)];
      return aggregation.kind === 'min' ? sorted[0] : sorted.at(-1);
    }
    case 'distinct_count': {
      const sets = lines.flatMap((line) => {
        const elements = line[aggregation.sets];
        return Array.isArray(elements) ? [elements] : [];
      });
      return sets.length > 0 ? new Set(sets.flat()).size : null;
    }
    case 'distinct':
      return values.flat().length === 0 ? null : ordered(values.flat()).slice(0, 50);
    default:
      return undefined;
  }
}

/** How many lines have each value of a field. */
export function countsOf(lines: readonly PlainLine[], id: string, values: readonly string[]): unknown {
  return Object.fromEntries(
    values.map((value) => [value, lines.filter((line) => line[id] === value).length]),
  );
}

export function distribution(lines: readonly PlainLine[]): unknown[] {
  const levels = [...new Set(lines.map((line) => line.discount_pct as number | null))].sort(
    (left, right) => (left ?? 1000) - (right ?? 1000),
  );
  return levels.map((discount_pct) => {
    const own = lines.filter((line) => line.discount_pct === discount_pct);
    return { discount_pct, discount_count: own.length, sum_stock_qty: sum(numbers(own, 'stock_qty')) };
  });
}
