import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

/**
 * What a screen shows under the bars, scrolled by itself, and where « Aller au contenu » leads; `stacked` puts its
 * parts one under the other.
 */
export function Page({ stacked, className, ...rest }: ComponentProps<'main'> & { stacked?: boolean }) {
  return (
    <main id="contenu" {...rest} className={classNames(styles.page, stacked && styles.stacked, className)} />
  );
}
