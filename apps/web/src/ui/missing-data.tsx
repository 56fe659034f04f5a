import type { ReactNode } from 'react';
import { LinkButton } from './button.tsx';
import styles from './missing-data.module.css';
import { EmptyState } from './states.tsx';

/** Data that should be there and are not: what is being done, and what to do. */
export function MissingData({
  title,
  text,
  importPath,
  banner = false,
}: {
  title: string;
  text: string;
  /** Where files are sent again; null when nothing is to be done. */
  importPath: string | null;
  /** Above what is shown, not in its place. */
  banner?: boolean;
}): ReactNode {
  const action = importPath !== null && (
    <LinkButton tone={banner ? undefined : 'primary'} icon="upload" to={importPath}>
      Importer des données
    </LinkButton>
  );
  if (!banner)
    return (
      <div role="status">
        <EmptyState icon={importPath === null ? 'clock' : 'warning'} title={title} action={action}>
          {text}
        </EmptyState>
      </div>
    );
  return (
    <div className={styles.band} role="status">
      <span>
        <b>{title}.</b> {text}
      </span>
      {action}
    </div>
  );
}
