import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './key-figures.module.css';

/** A row of key figures, each under its name. */
export function FigureRow({
  figures,
  children,
}: {
  figures: readonly { term: string; value: ReactNode }[];
  /** What stands above them: the choice of what they are about. */
  children?: ReactNode;
}) {
  return (
    <Card label="Chiffres clés" className={styles.figures}>
      {children}
      <dl>
        {figures.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
