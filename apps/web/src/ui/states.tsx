import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

/** Nothing here yet: says why and what to do next. */
export function EmptyState({
  icon = 'box',
  title,
  page,
  children,
  action,
}: {
  icon?: IconName;
  title: string;
  /** It is the whole page: its title is the page's. */
  page?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className={styles.state} data-kit="state">
      <Icon name={icon} size={24} />
      <Heading>{title}</Heading>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}

/** Something failed here: what happened, what was kept, and a way to try again. */
export function ErrorState({
  title,
  children,
  onRetry,
  retryLabel = 'Réessayer',
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
}) {
  return (
    <div className={`${styles.state} ${styles.invalid}`} data-kit="state" role="alert">
      <Icon name="warning" size={24} />
      <h2>{title}</h2>
      {children && <p className="muted">{children}</p>}
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
