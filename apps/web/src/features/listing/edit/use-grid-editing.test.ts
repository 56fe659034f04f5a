import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { newGroup } from '../../../test/new-group.ts';
import { ROOT_ID } from '../../../ui/grid/types.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import { blockEdits, onListingKey, useEditing } from './use-grid-editing.ts';

type Row = ListingTree['rows'][number];

function group(id: string, depth: number, parent: string): Row {
  const place = { id, depth, parent };
  const loaded = { status: 'loaded', error: null, children: [], cursor: null, more: 'idle' } as const;
  const node = { ...place, ...loaded, group: newGroup({ key: id }), open: true, leaf: depth > 0, total: 1 };
  return { ...place, kind: 'group', node };
}
const line = (id: string, parent: string): Row => ({
  ...{ kind: 'line', id, depth: 2, parent },
  line: { _id: id, item_group_id: id },
});
const rows = [group('robes', 0, ROOT_ID), group('robes/lune', 1, 'robes'), line('p1', 'robes/lune')];

/** The row that Space, or Shift and Space, marks reviewed from a row. */
function reviewedFrom(row: number, shiftKey: boolean): string | undefined {
  const onReview = vi.fn<(row: Row) => void>();
  const event = { key: ' ', shiftKey, ctrlKey: false, metaKey: false };
  const nothing = () => undefined;
  const props = {
    ...{ listing: { rows }, handle: { current: null }, selection: null, layout: { columns: [] } },
    ...{ onReview, onSelect: nothing, onEdit: nothing, onUndo: nothing, onRedo: nothing },
  };
  expect(onListingKey(event, { row, column: 0 }, props)).toBe(true);
  const marked = onReview.mock.calls[0]?.[0];
  return marked && 'id' in marked ? marked.id : undefined;
}

describe('the review by keyboard', () => {
  it('Space marks the row, Shift and Space the whole group of a product', () => {
    expect(reviewedFrom(2, false)).toBe('p1');
    expect(reviewedFrom(2, true)).toBe('robes/lune');
  });

  it('on a sub-group, both mark that group and never its parent', () => {
    expect(reviewedFrom(1, false)).toBe('robes/lune');
    expect(reviewedFrom(1, true)).toBe('robes/lune');
    expect(reviewedFrom(0, true)).toBe('robes');
  });
});

describe('a discount typed in a cell', () => {
  /** Types a discount for the product, and says what was done once it is left. */
  function leave(move: 'down' | 'away') {
    const done = { edit: vi.fn(), select: vi.fn(), focus: vi.fn() };
    const handle = { focus: done.focus, cellElement: () => document.body, scrollToCell: () => undefined };
    const props = {
      ...{ listing: { rows }, layout: { columns: [{ id: 'editionDiscount' }] }, selection: null },
      ...{ context: { work_locked: false }, handle: { current: handle } },
      ...{ onEdit: done.edit, onSelect: done.select, onEditGroup: () => undefined },
    } as unknown as Parameters<typeof useEditing>[0];
    const { result } = renderHook(() => useEditing(props));
    act(() => void result.current.open({ row: 2, column: 0 }, '4'));
    act(() => result.current.commit({ value: 40, move, all: false, comment: '' }));
    expect(done.edit).toHaveBeenCalledWith({ p1: { discount_pct_user: 40 } }, 'Démarque à 40\u202f%', [], 0);
    return done;
  }

  it('is followed by the next cell after Enter', () => {
    const { select, focus } = leave('down');
    expect(focus).toHaveBeenCalledOnce();
    expect(select).toHaveBeenCalledOnce();
  });

  it('left for another cell, or for the search, leaves the selection and the keyboard where the user went', () => {
    const { select, focus } = leave('away');
    expect(focus).not.toHaveBeenCalled();
    expect(select).not.toHaveBeenCalled();
  });
});

it('an edit of a block says how many of its products are not loaded', () => {
  const place: Row = { kind: 'placeholder', id: 'x', depth: 2, parent: 'robes/lune' };
  const block = [...rows, place, place];
  const onEdit = vi.fn();
  const nothing = () => undefined;
  const columns = [{ id: 'editionDiscount', label: '', section: '', section_label: '', width: 1 }];
  const selection = { anchor: { row: 0, column: 0 }, focus: { row: 4, column: 0 } };
  const props = {
    ...{ listing: { rows: block }, handle: { current: null }, selection, layout: { columns }, onEdit },
    ...{ onReview: nothing, onSelect: nothing, onUndo: nothing, onRedo: nothing },
  };
  const event = { key: 'Delete', shiftKey: false, ctrlKey: false, metaKey: false };
  expect(onListingKey(event, { row: 0, column: 0 }, props)).toBe(true);
  expect(onEdit).toHaveBeenCalledWith({ p1: { discount_pct_user: null } }, 'Démarque automatique', [], 2);
  const range = { top: 2, bottom: 4, left: 0, right: 0 };
  const offer = { levels: [0, 20], catalog_currency: 'EUR' };
  expect(blockEdits(block, columns, range, [['20'], ['20'], ['20']], offer).unloaded).toBe(2);
  const others = columns.map((column) => ({ ...column, id: 'price' }));
  expect(blockEdits(block, others, range, [['20'], ['20'], ['20']], offer).unloaded).toBe(0);
});
