import type { FieldDescription, ProjectGroup } from '@palier/contract';
import { findField, type Perimeter } from '@palier/domain';
import { french } from './french.ts';

/** Values named one by one; the others are counted. */
const NAMED = 3;

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} et ${more} de plus` : names.join(', ');
}

/** « Marque : Lune, Éclat · Groupe : Soldes d’été »; the whole organisation without a perimeter. */
export function perimeterText(
  perimeter: Perimeter | null,
  groups: readonly Pick<ProjectGroup, '_id' | 'name'>[],
  fields: readonly Pick<FieldDescription, 'id' | 'label'>[] = [],
): string {
  if (!perimeter) return 'Toute l’organisation';
  const labelOf = (id: string) =>
    fields.find((field) => field.id === id)?.label ?? findField(id)?.label ?? id.replace(/^attributes\./, '');
  const named = perimeter.project_groups.map(
    (id) => groups.find(({ _id }) => _id === id)?.name ?? 'un groupe',
  );
  const parts = [
    ...perimeter.fields.map(({ field, values }) => `${labelOf(field)} : ${listed(values)}`),
    ...(named.length > 0 ? [`Groupe : ${listed(named)}`] : []),
  ];
  return french(parts.join(' · '));
}
