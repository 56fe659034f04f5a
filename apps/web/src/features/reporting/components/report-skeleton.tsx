import { cardClass } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import styles from './reporting.module.css';

const ROWS = [72, 56, 64, 48, 60, 52, 68, 44];

/** Where the chart and the table will stand. */
export function ReportSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <div className={cardClass(styles.waiting)}>
        <Skeleton width={180} height={16} />
        <Skeleton width="100%" height={160} />
      </div>
      <div className={cardClass(styles.waiting)}>
        {ROWS.map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </div>
  );
}
