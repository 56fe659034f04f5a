import { combineQueries, isTree, type QueryRule, type QueryTree } from '@palier/domain';

const CHANGED: QueryRule = { field: 'changed_since_review', operator: 'equals', value: true };

function isChanged(node: QueryTree | QueryRule): boolean {
  if (isTree(node)) return node.rules.length === 1 && node.rules.every(isChanged);
  return node.field === CHANGED.field && node.value === true;
}

/** Whether a filter keeps only the products to review again, on top of whatever else. */
export function showsChanged(query: QueryTree | null): boolean {
  return query !== null && (isChanged(query) || (query.combinator === 'and' && query.rules.some(isChanged)));
}

/** The filter with the products to review again alone, or without that. */
export function toggleChanged(query: QueryTree | null): QueryTree | null {
  if (!showsChanged(query)) return combineQueries(query, { combinator: 'and', rules: [CHANGED] });
  if (query === null || isChanged(query)) return null;
  const rest = query.rules.filter((node) => !isChanged(node));
  const [only] = rest;
  return rest.length === 1 && only && isTree(only) ? only : { ...query, rules: rest };
}
