import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TreeLoader } from '../../../ui/grid/tree-loader.ts';
import { useOpenGroupsInAddress } from './use-open-groups-in-address.ts';

/** Two groups of one line each. */
const newTree = () =>
  new TreeLoader<{ name: string }, { _id: string }>(
    {
      levels: 1,
      groupKey: ({ name }) => name,
      parentKey: () => null,
      groupCount: () => 1,
      lineKey: ({ _id }) => _id,
      loadGroups: async () => ({ items: [{ name: 'a' }, { name: 'b' }], cursor: null, total: 2 }),
      loadLevel: async () => [{ name: 'a' }, { name: 'b' }],
      loadLines: async ({ parent }) => ({ items: [{ _id: `${parent?.name}#0` }], cursor: null, total: 1 }),
    },
    { line_size: 30, group_size: 200, describeError: String },
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the groups of rows that are being replaced are not written over those that the new address opens', async () => {
  const tree = newTree();
  await tree.start();
  const readOpenGroups: { current: (() => string | null | undefined) | null } = { current: null };
  const written: (string | null)[] = [];
  const keepOpenGroups = (open: string | null) => void written.push(open);
  const { rerender } = renderHook(
    ({ changing, state }: { changing: boolean; state: object }) =>
      useOpenGroupsInAddress(tree, changing, { readOpenGroups, keepOpenGroups, state }),
    { initialProps: { changing: false, state: {} } },
  );
  await vi.advanceTimersByTimeAsync(300);
  expect(written).toEqual([null]);
  // A link to other rows, which opens all their groups: until they come, those shown are of another address.
  rerender({ changing: true, state: {} });
  await vi.advanceTimersByTimeAsync(300);
  expect(written).toEqual([null]);
  expect(readOpenGroups.current?.()).toBeUndefined();
  rerender({ changing: false, state: {} });
  await tree.open('a');
  await tree.open('b');
  await vi.advanceTimersByTimeAsync(300);
  expect(written).toEqual([null, '*']);
});
