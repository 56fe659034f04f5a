import { defaultViewParameters } from '@palier/domain';
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { decodeState } from './url-state.ts';
import { useWantedCell } from './use-wanted-cell.ts';

it('a column that a link adds is brought into sight once it and the rows are there, and once alone', () => {
  const scrollToCell = vi.fn();
  const grid = { current: { scrollToCell, focus: vi.fn(), cellElement: () => null, scroller: () => null } };
  const state = decodeState(new URLSearchParams('avec=priceRise'), defaultViewParameters());
  const columns = ['stockTotal', 'priceRise'].map((id) => ({ id, width: 100 }));
  const place = (rows: object[], shown: object[]) =>
    ({ rows, layout: { columns: shown }, grid, onSelect: vi.fn() }) as never;
  const { rerender } = renderHook(({ at }) => useWantedCell(state, at), {
    initialProps: { at: place([], columns) },
  });
  expect(scrollToCell).not.toHaveBeenCalled();
  rerender({ at: place([{ kind: 'group' }], columns) });
  rerender({ at: place([{ kind: 'group' }, { kind: 'line' }], columns) });
  expect(scrollToCell.mock.calls).toEqual([[{ row: 0, column: 1 }]]);
});
