import type { FieldDescription } from '@palier/contract';
import { FIELDS, fieldLabel } from '@palier/domain';
import { fieldGroups, type SectionedField } from '../../lib/filter/filter-fields.ts';

/** A field that may be hidden, of the catalogue or of the retailer's own files. */
export interface HidableField extends SectionedField, Pick<FieldDescription, 'type' | 'lazy'> {
  label: string;
}

/** A choice of the picker or a chip: a field, or all those of a section. */
export interface HiddenPart {
  id: string;
  label: string;
  fields: readonly string[];
}

const SECTION = 'section ';

/** Every field that screens offer: costs only to who may see them. */
export function hidableFields(own: readonly FieldDescription[], costs: boolean): HidableField[] {
  const known = FIELDS.filter(({ technical, needs }) => !technical && (costs || needs !== 'costs'));
  const ids = new Set(FIELDS.map(({ id }) => id));
  return [...known, ...own.filter(({ id }) => !ids.has(id))];
}

/** What is hidden, as it reads: a section when all of it is, else its fields. */
export function hiddenParts(fields: readonly HidableField[], hidden: readonly string[]): HiddenPart[] {
  const whole = fieldGroups(fields).filter((group) => group.fields.every(({ id }) => hidden.includes(id)));
  const inWhole = new Set(whole.flatMap((group) => group.fields.map(({ id }) => id)));
  const labels = new Map(fields.map(({ id, label }) => [id, label]));
  return [
    ...whole.map((group) => sectionPart(group.label, group.fields)),
    ...hidden
      .filter((id) => !inWhole.has(id))
      .map((id) => ({ id, label: labels.get(id) ?? fieldLabel(id), fields: [id] })),
  ];
}

/** What may still be hidden, by section: the whole of it first, then its fields. */
export function hidableParts(
  fields: readonly HidableField[],
  hidden: readonly string[],
): { label: string; options: HiddenPart[] }[] {
  return fieldGroups(fields).flatMap(({ label, fields: all }) => {
    const left = all.filter(({ id }) => !hidden.includes(id));
    if (left.length === 0) return [];
    const single = left.map(({ id, label: name }): HiddenPart => ({ id, label: name, fields: [id] }));
    return [{ label, options: left.length > 1 ? [sectionPart(label, left), ...single] : single }];
  });
}

function sectionPart(label: string, fields: readonly HidableField[]): HiddenPart {
  return {
    id: `${SECTION}${label}`,
    label: `Toute la section « ${label} »`,
    fields: fields.map(({ id }) => id),
  };
}
