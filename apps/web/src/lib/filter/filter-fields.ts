import type { FieldDescription } from '@palier/contract';
import { isTree, type QueryTree, SECTION_LABELS, type SectionId } from '@palier/domain';

/** Fields under a heading of the builder's list. */
export interface FieldGroup<F> {
  label: string;
  fields: F[];
}

/** What tells under which heading a field stands. */
export type SectionedField = Pick<FieldDescription, 'id' | 'section'>;

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
  return fields.filter(
    ({ id, filterable }) =>
      filterable && (used.has(id) || (!unavailable.includes(id) && !FOR_MACHINES.test(id))),
  );
}

/** Codes for machines (a colour's #RRGGBB, an address, an identifier): products are not chosen by them. */
const FOR_MACHINES = /(?:^|[._])(?:hex|rgb|url|uri|uuid|guid)$/;

/** The fields that products are grouped by: no deciles, and nothing written for machines. */
export function groupableFields<F extends Pick<FieldDescription, 'id' | 'groupable'>>(
  fields: readonly F[],
): F[] {
  return fields.filter(({ id, groupable }) => groupable && !DECILES.test(id) && !FOR_MACHINES.test(id));
}

const DECILES = /_rank$/;

/** Fields by section, in the order of the listing; deciles, many and seldom wanted, last. */
export function fieldGroups<F extends SectionedField>(fields: readonly F[]): FieldGroup<F>[] {
  const groups = new Map<string, F[]>(
    [...Object.values(SECTION_LABELS), DECILE_LABEL].map((label) => [label, []]),
  );
  for (const field of fields) {
    const label = DECILES.test(field.id) ? DECILE_LABEL : SECTION_LABELS[field.section as SectionId];
    groups.get(label ?? SECTION_LABELS.product)?.push(field);
  }
  return [...groups].flatMap(([label, found]) => (found.length > 0 ? [{ label, fields: found }] : []));
}

const DECILE_LABEL = 'Déciles';
