import type { FieldDefinition, FieldType } from '../catalogue/field.ts';
import { findField } from '../catalogue/fields.ts';
import { isTree, type Operator, type QueryRule, type QueryTree, type Scalar } from './tree.ts';

export const MAX_QUERY_DEPTH = 8;
/** Most rules a query may hold, over all its depths. */
export const MAX_QUERY_RULES = 200;
/** Most values of one in or not_in. */
export const MAX_QUERY_VALUES = 2000;
export const MAX_QUERY_TEXT = 400;

export const INVALID_QUERY_MESSAGE = 'Requête non valide';
export const NO_MATCH_MESSAGE = 'Aucun produit correspondant';

export type QueryFaultCode =
  | 'too_deep'
  | 'too_many_rules'
  | 'too_many_values'
  | 'unknown_field'
  | 'field_not_filterable'
  | 'field_not_in_rulebook'
  | 'operator_not_allowed'
  | 'wrong_value';

export interface QueryFault {
  code: QueryFaultCode;
  /** Position of the rule: indexes from the root, e.g. [0, 2]. */
  path: number[];
  field?: string;
}

/** What a query is checked against; a retailer's own attributes come through the lookup. */
export interface QueryContext {
  findField?: (id: string) => Pick<FieldDefinition, 'type' | 'filterable' | 'in_rulebook'> | undefined;
  /** Also refuse fields that rules may not use. */
  rulebook?: boolean;
}

const TEXT_OPERATORS: readonly Operator[] = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'is_set',
  'is_not_set',
];
const ORDER_OPERATORS: readonly Operator[] = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'is_set',
  'is_not_set',
];

/** The operators a type of field offers, in the order of the menu. */
export function operatorsOf(type: FieldType): readonly Operator[] {
  if (type === 'boolean') return ['equals', 'not_equals', 'is_set', 'is_not_set'];
  if (type === 'string' || type === 'list') return TEXT_OPERATORS;
  if (type === 'score') return ['equals', 'not_equals', 'in', 'not_in', 'is_set', 'is_not_set'];
  return ORDER_OPERATORS;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function isValueOfType(value: unknown, type: FieldType): value is Scalar {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'date') return typeof value === 'string' && DATE.test(value);
  if (type === 'list')
    return typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_QUERY_TEXT);
  if (type === 'string' || type === 'score')
    return typeof value === 'string' && value.length <= MAX_QUERY_TEXT;
  return typeof value === 'number' && Number.isFinite(value);
}

function isValueRight({ operator, value }: QueryRule, type: FieldType): boolean {
  if (operator === 'is_set' || operator === 'is_not_set') return value === undefined || value === null;
  if (operator === 'in' || operator === 'not_in')
    return Array.isArray(value) && value.length > 0 && value.every((item) => isValueOfType(item, type));
  if (operator === 'between')
    return Array.isArray(value) && value.length === 2 && value.every((item) => isValueOfType(item, type));
  return isValueOfType(value, type);
}

function ruleFault(rule: QueryRule, context: QueryContext): QueryFaultCode | null {
  const field = (context.findField ?? findField)(rule.field);
  if (!field) return 'unknown_field';
  if (!field.filterable) return 'field_not_filterable';
  if (context.rulebook && !field.in_rulebook) return 'field_not_in_rulebook';
  if (!operatorsOf(field.type).includes(rule.operator)) return 'operator_not_allowed';
  if (Array.isArray(rule.value) && rule.value.length > MAX_QUERY_VALUES) return 'too_many_values';
  return isValueRight(rule, field.type) ? null : 'wrong_value';
}

/** Everything that is wrong with a query; empty when it may be run. Depth counts the root as 1. */
export function queryFaults(query: QueryTree, context: QueryContext = {}): QueryFault[] {
  const faults: QueryFault[] = [];
  let ruleCount = 0;
  const visit = (tree: QueryTree, path: number[]): void => {
    if (path.length >= MAX_QUERY_DEPTH) {
      faults.push({ code: 'too_deep', path });
      return;
    }
    for (const [index, node] of tree.rules.entries()) {
      const here = [...path, index];
      if (isTree(node)) visit(node, here);
      else {
        ruleCount += 1;
        const code = ruleFault(node, context);
        if (code) faults.push({ code, path: here, field: node.field });
      }
    }
  };
  visit(query, []);
  if (ruleCount > MAX_QUERY_RULES) faults.push({ code: 'too_many_rules', path: [] });
  return faults;
}

/** Whether a query may be run. */
export function isQueryValid(query: QueryTree, context: QueryContext = {}): boolean {
  return queryFaults(query, context).length === 0;
}

/** What the screen says of how many products a query takes; null when there is something to show. */
export function itemCountMessage(count: number | 'invalid' | undefined): string | null {
  if (count === 'invalid') return INVALID_QUERY_MESSAGE;
  return count === 0 ? NO_MATCH_MESSAGE : null;
}

const FAULT_SENTENCES: Record<QueryFaultCode, (field: string) => string> = {
  too_deep: () => `Des groupes s’emboîtent sur plus de ${MAX_QUERY_DEPTH} niveaux.`,
  too_many_rules: () => `La requête a plus de ${MAX_QUERY_RULES} conditions.`,
  too_many_values: (field) => `« ${field} » a plus de ${MAX_QUERY_VALUES} valeurs.`,
  unknown_field: (field) => `Le champ « ${field} » n’existe pas dans ce projet.`,
  field_not_filterable: (field) => `Le champ « ${field} » ne se filtre pas.`,
  field_not_in_rulebook: (field) => `Le champ « ${field} » ne peut pas servir dans une règle.`,
  operator_not_allowed: (field) => `Cet opérateur ne convient pas au champ « ${field} ».`,
  wrong_value: (field) => `La valeur ne convient pas au champ « ${field} ».`,
};

/** What is wrong with a query, in sentences that name the fields; each once. */
export function queryFaultSentences(
  query: QueryTree,
  context: QueryContext & { fieldLabel?: (id: string) => string } = {},
): string[] {
  const label = (id: string): string => context.fieldLabel?.(id) ?? id;
  return [
    ...new Set(
      queryFaults(query, context).map(({ code, field }) => FAULT_SENTENCES[code](label(field ?? ''))),
    ),
  ];
}
