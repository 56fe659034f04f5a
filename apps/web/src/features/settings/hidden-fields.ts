import type { FieldDescription } from '@palier/contract';
import { FIELDS, fieldLabel } from '@palier/domain';
import { fieldGroups, type SectionedField } from '../../lib/filter/filter-fields.ts';

/** A field that may be hidden, of the catalogue or of the retailer's own files. */
export interface HidableField extends SectionedField, Pick<FieldDescription, 'type' | 'lazy'> {
  ranks: readonly string[];
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
export function hidableFields(own: readonly HidableField[], costs: boolean): HidableField[] {
  const known = FIELDS.filter(({ technical, needs }) => !technical && (costs || needs !== 'costs'));
  const ids = new Set(FIELDS.map(({ id }) => id));
  return [...known, ...own.filter(({ id }) => !ids.has(id))];
}

/** What is hidden, as it reads: a section when all of it is, else its fields; a field's deciles go with it. */
export function hiddenParts(fields: readonly HidableField[], hidden: readonly string[]): HiddenPart[] {
  const whole = fieldGroups(fields)
    .filter((group) => group.fields.every(({ id }) => hidden.includes(id)))
    .map(({ label, fields: members }) => sectionPart(label, members));
  const known = new Map(fields.map((field) => [field.id, field]));
  const single = hidden.map((id): HiddenPart => {
    const field = known.get(id);
    return field ? fieldPart(field) : { id, label: fieldLabel(id), fields: [id] };
  });
  const named = new Set(whole.flatMap((part) => part.fields));
  const followed = new Set(single.flatMap((part) => part.fields.slice(1)));
  return [...whole, ...single.filter(({ id }) => !named.has(id) && !followed.has(id))];
}

/** What may still be hidden, by section: the whole of it first, then its fields. */
export function hidableParts(
  fields: readonly HidableField[],
  hidden: readonly string[],
): { label: string; options: HiddenPart[] }[] {
  return fieldGroups(fields).flatMap(({ label, fields: all }) => {
    const left = all.filter(({ id }) => !hidden.includes(id));
    if (left.length === 0) return [];
    const single = left.map(fieldPart);
    return [{ label, options: left.length > 1 ? [sectionPart(label, left), ...single] : single }];
  });
}

/** A field with what ranks it. */
const fieldPart = ({ id, label, ranks }: HidableField): HiddenPart => ({ id, label, fields: [id, ...ranks] });

function sectionPart(label: string, fields: readonly HidableField[]): HiddenPart {
  return {
    id: `${SECTION}${label}`,
    label: `Toute la section « ${label} »`,
    fields: fields.flatMap((field) => fieldPart(field).fields),
  };
}
