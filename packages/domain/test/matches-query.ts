// What a query means, said in plain code: the product asks DuckDB, and property tests compare the two.

import { foldText } from '../src/format/text.ts';
import { plainNumber } from '../src/numeric/plain-number.ts';
import {
  isTree,
  type Operator,
  pruneQuery,
  type QueryRule,
  type QueryTree,
  type Scalar,
} from '../src/query/tree.ts';
import { readField } from '../src/vocabulary/read-field.ts';

/** A line as plain data: flat ids, or families nested (`forecast: { sales_qty }`). */
export type PlainRecord = Readonly<Record<string, unknown>>;

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/** The values a rule tests: a list's elements, else the value; empty when the field is not set. */
function valuesOf(value: unknown): Scalar[] {
  const values = Array.isArray(value) ? value : [value];
  const known = values.filter((item): item is Scalar => isScalar(item) && item !== '');
  return known.map((item) => (typeof item === 'number' ? plainNumber(item) : item));
}

function compare(left: Scalar, right: Scalar): number | null {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  return null;
}

const ORDER_TESTS: Partial<Record<Operator, (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

function matchesOne(value: Scalar, operator: Operator, expected: readonly Scalar[]): boolean {
  const [first, second] = expected;
  switch (operator) {
    case 'equals':
    case 'in':
      return expected.includes(value);
    case 'contains':
      return first !== undefined && foldText(String(value)).includes(foldText(String(first)));
    case 'starts_with':
      return first !== undefined && foldText(String(value)).startsWith(foldText(String(first)));
    case 'between': {
      if (first === undefined || second === undefined) return false;
      const low = compare(value, first);
      const high = compare(value, second);
      return low !== null && high !== null && low >= 0 && high <= 0;
    }
    default: {
      const order = first === undefined ? null : compare(value, first);
      return order !== null && (ORDER_TESTS[operator]?.(order) ?? false);
    }
  }
}

/**
 * Whether a record satisfies one rule.
 *
 * A list satisfies a rule when one of its elements does. A missing value satisfies only is_not_set, not_equals
 * and not_in, which are the exact opposites of is_set, equals and in. Texts are compared exactly, except by
 * contains and starts_with, which ignore case and accents.
 */
export function matchesRule(record: PlainRecord, rule: QueryRule): boolean {
  const values = valuesOf(readField(record, rule.field));
  const expected = valuesOf(rule.value ?? null);
  switch (rule.operator) {
    case 'is_set':
      return values.length > 0;
    case 'is_not_set':
      return values.length === 0;
    case 'not_equals':
    case 'not_in':
      return !values.some((value) => expected.includes(value));
    default:
      return values.some((value) => matchesOne(value, rule.operator, expected));
  }
}

function matchesTree(record: PlainRecord, tree: QueryTree): boolean {
  const matches = (node: QueryTree | QueryRule): boolean =>
    isTree(node) ? matchesTree(record, node) : matchesRule(record, node);
  const result = tree.combinator === 'and' ? tree.rules.every(matches) : tree.rules.some(matches);
  return tree.not ? !result : result;
}

/** Whether a record satisfies a query; an empty query is satisfied by all. */
export function matchesQuery(record: PlainRecord, query: QueryTree | null | undefined): boolean {
  const pruned = pruneQuery(query);
  return pruned === null || matchesTree(record, pruned);
}
