import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { GridRowView } from './grid-row.tsx';
import { layoutColumns } from './layout.ts';
import { dressColumns, type RowShared } from './row-cells.tsx';
import type { GridColumn, GridRow } from './types.ts';

interface Line {
  name: string;
}

const column = (id: string, pinned?: 'left' | 'right'): GridColumn => ({
  ...{ id, label: id, section: id, section_label: id, width: 100, pinned },
});
const layout = layoutColumns(
  [column('name', 'left'), ...'abcdef'.split('').map((id) => column(id))],
  new Set(),
);

/** What was drawn since the last look, columns that were drawn light in capitals. */
let drawn: string[] = [];
beforeEach(() => {
  drawn = [];
});

const shared: RowShared<never, Line> = {
  ...{ grid: 'grid', layout, dress: dressColumns(layout), offset: 0 },
  renderCell: (_, { id }, light) => {
    drawn.push(light ? id.toUpperCase() : id);
    return id;
  },
  cellClass: undefined,
  rowClass: undefined,
  renderWide: () => null,
  fillable: undefined,
};

const line = (name: string): GridRow<never, Line> => ({
  ...{ kind: 'line', id: name, parent: '', depth: 0, line: { name } },
});

interface Part {
  row?: GridRow<never, Line>;
  from: number;
  to: number;
  whole?: [from: number, to: number];
  active?: number;
}

const one = line('one');
const view = ({ row = one, from, to, whole = [from, to], active = -1 }: Part) => (
  <GridRowView
    {...{ row, index: 0, top: 0, height: 40, shared, from, to, light: false, active }}
    {...{ wholeFrom: whole[0], wholeTo: whole[1], left: -1, right: -1, isTop: false, isBottom: false }}
  />
);
const seen = (): string[] => screen.getAllByRole('gridcell').map((cell) => cell.textContent ?? '');

it('a scroll across draws the columns that come, and leaves the others as they are', () => {
  const { rerender } = render(view({ from: 0, to: 2 }));
  expect(drawn.splice(0)).toEqual(['name', 'a', 'b', 'c']);
  rerender(view({ from: 1, to: 4 }));
  expect(drawn.splice(0)).toEqual(['d', 'e']);
  expect(seen()).toEqual(['name', 'b', 'c', 'd', 'e']);
});

it('columns that rush by are drawn light, never the pinned ones, and whole once they rest', () => {
  const { rerender } = render(view({ from: 0, to: 2 }));
  drawn.length = 0;
  rerender(view({ from: 2, to: 4, whole: [2, 2] }));
  expect(drawn.splice(0)).toEqual(['D', 'E']);
  rerender(view({ from: 2, to: 4 }));
  expect(drawn.splice(0)).toEqual(['d', 'e']);
  rerender(view({ from: 4, to: 5, whole: [4, 3] }));
  expect(drawn.splice(0)).toEqual(['E', 'F']);
});

it('a cell that becomes the active one is drawn again, alone; another row draws all of its cells', () => {
  const { rerender } = render(view({ from: 0, to: 2 }));
  drawn.length = 0;
  rerender(view({ from: 0, to: 2, active: 2 }));
  expect(drawn.splice(0)).toEqual(['b']);
  expect(screen.getAllByRole('gridcell').filter(({ id }) => id !== '')).toHaveLength(1);
  rerender(view({ row: line('two'), from: 0, to: 2 }));
  expect(drawn.splice(0)).toEqual(['name', 'a', 'b', 'c']);
});
