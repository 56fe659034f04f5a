import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

/** A table with a hairline under each row; a cell of class « figure » is set to the right. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table {...rest} className={classNames(styles.table, className)} data-kit="table" />;
}

/** The title of a column: of texts; of figures, set to the right; or for screen readers alone. */
type ColumnTitle = string | { figure: string } | { hidden: string };

/** The titles of a table's columns. */
export function TableHead({ titles }: { titles: readonly ColumnTitle[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => {
          if (typeof title === 'string')
            return (
              <th key={title} scope="col">
                {title}
              </th>
            );
          if ('figure' in title)
            return (
              <th key={title.figure} scope="col" className="figure">
                {title.figure}
              </th>
            );
          return (
            <th key={title.hidden} scope="col">
              <span className="visually-hidden">{title.hidden}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
