import { progressStore } from '../lib/progress.ts';
import { useStore } from '../lib/store.ts';
import { ProgressBar } from './marks.tsx';

/** Work that holds the screen: its name and how far it is. */
export function ProgressOverlay() {
  const { show, label, value } = useStore(progressStore);
  if (show === null) return null;
  return (
    <div className="progress-overlay" role="status" aria-live="polite">
      <div className="progress-box">
        <span>{label}</span>
        <ProgressBar share={show === 'progress' ? value : null} label={label} />
      </div>
    </div>
  );
}
