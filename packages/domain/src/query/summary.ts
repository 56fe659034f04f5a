import { fieldById, findField } from '../catalogue/fields.ts';
import { formatFieldValue } from '../format/field.ts';
import { MISSING } from '../format/missing.ts';
import {
  COMBINATOR_LABELS,
  isTree,
  OPERATOR_LABELS,
  pruneQuery,
  type QueryRule,
  type QueryTree,
  type Scalar,
} from './tree.ts';

/** What the summary needs to name things: labels of a retailer's own attributes, currencies. */
export interface SummaryContext {
  fieldLabel?: (id: string) => string;
  catalog_currency?: string;
  accounting_currency?: string;
}

const SHOWN_VALUES = 3;

function valueText(value: Scalar, fieldId: string, context: SummaryContext): string {
  if (typeof value === 'string' && findField(fieldId)?.type !== 'date') return `« ${value} »`;
  const field = findField(fieldId);
  return field ? formatFieldValue(value, field, context) : String(value);
}

function listText(values: readonly Scalar[], fieldId: string, context: SummaryContext): string {
  const shown = values.slice(0, SHOWN_VALUES).map((value) => valueText(value, fieldId, context));
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} et ${rest} de plus` : shown.join(', ');
}

function ruleText(rule: QueryRule, context: SummaryContext): string {
  const label =
    context.fieldLabel?.(rule.field) ?? (findField(rule.field) ? fieldById(rule.field).label : rule.field);
  const { operator, value } = rule;
  if (operator === 'is_set' || operator === 'is_not_set') return `${label} ${OPERATOR_LABELS[operator]}`;
  if (value === null || value === undefined) return `${label} ${OPERATOR_LABELS[operator]} ${MISSING}`;
  if (typeof value === 'boolean' && operator === 'equals') return value ? label : `non (${label})`;
  if (typeof value !== 'object')
    return `${label} ${OPERATOR_LABELS[operator]} ${valueText(value, rule.field, context)}`;
  const [first, second] = value;
  if (operator === 'between' && first !== undefined && second !== undefined)
    return `${label} entre ${valueText(first, rule.field, context)} et ${valueText(second, rule.field, context)}`;
  if (value.length === 1 && first !== undefined)
    return `${label} ${operator === 'not_in' ? 'n’est pas' : 'est'} ${valueText(first, rule.field, context)}`;
  return `${label} ${OPERATOR_LABELS[operator]} ${listText(value, rule.field, context)}`;
}

function treeText(tree: QueryTree, context: SummaryContext, nested: boolean): string {
  const parts = tree.rules.map((node) =>
    isTree(node) ? treeText(node, context, tree.rules.length > 1) : ruleText(node, context),
  );
  const text = parts.join(` ${COMBINATOR_LABELS[tree.combinator]} `);
  if (tree.not) return `non (${text})`;
  return nested && tree.rules.length > 1 ? `(${text})` : text;
}

/** A query in one French line: « Marque est « Lune » et (Prix TTC > 50 € ou Stock total > 100) »; '' when empty. */
export function querySummary(query: QueryTree | null | undefined, context: SummaryContext = {}): string {
  const pruned = pruneQuery(query);
  return pruned ? treeText(pruned, context, false) : '';
}
