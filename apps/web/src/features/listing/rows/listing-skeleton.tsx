import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/marks.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The shape of the listing while its settings come. */
export function ListingSkeleton(): ReactNode {
  return (
    <main className="ls-page" id="contenu" aria-busy="true">
      <div className="ls-tools">
        <Skeleton width={160} height={16} />
        <Skeleton width={220} height={16} />
      </div>
      <div className="ls-impact" />
      <div className="ls-skeleton-rows">
        {ROWS.map((row) => (
          <Skeleton key={row} height={80} />
        ))}
      </div>
    </main>
  );
}
