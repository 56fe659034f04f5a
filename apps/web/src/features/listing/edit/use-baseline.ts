import { useEffect } from 'react';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import type { EditSession } from './edit-session.ts';
import type { References } from './use-references.ts';

/** Gives the session the figures of the checkpoint as soon as they are known, and again to each new tree. */
export function useBaseline(session: EditSession, { find }: References, tree: ListingTree['tree']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tree has groups that have not heard of them
  useEffect(() => {
    session.setBaseline((keys) => {
      const known = find(keys);
      const [phase, end] = [known?.phase.before, known?.end.before];
      // The mean discount of that moment is unknown: the discount's own cell shows no change for groups.
      return phase && end ? { phase, end, discount_pct: null } : null;
    });
  }, [session, find, tree]);
}
