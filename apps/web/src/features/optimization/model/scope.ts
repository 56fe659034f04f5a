import type { QueryTree } from '@palier/domain';

/** A scope in its simple form: products whose field has one of some values. */
export interface SimpleScope {
  field: string;
  values: string[];
}

/** The simple form of a scope; null for all products, undefined for one written elsewhere in another form. */
export function readScope(scope: QueryTree | null | undefined): SimpleScope | null | undefined {
  if (!scope || scope.rules.length === 0) return null;
  const [rule] = scope.rules;
  if (scope.rules.length > 1 || !rule || !('field' in rule) || rule.operator !== 'in') return undefined;
  return Array.isArray(rule.value) ? { field: rule.field, values: rule.value.map(String) } : undefined;
}

/** The query of a scope; null without any value: all products. */
export function writeScope({ field, values }: SimpleScope): QueryTree | null {
  return values.length === 0
    ? null
    : { combinator: 'and', rules: [{ field, operator: 'in', value: values }] };
}
