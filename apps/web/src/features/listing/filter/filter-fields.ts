import type { FieldDescription } from '@palier/contract';
import { isTree, type QueryTree, SECTION_LABELS, type SectionId } from '@palier/domain';

/** Fields under a heading of the builder's list. */
export interface FieldGroup {
  label: string;
  fields: FieldDescription[];
}

function usedFields(tree: QueryTree | null): string[] {
  return (tree?.rules ?? []).flatMap((node) => (isTree(node) ? usedFields(node) : [node.field]));
}

/**
 * The fields that a filter may be built on: all that the server filters by, those fetched on demand too (the cover,
 * the deciles), but those that the retailer does not have, unless the filter at hand already reads them.
 */
export function offeredFields(
  fields: readonly FieldDescription[],
  unavailable: readonly string[],
  filter: QueryTree | null,
): FieldDescription[] {
  const used = new Set(usedFields(filter));
  return fields.filter(({ id, filterable }) => filterable && (!unavailable.includes(id) || used.has(id)));
}

const DECILES = /_rank$/;

/** Fields by section, in the order of the listing; deciles, many and seldom wanted, last. */
export function fieldGroups(fields: readonly FieldDescription[]): FieldGroup[] {
  const groups = new Map<string, FieldDescription[]>(
    [...Object.values(SECTION_LABELS), DECILE_LABEL].map((label) => [label, []]),
  );
  for (const field of fields) {
    const label = DECILES.test(field.id) ? DECILE_LABEL : SECTION_LABELS[field.section as SectionId];
    groups.get(label ?? SECTION_LABELS.product)?.push(field);
  }
  return [...groups].flatMap(([label, found]) => (found.length > 0 ? [{ label, fields: found }] : []));
}

const DECILE_LABEL = 'Déciles';
