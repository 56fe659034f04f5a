import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/marks.tsx';
import effectBandStyles from '../edit/effect-band.module.css';
import listingScreenStyles from '../screen/listing-screen.module.css';
import toolbarStyles from '../screen/toolbar.module.css';
import styles from './listing-skeleton.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The shape of the listing while its settings come. */
export function ListingSkeleton(): ReactNode {
  return (
    <main className={listingScreenStyles.page} id="contenu" data-screen="listing" aria-busy="true">
      <div className={toolbarStyles.tools}>
        <Skeleton width={160} height={16} />
        <Skeleton width={220} height={16} />
      </div>
      <div className={effectBandStyles.band} />
      <div className={styles.rows}>
        {ROWS.map((row) => (
          <Skeleton key={row} height={80} />
        ))}
      </div>
    </main>
  );
}
