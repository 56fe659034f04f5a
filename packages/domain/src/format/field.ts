import type { FieldDefinition } from '../catalogue/field.ts';
import { formatDate } from './date.ts';
import { formatText, MISSING } from './missing.ts';
import { formatMoney, formatPrices } from './money.ts';
import { formatNumber, formatQuantity } from './number.ts';
import { formatPercent } from './percent.ts';

/** Currencies of the project whose values are shown; euros when missing. */
export interface CurrencyContext {
  catalog_currency?: string;
  accounting_currency?: string;
}

/** The currency a money field is kept in, for a project. */
export function fieldCurrency(field: Pick<FieldDefinition, 'currency'>, context: CurrencyContext): string {
  const currency = field.currency === 'accounting' ? context.accounting_currency : context.catalog_currency;
  return currency ?? 'EUR';
}

function formatNumeric(value: number, field: FieldDefinition, context: CurrencyContext): string {
  if (field.type === 'money') return formatMoney(value, fieldCurrency(field, context));
  if (field.type === 'percent') return formatPercent(value);
  if (field.type === 'integer') return formatQuantity(value);
  return formatNumber(value, 2);
}

/** Any value of a field as the screen shows it; '-' when missing, « Oui » or « Non » for booleans. */
export function formatFieldValue(
  value: unknown,
  field: FieldDefinition,
  context: CurrencyContext = {},
): string {
  if (Array.isArray(value)) {
    if (field.type === 'money') return formatPrices(value as number[], fieldCurrency(field, context));
    return value.length > 0
      ? value.map((item) => formatFieldValue(item, field, context)).join(', ')
      : MISSING;
  }
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (typeof value === 'number')
    return Number.isFinite(value) ? formatNumeric(value, field, context) : MISSING;
  if (typeof value !== 'string') return MISSING;
  return field.type === 'date' ? formatDate(value) : formatText(value);
}
