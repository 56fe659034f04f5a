import { french } from '../../lib/french.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './validation.module.css';

/** The figures of a phase are still those of before: it is neither signed nor submitted on them. */
export function BeingComputed() {
  return (
    <p className={styles.computing} role="status">
      <Icon name="activity" />
      {french('Les chiffres se recalculent : ils se signent dès qu’ils sont prêts.')}
    </p>
  );
}
