import type { ItemField } from '@palier/analytics';
import type { FieldDescription } from '@palier/contract';
import { type FieldDefinition, operatorsOf } from '@palier/domain';

export function presentField(field: FieldDefinition): FieldDescription {
  return {
    id: field.id,
    ...(field.alias && { alias: field.alias }),
    label: field.label,
    section: field.section,
    description: field.description,
    type: field.type,
    ...(field.unit && { unit: field.unit }),
    ...(field.currency && { currency: field.currency }),
    aggregation: field.aggregation.kind,
    ranks: [...field.ranks],
    operators: field.filterable ? [...operatorsOf(field.type)] : [],
    in_rulebook: field.in_rulebook,
    filterable: field.filterable,
    groupable: field.groupable,
    ...(field.lazy && { lazy: true }),
  };
}

/** A column of the retailer's files that is no field of the catalogue. */
export function presentAttribute({ field, label, type }: ItemField): FieldDescription {
  return {
    id: field,
    label,
    section: 'product',
    description: 'Colonne propre à vos fichiers d’articles.',
    type,
    aggregation: 'distinct',
    ranks: [],
    operators: [...operatorsOf(type)],
    in_rulebook: true,
    filterable: true,
    groupable: type === 'string',
    attribute: true,
  };
}
