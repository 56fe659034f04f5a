import type { FieldDescription } from '@palier/contract';
import { FIXED_KEY, type RuleDiscount } from '@palier/domain';
import type { RuleDraft } from './draft.ts';

/** What the figure typed beside a value is: the discount itself, the least, or the most. */
export type TermAsk = 'exact' | 'min' | 'max';

type DiscountMap = RuleDraft['discount_spec_map'];

const NUMERIC = new Set(['number', 'integer', 'percent', 'money']);

export function isNumericField(field: Pick<FieldDescription, 'type'> | undefined): boolean {
  return field !== undefined && NUMERIC.has(field.type);
}

/** What most of a map's figures are: all the same, but in a rule that the API wrote otherwise. */
export function askOf(map: DiscountMap): TermAsk {
  const [first] = Object.values(map ?? {});
  if (first === undefined || typeof first === 'number') return 'exact';
  return first.min === null && first.max !== null ? 'max' : 'min';
}

export function discountIn(ask: TermAsk, points: number): RuleDiscount {
  if (ask === 'exact') return points;
  return ask === 'min' ? { min: points, max: null } : { min: null, max: points };
}

/** The figure of a discount, whatever it is. */
export function pointsOf(discount: RuleDiscount | undefined): number | null {
  if (discount === undefined) return null;
  return typeof discount === 'number' ? discount : (discount.min ?? discount.max);
}

/** The same figures, asked otherwise. */
export function inAsk(map: DiscountMap, ask: TermAsk): DiscountMap {
  if (!map) return null;
  return Object.fromEntries(
    Object.entries(map).map(([key, discount]) => [key, discountIn(ask, pointsOf(discount) ?? 0)]),
  );
}

/** What was typed beside a value: null for nothing, undefined for what is not a figure. */
export function typedPoints(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const points = Number(text.replace(',', '.').replace('%', ''));
  return Number.isFinite(points) && points >= 0 && points <= 100 ? points : undefined;
}

/** The values to show: those of the products, then those of the rule that no product has now. */
export function shownTerms(
  terms: readonly { value: string | number | boolean | null; item_group_count: number }[],
  map: DiscountMap,
): { key: string; count: number }[] {
  const own = terms.map(({ value, item_group_count }) => ({
    key: value === null ? '' : String(value),
    count: item_group_count,
  }));
  const known = new Set(own.map(({ key }) => key));
  const others = Object.keys(map ?? {}).filter((key) => key !== FIXED_KEY && !known.has(key));
  return [...own, ...others.map((key) => ({ key, count: 0 }))];
}
