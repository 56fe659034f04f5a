import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

interface PageProps extends ComponentProps<'main'> {
  stacked?: boolean;
  reading?: boolean;
}

/**
 * What a screen shows under the bars, scrolled by itself, and where « Aller au contenu » leads; `stacked` puts its
 * parts one under the other, `reading` in a column in the middle, no wider than one reads.
 */
export function Page({ stacked, reading, className, children, ...rest }: PageProps) {
  return (
    <main id="contenu" {...rest} className={classNames(styles.page, stacked && styles.stacked, className)}>
      {reading ? <div className={styles.reading}>{children}</div> : children}
    </main>
  );
}
