import { type FieldType, findField, headingLabel } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { raw, sql } from '../database/sql.ts';
import { columnField, type FieldLookup } from '../listing/filter.ts';
import { ATTRIBUTE_PREFIX } from './tables.ts';

const TYPES: Record<string, FieldType> = {
  on_sale_date: 'date',
  price: 'money',
  base_price: 'money',
  cost: 'money',
  supplier_rebate_pct: 'percent',
};

/** Columns of products that nobody chooses products by. */
const NOT_FIELDS = new Set(['image_url', 'vat_rate', 'currency', 'cost_currency']);

const OWN_LABELS: Readonly<Record<string, string>> = {
  vat_rate: 'Taux de TVA',
  currency: 'Devise',
  cost_currency: 'Devise du coût',
};

export interface ItemFieldDescription {
  field: string;
  label: string;
  type: FieldType;
}

/** Fields of products before any project: those of item groups, and sizes and codes of their variants. */
export async function describeItemFields(session: Session, prefix: string): Promise<ItemFieldDescription[]> {
  const columns = await session.rows<{ column_name: string }>(`DESCRIBE SELECT * FROM "${prefix}item_group"`);
  const own = columns
    .map(({ column_name }) => column_name)
    .filter((name) => !NOT_FIELDS.has(name))
    .map((name) => ({
      field: name,
      label: labelOf(name),
      type: name === 'tags' ? ('list' as const) : (TYPES[name] ?? 'string'),
    }));
  const variants = ['size', 'item_id'].map((field) => ({
    field,
    label: labelOf(field),
    type: 'list' as const,
  }));
  return [...own, ...variants];
}

/** A column of items as people call it: the catalogue's label, or the retailer's own heading. */
export function labelOf(name: string): string {
  return OWN_LABELS[name] ?? findField(name)?.label ?? headingLabel(name.replace(ATTRIBUTE_PREFIX, ''));
}

/** Looks those fields up in a query over `"<prefix>item_group" g`. */
export function itemFieldLookup(fields: readonly ItemFieldDescription[], prefix: string): FieldLookup {
  const known = new Map(fields.map((field) => [field.field, field.type]));
  return (field) => {
    const type = known.get(field);
    if (!type) return undefined;
    if (field === 'size' || field === 'item_id')
      return {
        expression: sql`(SELECT list(v.${raw(field)}) FROM ${raw(`"${prefix}item"`)} v WHERE v.item_group_id = g.item_group_id AND v.${raw(field)} IS NOT NULL)`,
        type: 'list',
      };
    if (field === 'tags') return { expression: raw(`string_split(g.tags, '|')`), type: 'list' };
    return columnField(field, type);
  };
}
