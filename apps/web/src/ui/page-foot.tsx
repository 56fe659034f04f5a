import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-foot.module.css';

/** The foot of a page, in sight whatever is scrolled: what is left to do, and the buttons that commit. */
export function PageFoot({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames(styles.foot, className)} data-kit="page-foot">
      {children}
    </div>
  );
}
