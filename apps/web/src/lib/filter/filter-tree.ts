import type { FieldDescription } from '@palier/contract';
import type { Operator, QueryTree } from '@palier/domain';
import type { RuleGroupType } from 'react-querybuilder';

/** What a filter starts with: one condition to fill, on what products are most often chosen by. */
export const FIRST_CONDITION: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'brand', operator: 'in', value: [] }],
};

interface BuilderRule {
  field: string;
  operator: string;
  value: unknown;
}

/** Whether a condition says something; one still to fill keeps every product. */
function isComplete({ operator, value }: BuilderRule): boolean {
  if (operator === 'is_set' || operator === 'is_not_set') return true;
  const empty = (item: unknown): boolean => item === undefined || item === null || item === '';
  if (!Array.isArray(value)) return !empty(value);
  return operator === 'between' ? !value.some(empty) && value.length === 2 : !value.every(empty);
}

/** The builder's tree as the API's: without its ids and the conditions still to fill, lists cut, numbers read. */
export function toQueryTree(group: RuleGroupType, fields: readonly FieldDescription[]): QueryTree {
  const typeOf = (id: string): string => fields.find((field) => field.id === id)?.type ?? 'string';
  const scalar = (value: unknown, type: string): string | number | boolean => {
    if (type === 'boolean') return value === true || value === 'true';
    if (['number', 'integer', 'money', 'percent'].includes(type))
      return Number(String(value).replace(',', '.'));
    return String(value);
  };
  return {
    combinator: group.combinator === 'or' ? 'or' : 'and',
    ...(group.not ? { not: true } : {}),
    rules: group.rules.flatMap((node): QueryTree['rules'] => {
      if ('rules' in node) return [toQueryTree(node as RuleGroupType, fields)];
      const { field, operator, value } = node as BuilderRule;
      if (!isComplete(node as BuilderRule)) return [];
      if (operator === 'is_set' || operator === 'is_not_set') return [{ field, operator }];
      const type = typeOf(field);
      const values = Array.isArray(value) ? value.map((item) => scalar(item, type)) : scalar(value, type);
      return [{ field, operator: operator as Operator, value: values }];
    }),
  };
}

/** The API's tree as the builder takes it. */
export function toBuilder(tree: QueryTree): RuleGroupType {
  return {
    combinator: tree.combinator,
    not: tree.not ?? false,
    rules: tree.rules.map((node) =>
      'rules' in node ? toBuilder(node) : { ...node, value: node.value ?? '' },
    ),
  } as RuleGroupType;
}
