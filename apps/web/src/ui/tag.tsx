import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './tag.module.css';

export type TagTone = 'neutral' | 'good' | 'attention' | 'computed' | 'warning' | 'negative' | 'dark';

/** A short word on a tint: a state, a kind, a mark of a product. */
export function Tag({
  tone = 'neutral',
  large,
  title,
  children,
}: {
  tone?: TagTone;
  large?: boolean;
  /** What the word means. */
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(styles.mark, tone !== 'neutral' && styles[tone], large && styles.large)}
      data-kit="tag"
      title={title}
    >
      {children}
    </span>
  );
}
