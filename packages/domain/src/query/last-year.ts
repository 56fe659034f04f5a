import { addDays } from '../format/date.ts';
import {
  isTree,
  type Operator,
  type QueryRule,
  type QueryTree,
  type QueryValue,
  type Scalar,
} from './tree.ts';

/** 52 weeks: the same days of the week, as sales are laid down. */
export const YEAR_DAYS = 364;

const POSITIVE: ReadonlySet<Operator> = new Set(['equals', 'in', 'contains', 'starts_with']);
const FULL_YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const SHORT_YEAR = /(?<!\d)\d\d(?!\d)/g;

/**
 * What a season was called one year before: « Été 2026 » gives « Été 2025 », « SS26 » « SS25 », « 2025-2026 »
 * « 2024-2025 », « AH 2025/26 » « AH 2024/25 ». A name without a year stays as it is.
 */
export function previousSeason(name: string): string {
  return name
    .replace(SHORT_YEAR, (year) => String((Number(year) + 99) % 100).padStart(2, '0'))
    .replace(FULL_YEAR, (year) => String(Number(year) - 1));
}

/** What the rules need to know of a field: whether it holds days, whether it names a season. */
export interface DatedField {
  type: string;
  names_season?: boolean;
}

/**
 * The query that takes one year before what `query` takes today. Seasons are the previous year's as well as their own
 * (a permanent product has today's season as its last one and sold last year too), days are 52 weeks earlier, so that
 * ages stay the same; a season that is refused is refused as it was called then. Other rules stay.
 */
export function lastYearQuery(
  query: QueryTree | null,
  field: (id: string) => DatedField | undefined,
): QueryTree | null {
  return query && lastYearTree(query, field, false);
}

function lastYearTree(
  tree: QueryTree,
  field: (id: string) => DatedField | undefined,
  negated: boolean,
): QueryTree {
  const inside = negated !== (tree.not ?? false);
  return {
    ...tree,
    rules: tree.rules.map((node) =>
      isTree(node) ? lastYearTree(node, field, inside) : lastYearRule(node, field(node.field), inside),
    ),
  };
}

function lastYearRule(
  rule: QueryRule,
  field: DatedField | undefined,
  negated: boolean,
): QueryRule | QueryTree {
  if (field?.type === 'date')
    return { ...rule, ...shiftValue(rule.value, (day) => addDays(day, -YEAR_DAYS)) };
  if (!field?.names_season) return rule;
  const before = { ...rule, ...shiftValue(rule.value, previousSeason) };
  const same = JSON.stringify(before) === JSON.stringify(rule);
  if (same || negated || !POSITIVE.has(rule.operator)) return before;
  return { combinator: 'or', rules: [rule, before] };
}

/** The value with its texts changed; nothing when the rule has none. */
function shiftValue(value: QueryValue | undefined, change: (text: string) => string): { value?: QueryValue } {
  if (value === undefined) return {};
  const one = (scalar: Scalar): Scalar => (typeof scalar === 'string' ? change(scalar) : scalar);
  return { value: Array.isArray(value) ? value.map(one) : value === null ? null : one(value as Scalar) };
}
