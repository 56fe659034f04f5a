import type { ReactNode } from 'react';
import { clampWidth } from '../../../ui/grid/layout.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { PointMenu, type PointMenuEntry } from '../../../ui/point-menu.tsx';
import type { PanelProps } from '../screen/panel-types.ts';
import { reorderColumns } from './grid-columns.ts';

const STEP = 40;

type ColumnMenuProps = PanelProps & { column: string; point: { x: number; y: number } };

function sortEntries(column: GridColumn, { handle }: PanelProps): PointMenuEntry[] {
  const { sort_field: field } = column;
  if (!field) return [];
  const sorted = handle.state.parameters.sort;
  const now = sorted?.field === field ? sorted.order : null;
  const by = (order: 'asc' | 'desc', label: string): PointMenuEntry[] =>
    now === order ? [] : [{ label, run: () => handle.changeParameters({ sort: { field, order } }) }];
  return [
    ...by('desc', 'Trier, décroissant'),
    ...by('asc', 'Trier, croissant'),
    ...(now ? [{ label: 'Ne plus trier', run: () => handle.changeParameters({ sort: null }) }] : []),
  ];
}

function widthEntries(column: GridColumn, { handle }: PanelProps): PointMenuEntry[] {
  const { customColumnWidths: widths } = handle.state.parameters;
  const keep = (customColumnWidths: Record<string, number>): void =>
    handle.changeParameters({ customColumnWidths }, true);
  const to = (label: string, by: number): PointMenuEntry[] => {
    const width = clampWidth(column.width + by);
    return width === column.width ? [] : [{ label, run: () => keep({ ...widths, [column.id]: width }) }];
  };
  const { [column.id]: own, ...others } = widths;
  return [
    ...to('Élargir', STEP),
    ...to('Rétrécir', -STEP),
    ...(own === undefined ? [] : [{ label: 'Largeur d’origine', run: () => keep(others) }]),
  ];
}

/** Moves among the columns that scroll: the others stay where they are. */
function moveEntries(column: GridColumn, { handle, layout }: PanelProps): PointMenuEntry[] {
  const at = layout.middle.indexOf(column);
  if (at < 0 || column.locked) return [];
  // A column stays in its section, and a section in one part.
  const inSection = (other: GridColumn | undefined) => other?.section === column.section;
  const before = (next: GridColumn | undefined) => () =>
    handle.changeParameters({
      columns: reorderColumns(handle.state.parameters.columns, column.id, next?.id ?? null),
    });
  return [
    ...(inSection(layout.middle[at - 1])
      ? [{ label: 'Déplacer à gauche', run: before(layout.middle[at - 1]) }]
      : []),
    ...(inSection(layout.middle[at + 1])
      ? [{ label: 'Déplacer à droite', run: before(layout.middle[at + 2]) }]
      : []),
  ];
}

function hideEntries(column: GridColumn, { handle, setPanel, onDone }: PanelProps): PointMenuEntry[] {
  const { columns } = handle.state.parameters;
  const hide = {
    label: 'Masquer la colonne',
    run: () => {
      handle.changeParameters({ columns: columns.filter((id) => id !== column.id) });
      // Its title is gone: the keyboard goes back to the rows.
      onDone();
    },
  };
  return [
    ...(columns.includes(column.id) ? [hide] : []),
    { label: 'Choisir les colonnes…', run: () => setPanel({ kind: 'columns' }) },
  ];
}

/** What a column's title offers by a right click, or by Alt and the down arrow: sort, width, place, hide. */
export function ColumnMenu(props: ColumnMenuProps): ReactNode {
  const { layout, column: id, point, setPanel } = props;
  const column = layout.columns.find((candidate) => candidate.id === id);
  if (!column) return null;
  const entries = [sortEntries, widthEntries, moveEntries, hideEntries].flatMap((of) => of(column, props));
  const close = (): void => {
    setPanel(null);
    // Back to the title it came from, where the keyboard was.
    document.querySelector<HTMLElement>(`[data-head-column="${CSS.escape(id)}"] button`)?.focus();
  };
  return <PointMenu label={`Colonne ${column.label}`} point={point} entries={entries} onClose={close} />;
}
