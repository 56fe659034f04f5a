import { findColumn } from '../catalogue/columns.ts';
import { findField } from '../catalogue/fields.ts';
import { foldText } from '../format/text.ts';
import { EXPORT_TEMPLATES, type ExportTemplate } from './export-template.ts';
import { isFeaturable } from './view.ts';

/** What an organisation says of its screens; what is left out stays. */
export interface ScreenSettings {
  featured_fields?: readonly string[] | undefined;
  dashboard_columns?: readonly string[] | undefined;
  unavailableFields?: readonly string[] | undefined;
  exportTemplates?: readonly ExportTemplate[] | undefined;
}

/** An attribute is a column of the retailer's own files: which ones there are changes with them. */
const isKnownField = (id: string): boolean => id.startsWith('attributes.') || findField(id) !== undefined;

/** A column that a view may choose: the others are the application's. */
function isChoosable(id: string): boolean {
  const column = findColumn(id);
  return column !== undefined && !column.read_only;
}

/** Whether two files have the same name, for who reads a menu. */
export const sameFileName = (a: string, b: string): boolean => foldText(a.trim()) === foldText(b.trim());

/** What is wrong with settings of the screens, in French; null when nothing is. */
export function settingsFault(settings: ScreenSettings): string | null {
  const { featured_fields = [], dashboard_columns, unavailableFields = [], exportTemplates = [] } = settings;
  const unknown = [...featured_fields, ...unavailableFields].find((id) => !isKnownField(id));
  if (unknown !== undefined) return `Champ inconnu : « ${unknown} »`;
  const field = featured_fields.map(findField).find((one) => one && !isFeaturable(one));
  if (field) return `« ${field.label} » ne se lit pas sous le nom des produits.`;
  if (dashboard_columns?.length === 0) return 'Le listing montre au moins une colonne au départ.';
  return columnFault(dashboard_columns ?? []) ?? templatesFault(exportTemplates);
}

function columnFault(columns: readonly string[]): string | null {
  const unknown = columns.find((id) => !isChoosable(id));
  return unknown === undefined ? null : `Colonne inconnue, ou que le listing gère lui-même : « ${unknown} »`;
}

function templatesFault(templates: readonly ExportTemplate[]): string | null {
  for (const [index, template] of templates.entries()) {
    const others = templates.slice(0, index);
    const fault = templateFault(template, others);
    if (fault !== null) return fault;
  }
  return null;
}

function templateFault(template: ExportTemplate, others: readonly ExportTemplate[]): string | null {
  const { id, name, kind, format, columns } = template;
  if (others.some((other) => other.id === id)) return `Fichier nommé deux fois : « ${id} »`;
  if (others.some((other) => sameFileName(other.name, name))) return `Deux fichiers s’appellent « ${name} ».`;
  const built = EXPORT_TEMPLATES.find((one) => one.id === id);
  if (built && (built.kind !== kind || built.format !== format))
    return `« ${name} » garde sa sorte et son format : faites-en un autre fichier.`;
  if (!built && kind !== 'listing') return 'Un fichier de plus est un listing : ceux de prix ont leur écran.';
  if (columns && kind !== 'listing')
    return `« ${name} » n’est pas un listing : ses colonnes sont les siennes.`;
  return columnFault(columns ?? []);
}
