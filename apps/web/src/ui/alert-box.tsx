import type { ReactNode } from 'react';
import styles from './alert-box.module.css';
import { Icon } from './icon.tsx';

/** Something that is lost or refused, in red beside the figure it is of, with what can be done at its right. */
export function AlertBox({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.alert} role="status" data-part="loss">
      <Icon name="warning" />
      <p className={styles.text}>{children}</p>
      {actions}
    </div>
  );
}
