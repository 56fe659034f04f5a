export const COMBINATORS = ['and', 'or'] as const;
export type Combinator = (typeof COMBINATORS)[number];

export const OPERATORS = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'is_set',
  'is_not_set',
] as const;
export type Operator = (typeof OPERATORS)[number];

export type Scalar = string | number | boolean;
/** One value, a list for in and not_in, a pair for between, nothing for is_set and is_not_set. */
export type QueryValue = Scalar | readonly Scalar[] | null;

export interface QueryRule {
  field: string;
  operator: Operator;
  value?: QueryValue;
}

/** A nested AND/OR tree. A tree without rules says nothing: it is left out wherever it stands. */
export interface QueryTree {
  combinator: Combinator;
  not?: boolean;
  rules: readonly (QueryTree | QueryRule)[];
}

export const OPERATOR_LABELS: Record<Operator, string> = {
  equals: 'est',
  not_equals: 'n’est pas',
  in: 'est parmi',
  not_in: 'n’est pas parmi',
  contains: 'contient',
  starts_with: 'commence par',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
  between: 'entre',
  is_set: 'est renseigné',
  is_not_set: 'n’est pas renseigné',
};

export const COMBINATOR_LABELS: Record<Combinator, string> = { and: 'et', or: 'ou' };

export function isTree(node: QueryTree | QueryRule): node is QueryTree {
  return 'rules' in node;
}

/** The tree without its empty sub-trees, or null when nothing is left: it then matches everything. */
export function pruneQuery(tree: QueryTree | null | undefined): QueryTree | null {
  if (!tree) return null;
  const rules = tree.rules.flatMap((node): (QueryTree | QueryRule)[] => {
    if (!isTree(node)) return [node];
    const pruned = pruneQuery(node);
    return pruned ? [pruned] : [];
  });
  return rules.length > 0 ? { ...tree, rules } : null;
}

/** Both queries at once; empty ones are left out. */
export function combineQueries(...trees: readonly (QueryTree | null | undefined)[]): QueryTree | null {
  const kept = trees.flatMap((tree) => pruneQuery(tree) ?? []);
  const [only] = kept;
  if (kept.length <= 1) return only ?? null;
  return { combinator: 'and', rules: kept };
}

/** Separates the keys of a group on the wire. */
export const GROUP_KEY_SEPARATOR = '\u001f';

/** The key of a group: its keys joined; a null key is the empty string. */
export function groupKey(keys: readonly (string | null)[]): string {
  return keys.map((key) => key ?? '').join(GROUP_KEY_SEPARATOR);
}

/** The listing's filter narrowed to a group: one rule per grouping field. */
export function groupQuery(
  filter: QueryTree | null | undefined,
  fields: readonly string[],
  keys: readonly (string | number | boolean | null)[],
): QueryTree | null {
  const rules = keys.flatMap((key, index): QueryRule[] => {
    const field = fields[index];
    if (field === undefined) return [];
    return key === null ? [{ field, operator: 'is_not_set' }] : [{ field, operator: 'equals', value: key }];
  });
  return combineQueries(filter, { combinator: 'and', rules });
}
