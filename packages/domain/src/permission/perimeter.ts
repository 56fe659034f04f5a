import type { QueryTree } from '../query/tree.ts';

/** What of the organisation a member reaches: all of it must hold. An empty list narrows nothing. */
export interface Perimeter {
  /** Ids of the project groups whose projects there are. */
  project_groups: string[];
  /** Fields of products, each with the values taken. */
  fields: { field: string; values: string[] }[];
}

/** The perimeter that narrows something, or null: everything of the organisation. */
export function narrowingPerimeter(perimeter: Perimeter | null | undefined): Perimeter | null {
  if (!perimeter) return null;
  const fields = perimeter.fields.filter(({ values }) => values.length > 0);
  return perimeter.project_groups.length > 0 || fields.length > 0 ? { ...perimeter, fields } : null;
}

/** The lines of a perimeter as the listing's own query; null when products are not narrowed. */
export function perimeterQuery(perimeter: Perimeter | null): QueryTree | null {
  const narrowing = narrowingPerimeter(perimeter);
  if (!narrowing || narrowing.fields.length === 0) return null;
  return {
    combinator: 'and',
    rules: narrowing.fields.map(({ field, values }) => ({ field, operator: 'in', value: values })),
  };
}

/** What a perimeter must hold whole for an act: a project, or all that the organisation has. */
export type Coverage = 'project' | 'organization';

/** Why an act is refused to somebody whose perimeter is not wide enough. */
export const OUTSIDE_PERIMETER: Readonly<Record<Coverage, string>> = {
  project: 'Ce projet dépasse votre périmètre : cet acte porte sur le projet entier.',
  organization: 'Cet acte porte sur toute l’organisation : votre périmètre n’en couvre qu’une partie.',
};
