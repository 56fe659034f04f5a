import { DECISION_FIELDS } from './decision-fields.ts';
import { defineField, type FieldDefinition, rankIds } from './field.ts';
import { FORECAST_FIELDS } from './forecast-fields.ts';
import { IDENTITY_FIELDS, PRICE_FIELDS } from './product-fields.ts';
import { PERFORMANCE_FIELDS, SELL_THROUGH_FIELDS, WINDOW_FIELDS } from './sales-fields.ts';
import { COVERAGE_FIELDS, STOCK_FIELDS } from './stock-fields.ts';

const BASE_FIELDS: readonly FieldDefinition[] = [
  ...IDENTITY_FIELDS,
  ...PRICE_FIELDS,
  ...STOCK_FIELDS,
  ...COVERAGE_FIELDS,
  ...PERFORMANCE_FIELDS,
  ...WINDOW_FIELDS,
  ...SELL_THROUGH_FIELDS,
  ...FORECAST_FIELDS,
  ...DECISION_FIELDS,
];

function rankFields(field: FieldDefinition): FieldDefinition[] {
  if (field.ranks.length === 0) return [];
  const [globalId, groupId] = rankIds(field.id);
  const rank = (id: string, scope: 'global' | 'group', label: string, among: string): FieldDefinition =>
    defineField({
      id,
      label: `${field.label} : ${label}`,
      description: `Décile de « ${field.label} » parmi ${among} : 10 pour les plus grandes valeurs, 1 pour les plus petites.`,
      section: field.section,
      type: 'integer',
      aggregation: { kind: 'none' },
      source: 'computed',
      lazy: true,
      rank_of: { field: field.id, scope },
      ...(field.needs && { needs: field.needs }),
      in_rulebook: field.in_rulebook,
      groupable: scope === 'global',
    });
  return [
    rank(globalId, 'global', 'décile', 'tous les produits du projet'),
    rank(groupId, 'group', 'décile du groupe', 'les produits de même clé de classement'),
  ];
}

/** Every field the product knows, ranks included, each defined once. */
export const FIELDS: readonly FieldDefinition[] = [...BASE_FIELDS, ...BASE_FIELDS.flatMap(rankFields)];

const BY_ID: ReadonlyMap<string, FieldDefinition> = new Map(FIELDS.map((field) => [field.id, field]));

const ID_BY_ALIAS: ReadonlyMap<string, string> = new Map(
  FIELDS.flatMap(({ id, alias }) => (alias === undefined ? [] : [[alias, id]])),
);

/** The id of the field that a request names, by its id or by its other name; what the catalogue does not know stays. */
export function fieldIdOf(name: string): string {
  return ID_BY_ALIAS.get(name) ?? name;
}

/** The field of an id, or undefined. */
export function findField(id: string): FieldDefinition | undefined {
  return BY_ID.get(id);
}

/** The field of an id that must exist. @throws RangeError for an unknown id. */
export function fieldById(id: string): FieldDefinition {
  const field = BY_ID.get(id);
  if (!field) throw new RangeError(`unknown field: ${id}`);
  return field;
}

/** A field's label, or its id when the catalogue does not know it (a retailer's own attribute). */
export function fieldLabel(id: string): string {
  return BY_ID.get(id)?.label ?? id;
}

/** The lazily loaded families: what `includes` names; `stock_coverage` stands for all its fields. */
export const LAZY_METRICS = ['daily_sales_qty_history', 'stock_coverage', 'sales_boost'] as const;
export type LazyMetric = (typeof LAZY_METRICS)[number];
