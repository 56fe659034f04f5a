import { Skeleton } from '../../../ui/marks.tsx';
import styles from './reporting.module.css';

/** Where bars, chart and table will stand. */
export function ReportSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <Skeleton width="48%" height={44} />
      <Skeleton width="100%" height={24} />
      <Skeleton width="100%" height={240} />
      <Skeleton width="100%" height={320} />
    </div>
  );
}
