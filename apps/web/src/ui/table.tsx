import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

/** A table with a hairline under each row; a cell of class « figure » is set to the right. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table {...rest} className={classNames(styles.table, className)} data-kit="table" />;
}
