import type { ColumnDefinition } from './column.ts';
import { COLUMNS, findColumn } from './columns.ts';
import { SECTION_IDS, type SectionId } from './section.ts';

const PLACES: ReadonlyMap<string, number> = new Map(COLUMNS.map(({ id }, place) => [id, place]));

const sectionOf = (id: string): SectionId | undefined => findColumn(id)?.section;

/** The place of a column's section among all; -1 for a column that is not known. */
function rankOf(id: string): number {
  const section = sectionOf(id);
  return section ? SECTION_IDS.indexOf(section) : -1;
}

/** Columns with those of a section side by side: sections in the order of their first column, columns in theirs. */
export function inSections(columns: readonly ColumnDefinition[]): ColumnDefinition[] {
  return [...Map.groupBy(columns, ({ section }) => section).values()].flat();
}

/** Where a column goes that joins a view: with its section, in the catalogue's order; a new section in its own place. */
function placeOf(columns: readonly string[], id: string): number {
  const section = sectionOf(id);
  const own = columns.filter((other) => sectionOf(other) === section);
  if (own.length > 0) {
    const next = own.find((other) => (PLACES.get(other) ?? 0) > (PLACES.get(id) ?? 0));
    return next === undefined ? columns.lastIndexOf(own.at(-1) ?? '') + 1 : columns.indexOf(next);
  }
  const later = columns.findIndex((other) => rankOf(other) > rankOf(id));
  return later < 0 ? columns.length : later;
}

/** A view's columns with some more; those that it has already stay where they are. */
export function addColumns(columns: readonly string[], added: readonly string[]): string[] {
  return added.reduce<string[]>(
    (all, id) => (all.includes(id) ? all : all.toSpliced(placeOf(all, id), 0, id)),
    [...columns],
  );
}

/**
 * A view's columns once one is dropped before another (null: at the end). It stays in its section: dropped beyond, it
 * goes to the nearest end of it, so that a section is never in two parts.
 */
export function moveColumn(columns: readonly string[], moved: string, before: string | null): string[] {
  const at = columns.indexOf(moved);
  if (at < 0 || moved === before) return [...columns];
  const rest = columns.filter((id) => id !== moved);
  const place = before === null ? rest.length : rest.indexOf(before);
  if (place < 0) return [...columns];
  const own = rest.flatMap((id, index) => (sectionOf(id) === sectionOf(moved) ? [index] : []));
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return [...columns];
  return rest.toSpliced(Math.min(Math.max(place, first), last + 1), 0, moved);
}
