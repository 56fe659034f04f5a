import { findColumn, findField, MISSING, readField } from '@palier/domain';
import type { GridColumn, GridRow } from '../../../ui/grid/types.ts';
import type { Group, Line } from '../rows/row.ts';

/** A number as a French spreadsheet reads it: decimal comma, no thousands, no unit. */
function plainNumber(value: number): string {
  return String(Math.round(value * 1e6) / 1e6).replace('.', ',');
}

/** The text of a cell for the clipboard: values a spreadsheet can compute with. */
export function cellText(
  row: GridRow<Group, Line>,
  gridColumn: GridColumn,
  groupName: (group: Group) => string,
): string {
  const column = findColumn(gridColumn.id);
  if (!column || (row.kind !== 'line' && row.kind !== 'group')) return '';
  const data = row.kind === 'line' ? row.line : row.node.group;
  if (column.id === 'product')
    return row.kind === 'group' ? groupName(row.node.group) : (row.line.title ?? row.line.item_group_id);
  if (column.id === 'editionInclusion')
    return row.kind === 'line' ? (row.line.included === false ? 'non' : 'oui') : '';
  const id =
    column.id === 'discountState' || column.id === 'editionDiscount'
      ? 'discount_pct'
      : (column.fields[0] ?? '');
  const value = readField(data, id);
  if (typeof value === 'number') return plainNumber(value);
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'number' ? plainNumber(item) : String(item))).join(' ');
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  return typeof value === 'string' && value !== MISSING ? value : '';
}

/** A discount typed or pasted: « 40 », « 40 % », « −40 », « 0,4 » from a percent cell; null gives the automatic one back. */
export function parseDiscount(text: string): number | null | undefined {
  const clean = text
    .replace(/[\s\u00a0\u202f%]/g, '')
    .replace(',', '.')
    .replace(/^[-\u2212]/, '');
  if (clean === '' || clean.toLocaleLowerCase('fr-FR') === 'auto') return null;
  if (!/^\d+(\.\d+)?$/.test(clean)) return undefined;
  const value = Number(clean);
  return value > 0 && value < 1 ? Math.round(value * 1000) / 10 : value;
}

/** « oui », « non », 1, 0, vrai, faux; undefined for anything else. */
export function parseInclusion(text: string): boolean | undefined {
  const clean = text.trim().toLocaleLowerCase('fr-FR');
  if (['oui', '1', 'vrai', 'true', 'o', 'x'].includes(clean)) return true;
  if (['non', '0', 'faux', 'false', 'n'].includes(clean)) return false;
  return undefined;
}

/** A pasted text that is no discount, price or inclusion of the line that it was meant for. */
export interface UnreadCell {
  line: Line;
  text: string;
  /** What is wrong with it, in a sentence; missing: it is no value of its column. */
  fault?: string;
}

/** Whether a column's cells may be edited. */
export function isEditable(column: GridColumn): boolean {
  return column.id === 'editionDiscount' || column.id === 'editionInclusion';
}

/** The field that « Filtrer sur cette valeur » uses for a column; null when it has none. */
export function filterField(column: GridColumn): string | null {
  const id = findColumn(column.id)?.fields[0];
  return id && findField(id)?.filterable ? id : null;
}
