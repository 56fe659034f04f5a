import type { FieldDefinition } from '../catalogue/field.ts';
import { discountLabel } from '../discount/levels.ts';
import { DISCOUNT_KIND_LABELS, type DiscountKind } from '../discount/resolution.ts';
import { goalLabel } from '../goal/goal.ts';
import { LAW_VALUE_LABELS } from '../law/prior-price.ts';
import { NOT_FILLED_IN } from '../project/name.ts';
import { type CurrencyContext, formatFieldValue } from './field.ts';

export interface GroupLabelContext extends CurrencyContext {
  scenarios?: readonly { _id: string; name: string }[];
}

/** The label of a group's key; '(non renseigné)' when it is empty. Keys are texts on the wire. */
export function groupLabel(
  key: string | number | boolean | null | undefined,
  field?: FieldDefinition,
  context: GroupLabelContext = {},
): string {
  if (key === null || key === undefined || key === '') return NOT_FILLED_IN;
  if (!field) return String(key);
  if (field.id === 'discount_kind') return DISCOUNT_KIND_LABELS[key as DiscountKind] ?? String(key);
  const legal = LAW_VALUE_LABELS[field.id]?.[String(key)];
  if (legal !== undefined) return legal;
  if (field.id === 'optimization_goal') return goalLabel(String(key), context.scenarios);
  if (field.type === 'boolean') return key === true || key === 'true' ? 'Oui' : 'Non';
  const numeric = field.type === 'percent' || field.type === 'money' || field.type === 'integer';
  if (!numeric) return formatFieldValue(String(key), field, context);
  const value = Number(key);
  return field.id.endsWith('discount_pct') ? discountLabel(value) : formatFieldValue(value, field, context);
}
