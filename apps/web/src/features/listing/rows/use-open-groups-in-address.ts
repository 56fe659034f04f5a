import { useEffect, useRef } from 'react';
import type { TreeLoader } from '../../../ui/grid/tree-loader.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';
import { encodeOpenGroups } from './open-groups.ts';

interface OpenGroupsHandle extends Pick<ListingStateHandle, 'readOpenGroups' | 'keepOpenGroups'> {
  /** Another one for each address. */
  state: object;
}

/** Toggles that follow one another are written to the address together: browsers bound how often it changes. */
const ADDRESS_DELAY = 200;

/** Keeps the address saying which groups are open. `changing`: the address is of another tree, which is on its way. */
export function useOpenGroupsInAddress<Group, Line>(
  tree: TreeLoader<Group, Line> | null,
  changing: boolean,
  { readOpenGroups, keepOpenGroups, state }: OpenGroupsHandle,
): void {
  const ofAnother = useRef(changing);
  ofAnother.current = changing;
  const write = useRef(keepOpenGroups);
  write.current = keepOpenGroups;
  const writeLater = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!tree) return;
    const { store } = tree;
    const read = (): string | null | undefined =>
      ofAnother.current || store.getStatus() === 'loading' || store.root().status !== 'loaded'
        ? undefined
        : encodeOpenGroups(store.allNodes());
    readOpenGroups.current = read;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const open = read();
        if (open !== undefined) write.current(open);
      }, ADDRESS_DELAY);
    };
    const stop = store.subscribe(later);
    writeLater.current = later;
    later();
    return () => {
      stop();
      clearTimeout(timer);
      readOpenGroups.current = null;
      writeLater.current = null;
    };
  }, [tree, readOpenGroups]);
  // A step back leads to an address written when other groups were open: what it undoes is not them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state changes with the address
  useEffect(() => writeLater.current?.(), [state]);
}
