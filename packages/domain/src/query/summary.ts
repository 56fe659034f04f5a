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
  /** Counts are said with what they count: « 8 semaines ». */
  units?: boolean;
}

/** A piece of a sentence: what it is about stands out. */
export interface SentencePart {
  text: string;
  strong?: boolean;
}

const SHOWN_VALUES = 3;

const plain = (text: string): SentencePart => ({ text });
const strong = (text: string): SentencePart => ({ text, strong: true });

function valueText(value: Scalar, fieldId: string, context: SummaryContext): string {
  if (typeof value === 'string' && findField(fieldId)?.type !== 'date') return `« ${value} »`;
  const field = findField(fieldId);
  if (!field) return String(value);
  const text = formatFieldValue(value, field, context);
  return context.units && field.unit && typeof value === 'number' ? `${text} ${field.unit}` : text;
}

function listText(values: readonly Scalar[], fieldId: string, context: SummaryContext): string {
  const shown = values.slice(0, SHOWN_VALUES).map((value) => valueText(value, fieldId, context));
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} et ${rest} de plus` : shown.join(', ');
}

function ruleParts(rule: QueryRule, context: SummaryContext): SentencePart[] {
  const label = strong(
    context.fieldLabel?.(rule.field) ?? (findField(rule.field) ? fieldById(rule.field).label : rule.field),
  );
  const { operator, value } = rule;
  const said = (words: string, text: string) => [label, plain(` ${words} `), strong(text)];
  if (operator === 'is_set' || operator === 'is_not_set')
    return [label, plain(` ${OPERATOR_LABELS[operator]}`)];
  if (value === null || value === undefined) return said(OPERATOR_LABELS[operator], MISSING);
  if (typeof value === 'boolean' && operator === 'equals')
    return value ? [label] : [plain('non ('), label, plain(')')];
  if (typeof value !== 'object')
    return said(OPERATOR_LABELS[operator], valueText(value, rule.field, context));
  const [first, second] = value;
  if (operator === 'between' && first !== undefined && second !== undefined)
    return [
      ...said('entre', valueText(first, rule.field, context)),
      plain(' et '),
      strong(valueText(second, rule.field, context)),
    ];
  if (value.length === 1 && first !== undefined)
    return said(operator === 'not_in' ? 'n’est pas' : 'est', valueText(first, rule.field, context));
  return said(OPERATOR_LABELS[operator], listText(value, rule.field, context));
}

function treeParts(tree: QueryTree, context: SummaryContext, nested: boolean): SentencePart[] {
  const parts = tree.rules.flatMap((node, index) => [
    ...(index > 0 ? [plain(` ${COMBINATOR_LABELS[tree.combinator]} `)] : []),
    ...(isTree(node) ? treeParts(node, context, tree.rules.length > 1) : ruleParts(node, context)),
  ]);
  if (tree.not) return [plain('non ('), ...parts, plain(')')];
  return nested && tree.rules.length > 1 ? [plain('('), ...parts, plain(')')] : parts;
}

/** A query in one French line, in pieces of which names and values stand out; none when it is empty. */
export function querySummaryParts(
  query: QueryTree | null | undefined,
  context: SummaryContext = {},
): SentencePart[] {
  const pruned = pruneQuery(query);
  return pruned ? treeParts(pruned, context, false) : [];
}

/** A query in one French line: « Marque est « Lune » et (Prix TTC > 50 € ou Stock total > 100) »; '' when empty. */
export function querySummary(query: QueryTree | null | undefined, context: SummaryContext = {}): string {
  return querySummaryParts(query, context)
    .map(({ text }) => text)
    .join('');
}
