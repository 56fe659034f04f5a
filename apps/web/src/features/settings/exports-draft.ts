import type { Settings } from '@palier/contract';
import { EXPORT_TEMPLATES, sameFileName } from '@palier/domain';

export type Template = Settings['exportTemplates'][number];

/** How a file's kind reads beside its name. */
export const KIND_LABELS: Record<Template['kind'], string> = {
  listing: 'le listing',
  prices: 'les prix d’une démarque',
  proof: 'la preuve des prix',
};

/** The files of Palier that are no longer offered. */
export function leftOut(templates: readonly Template[]): Template[] {
  const ids = new Set(templates.map(({ id }) => id));
  return EXPORT_TEMPLATES.filter(({ id }) => !ids.has(id)).map((template) => ({ ...template }));
}

/** The files with one more: a listing with the columns that listings open with, under a name that no other has. */
export function withListing(
  templates: readonly Template[],
  columns: readonly string[],
  id: string,
): Template[] {
  const isTaken = (name: string): boolean => templates.some((one) => sameFileName(one.name, name));
  let name = 'Nouveau listing';
  for (let count = 2; isTaken(name); count += 1) name = `Nouveau listing ${count}`;
  return [...templates, { id, name, format: 'xlsx', kind: 'listing', columns: [...columns] }];
}

/** Whether the file is the organisation's own: its format and its columns are hers to choose. */
export function isOwnFile({ id }: Pick<Template, 'id'>): boolean {
  return EXPORT_TEMPLATES.every((one) => one.id !== id);
}
