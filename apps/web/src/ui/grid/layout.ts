import type { GridColumn } from './types.ts';

export const MIN_WIDTH = 60;
export const MAX_WIDTH = 420;

export interface SectionSpan {
  id: string;
  label: string;
  pinned: 'left' | 'right' | undefined;
  folded: boolean;
  /** Columns shown under it, and those that it has unfolded. */
  shown: number;
  count: number;
  width: number;
}

/** Where the columns stand: pinned at the left, scrolling, pinned at the right. */
export interface ColumnLayout {
  /** Visible columns in display order: left, middle, right. */
  columns: readonly GridColumn[];
  left: readonly GridColumn[];
  middle: readonly GridColumn[];
  right: readonly GridColumn[];
  left_width: number;
  right_width: number;
  width: number;
  sections: readonly SectionSpan[];
}

/** A width that a user asked for, brought within the limits. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
}

function total(columns: readonly GridColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}

/** Runs of neighbouring columns of one section, pinned ones apart. */
function runsOf(columns: readonly GridColumn[]): GridColumn[][] {
  const runs: GridColumn[][] = [];
  for (const column of columns) {
    const last = runs.at(-1)?.[0];
    if (last && last.section === column.section && last.pinned === column.pinned) runs.at(-1)?.push(column);
    else runs.push([column]);
  }
  return runs;
}

/**
 * Lays the columns out. A folded section keeps its first column, so that nothing disappears without
 * a trace; pinned sections do not fold.
 */
export function layoutColumns(columns: readonly GridColumn[], folded: ReadonlySet<string>): ColumnLayout {
  const ordered = [
    ...columns.filter((column) => column.pinned === 'left'),
    ...columns.filter((column) => !column.pinned),
    ...columns.filter((column) => column.pinned === 'right'),
  ];
  const shown: GridColumn[] = [];
  const sections: SectionSpan[] = [];
  for (const run of runsOf(ordered)) {
    const first = run[0] as GridColumn;
    const isFolded = !first.pinned && run.length > 1 && folded.has(first.section);
    const kept = isFolded ? [first] : run;
    shown.push(...kept);
    sections.push({
      id: first.section,
      label: first.section_label,
      pinned: first.pinned,
      folded: isFolded,
      shown: kept.length,
      count: run.length,
      width: total(kept),
    });
  }
  return placeColumns(shown, sections);
}

/** Blocks and widths of the columns shown. */
function placeColumns(shown: readonly GridColumn[], sections: readonly SectionSpan[]): ColumnLayout {
  const left = shown.filter((column) => column.pinned === 'left');
  const right = shown.filter((column) => column.pinned === 'right');
  return {
    columns: shown,
    left,
    middle: shown.filter((column) => !column.pinned),
    right,
    left_width: total(left),
    right_width: total(right),
    width: total(shown),
    sections,
  };
}

/** The layout while a column is being resized: nothing is kept until the pointer is released. */
export function withWidth(layout: ColumnLayout, id: string, width: number): ColumnLayout {
  const at = layout.columns.findIndex((column) => column.id === id);
  const column = layout.columns[at];
  if (!column || column.width === width) return layout;
  let start = 0;
  const sections = layout.sections.map((section) => {
    const contains = at >= start && at < start + section.shown;
    start += section.shown;
    return contains ? { ...section, width: section.width + width - column.width } : section;
  });
  return placeColumns(
    layout.columns.map((other) => (other === column ? { ...column, width } : other)),
    sections,
  );
}

/** True when a column begins a section and so takes a line at its left; the pinned edge has its own line. */
export function startsSection(layout: ColumnLayout, index: number): boolean {
  if (index === 0 || index === layout.left.length) return false;
  return layout.columns[index - 1]?.section !== layout.columns[index]?.section;
}

/** Index of the section that contains a column, -1 when there is none. */
export function sectionAt(layout: ColumnLayout, column: number): number {
  let end = 0;
  return layout.sections.findIndex((section) => {
    end += section.shown;
    return column < end;
  });
}
