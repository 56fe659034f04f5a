import type { FieldDefinition } from '../catalogue/field.ts';
import { findField } from '../catalogue/fields.ts';
import { formatNumber } from '../format/number.ts';
import type { QueryTree } from '../query/tree.ts';
import { INVALID_QUERY_MESSAGE, type QueryContext, queryFaults } from '../query/validate.ts';
import type { RuleMapType } from './rule.ts';

/** The span that a rule frames the choice by, in points; a missing end is open. */
export interface DiscountSpan {
  min: number | null;
  max: number | null;
}

/** One discount that the rule gives, or the span that it frames the choice by. */
export type RuleDiscount = number | DiscountSpan;

/** What a rule says of the products that its query takes. */
export interface RuleSpecification {
  discount_spec_by?: string | null;
  discount_spec_map?: Readonly<Record<string, RuleDiscount>> | null;
  discount_spec_map_type?: RuleMapType | null;
}

/** The one key of a fixed map; of a map by value, what those without an entry of their own get. */
export const FIXED_KEY = '*';
/** The key of the products that have no value. */
export const NO_VALUE_KEY = '';
const RANGE_SEPARATOR = '..';

/** A range of values: low included, high excluded; null is open. */
export interface ValueRange {
  low: number | null;
  high: number | null;
}

/** « 10..20 », « ..20 », « 10.. »; null for anything else, or when nothing is between the ends. */
export function parseRange(key: string): ValueRange | null {
  const ends = key.split(RANGE_SEPARATOR);
  if (ends.length !== 2) return null;
  const [low, high] = ends.map((end) => (end.trim() === '' ? null : Number(end)));
  if (low === undefined || high === undefined || Number.isNaN(low) || Number.isNaN(high)) return null;
  return low !== null && high !== null && low >= high ? null : { low, high };
}

/** The key of a range. */
export function rangeKey({ low, high }: ValueRange): string {
  return `${low ?? ''}${RANGE_SEPARATOR}${high ?? ''}`;
}

function inRange(value: number, { low, high }: ValueRange): boolean {
  return (low === null || value >= low) && (high === null || value < high);
}

/**
 * What a rule says of a product with this value in the field it goes by; null when it says nothing: neither the value
 * nor the others have an entry, or the rule is not finished. A product with several values (tags, sizes) takes the first that has one.
 */
export function discountOf(rule: RuleSpecification, value: unknown): RuleDiscount | null {
  const { discount_spec_by, discount_spec_map: map, discount_spec_map_type: type } = rule;
  if (!map) return null;
  if (type === 'fixed' || !discount_spec_by) return entryOf(map, FIXED_KEY);
  if (type === 'range') return typeof value === 'number' ? rangeEntry(map, value) : null;
  const values = Array.isArray(value) ? value : [value];
  const found = values.map((one) => entryOf(map, termKey(one))).find((entry) => entry !== null);
  return found ?? (values.length === 0 ? entryOf(map, NO_VALUE_KEY) : null) ?? entryOf(map, FIXED_KEY);
}

function termKey(value: unknown): string {
  return value === null || value === undefined ? NO_VALUE_KEY : String(value);
}

function entryOf(map: Readonly<Record<string, RuleDiscount>>, key: string): RuleDiscount | null {
  return Object.hasOwn(map, key) ? (map[key] ?? null) : null;
}

function rangeEntry(map: Readonly<Record<string, RuleDiscount>>, value: number): RuleDiscount | null {
  for (const [key, entry] of Object.entries(map)) {
    const range = parseRange(key);
    if (range && inRange(value, range)) return entry;
  }
  return null;
}

export type RuleFault =
  | 'invalid_query'
  | 'unknown_field'
  | 'field_not_numeric'
  | 'wrong_range'
  | 'wrong_key'
  | 'overlapping_ranges'
  | 'wrong_discount'
  | 'not_offered';

/** What a rule is checked against. */
export interface RuleContext extends Omit<QueryContext, 'findField' | 'rulebook'> {
  findField?: (
    id: string,
  ) => (Pick<FieldDefinition, 'type' | 'filterable' | 'in_rulebook'> & { label?: string }) | undefined;
  /** The project's levels, in points; left out: any discount. */
  levels?: readonly number[];
}

type CheckedRule = RuleSpecification & { query?: QueryTree | null };

const MESSAGES: Record<Exclude<RuleFault, 'invalid_query' | 'unknown_field' | 'not_offered'>, string> = {
  field_not_numeric: 'Des intervalles demandent un champ numérique.',
  wrong_range: 'Un intervalle n’est pas valable : son début doit précéder sa fin.',
  wrong_key: `Une règle fixe (fixed) donne une seule démarque, sous la clé « ${FIXED_KEY} ».`,
  overlapping_ranges: 'Deux intervalles se recouvrent.',
  wrong_discount: 'Une démarque va de 0 à 100 %, et le minimum ne dépasse pas le maximum.',
};

/** What is wrong, in a sentence that names the field or the discount; the query's faults are in `queryFaultSentences`. */
export function ruleFaultMessage(fault: RuleFault, rule: CheckedRule, context: RuleContext = {}): string {
  if (fault === 'invalid_query') return INVALID_QUERY_MESSAGE;
  if (fault === 'unknown_field')
    return `Le champ « ${rule.discount_spec_by} » ne peut pas décider des démarques d’une règle.`;
  if (fault !== 'not_offered') return MESSAGES[fault];
  const levels = context.levels ?? [];
  const [wrong] = pointsOf(rule).filter((points) => !levels.includes(points));
  return `${formatNumber(wrong ?? 0, 2)} % n’est pas une démarque de ce projet : choisissez ${listOr(levels)} %.`;
}

const listOr = (levels: readonly number[]): string =>
  levels.length < 2 ? levels.join('') : `${levels.slice(0, -1).join(', ')} ou ${levels.at(-1)}`;

/** Every discount that the rule names, in points. */
function pointsOf({ discount_spec_map }: RuleSpecification): number[] {
  return Object.values(discount_spec_map ?? {}).flatMap((discount) =>
    typeof discount === 'number' ? [discount] : [discount.min, discount.max].filter((end) => end !== null),
  );
}

const NUMERIC = new Set(['number', 'integer', 'percent', 'money']);

/** What is wrong with a rule; empty when it may be kept. What it lacks yet is no fault: it is a draft. */
export function ruleFaults(rule: CheckedRule, context: RuleContext = {}): RuleFault[] {
  const faults: RuleFault[] = [];
  if (rule.query && queryFaults(rule.query, { ...context, rulebook: true }).length > 0)
    faults.push('invalid_query');
  const by = rule.discount_spec_by;
  const field = by ? (context.findField ?? findField)(by) : undefined;
  if (by && !field?.in_rulebook) faults.push('unknown_field');
  const isRange = rule.discount_spec_map_type === 'range';
  if (isRange && field && !NUMERIC.has(field.type)) faults.push('field_not_numeric');
  const map = rule.discount_spec_map ?? {};
  if (isRange) faults.push(...rangeFaults(Object.keys(map)));
  // Under other keys alone it would be kept, and give no product anything.
  const isFixed = rule.discount_spec_map_type === 'fixed' && Object.keys(map).length > 0;
  if (isFixed && !Object.hasOwn(map, FIXED_KEY)) faults.push('wrong_key');
  if (!Object.values(map).every(isDiscountRight)) faults.push('wrong_discount');
  else if (context.levels && pointsOf(rule).some((points) => !context.levels?.includes(points)))
    faults.push('not_offered');
  return faults;
}

function rangeFaults(keys: readonly string[]): RuleFault[] {
  const ranges = keys.map(parseRange);
  const known = ranges.filter((range) => range !== null);
  if (known.length < ranges.length) return ['wrong_range'];
  known.sort((left, right) => (left.low ?? -Infinity) - (right.low ?? -Infinity));
  const overlaps = known.some((range, index) => {
    const next = known[index + 1];
    return next !== undefined && (next.low ?? -Infinity) < (range.high ?? Infinity);
  });
  return overlaps ? ['overlapping_ranges'] : [];
}

const isPoints = (value: number | null): boolean => value === null || (value >= 0 && value <= 100);

function isDiscountRight(discount: RuleDiscount): boolean {
  if (typeof discount === 'number') return isPoints(discount);
  const { min, max } = discount;
  return isPoints(min) && isPoints(max) && (min === null || max === null || min <= max);
}
