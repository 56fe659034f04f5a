import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-head.module.css';

/** The head of a page: its title, what it is about, its buttons. */
export function PageHead({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.head, className)}>{children}</div>;
}
