import { liveState } from '../../lib/live/connection.ts';
import { useStore } from '../../lib/store.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './live-banner.module.css';

/** Says that changes by others no longer arrive, as long as it lasts. */
export function LiveBanner() {
  if (useStore(liveState) !== 'lost') return null;
  return (
    <div className={styles.banner} role="status">
      <Icon name="warning" size={14} />
      Connexion au serveur interrompue. Nouvelle tentative en cours{'\u202f'}; ce qui est affiché peut dater.
    </div>
  );
}
