import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromTsv, tileBlock, toTsv } from './clipboard.ts';
import { clampWidth, layoutColumns } from './layout.ts';
import { moveSelection, nextCell } from './navigate.ts';
import { clampSelection, countCells, rangeOf, selectCell } from './selection.ts';
import type { GridColumn } from './types.ts';
import { fillTarget } from './use-grid-pointer.ts';

const column = (id: string, section: string, pinned?: 'left' | 'right'): GridColumn => ({
  id,
  label: id,
  section,
  section_label: section,
  width: 100,
  pinned,
});
const columns = [
  column('name', 'product', 'left'),
  column('stock', 'stock'),
  column('spread', 'stock'),
  column('edit', 'discount', 'right'),
  column('sales', 'sales'),
];

describe('columns', () => {
  it('[COL-40] keeps a width between 60 and 420', () => {
    expect([clampWidth(1000), clampWidth(10), clampWidth(123.4)]).toEqual([420, 60, 123]);
  });

  it('[COL-44] puts pinned columns at the edges, whatever their place in the view', () => {
    const layout = layoutColumns(columns, new Set());
    expect(layout.columns.map(({ id }) => id)).toEqual(['name', 'stock', 'spread', 'sales', 'edit']);
    expect([layout.left_width, layout.right_width, layout.width]).toEqual([100, 100, 500]);
  });

  it('[LIST-04] spans each section over its columns, and folds one to its first column', () => {
    const open = layoutColumns(columns, new Set());
    expect(open.sections.map(({ id, shown }) => [id, shown])).toEqual([
      ['product', 1],
      ['stock', 2],
      ['sales', 1],
      ['discount', 1],
    ]);
    const folded = layoutColumns(columns, new Set(['stock']));
    expect(folded.columns.map(({ id }) => id)).toEqual(['name', 'stock', 'sales', 'edit']);
    expect(folded.sections[1]).toMatchObject({ folded: true, shown: 1, count: 2 });
  });
});

describe('keyboard', () => {
  const context = { rows: 100, columns: 8, page: 10 };
  const press = (key: string, shift = false, ctrl = false) => ({ key, shift, ctrl });

  it('moves by cells, screens and edges, and never leaves the grid', () => {
    const from = { row: 5, column: 3 };
    expect(nextCell(from, press('ArrowDown'), context)).toEqual({ row: 6, column: 3 });
    expect(nextCell(from, press('PageUp'), context)).toEqual({ row: 0, column: 3 });
    expect(nextCell(from, press('End', false, true), context)).toEqual({ row: 99, column: 7 });
    expect(nextCell(from, press('Home'), context)).toEqual({ row: 5, column: 0 });
    expect(nextCell(from, press('a'), context)).toBeNull();
  });

  it('stretches the block with Shift from its anchor', () => {
    const start = selectCell({ row: 2, column: 2 });
    const one = moveSelection(start, press('ArrowDown', true), context);
    const two = one && moveSelection(one, press('ArrowRight', true), context);
    expect(two && rangeOf(two)).toEqual({ top: 2, bottom: 3, left: 2, right: 3 });
    expect(two && countCells(rangeOf(two))).toBe(4);
  });

  it('keeps the selection inside when rows disappear', () => {
    expect(clampSelection(selectCell({ row: 50, column: 7 }), 10, 5)).toEqual(
      selectCell({ row: 9, column: 4 }),
    );
    expect(clampSelection(selectCell({ row: 0, column: 0 }), 0, 5)).toBeNull();
  });
});

describe('blocks of cells', () => {
  it('fills the rows dragged over, above or below', () => {
    const source = { top: 3, bottom: 4, left: 1, right: 1 };
    expect(fillTarget(source, { row: 7, column: 1 })).toEqual({ ...source, top: 5, bottom: 7 });
    expect(fillTarget(source, { row: 1, column: 1 })).toEqual({ ...source, top: 1, bottom: 2 });
    expect(fillTarget(source, { row: 3, column: 1 })).toBeNull();
  });

  it('reads back every block it writes, tabs, quotes and line ends included', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '4', '%') });
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(block, (cells) => {
        // A last row of one empty cell is the line end that closes a block: spreadsheets do the same.
        fc.pre(!(cells.at(-1)?.length === 1 && cells.at(-1)?.[0] === ''));
        expect(fromTsv(toTsv(cells))).toEqual(cells);
      }),
    );
  });

  it('reads what Excel copies, its closing line end included', () => {
    expect(fromTsv('40\t30\r\n50\t"a ""b"""\r\n')).toEqual([
      ['40', '30'],
      ['50', 'a "b"'],
    ]);
  });

  it('repeats a pasted block over a selection it divides', () => {
    expect(tileBlock([['40']], 3, 1)).toEqual([['40'], ['40'], ['40']]);
    expect(tileBlock([['40'], ['50']], 3, 1)).toEqual([['40'], ['50']]);
  });
});
