import type { ComponentProps } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

/** A choice that stands in a bar, with its own button to take it away. */
export function Chip({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(styles.chip, className)} data-kit="chip" />;
}
