import { progressStore } from '../lib/progress.ts';
import { useStore } from '../lib/store.ts';
import { ProgressBar } from './marks.tsx';
import styles from './progress-overlay.module.css';

/** Work that blocks the screen: its name and its progress. */
export function ProgressOverlay() {
  const { show, label, value } = useStore(progressStore);
  if (show === null) return null;
  return (
    <div className={styles.overlay} role="status" aria-live="polite">
      <div className={styles.progress}>
        <span>{label}</span>
        <ProgressBar share={show === 'progress' ? value : null} label={label} />
      </div>
    </div>
  );
}
