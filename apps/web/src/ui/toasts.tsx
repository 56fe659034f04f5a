import { dismissNotification, notificationStore } from '../lib/notifications.ts';
import { useStore } from '../lib/store.ts';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

const icons: Record<'error' | 'info' | 'success', IconName> = {
  error: 'warning',
  info: 'info',
  success: 'check',
};

/** The messages to the user, newest at the bottom. Errors are announced at once, others politely. */
export function Toasts() {
  const { queue } = useStore(notificationStore);
  return (
    // Named live at all times: what opens over the page hides everything else from screen readers, but live regions.
    <div className="toasts" aria-live="polite">
      {queue.map(({ id, msg, options }) => (
        <div
          key={id}
          className={`toast ${options.color}`}
          role={options.color === 'error' ? 'alert' : 'status'}
        >
          <Icon name={icons[options.color]} />
          <span className="sp">{msg}</span>
          <IconButton
            icon="close"
            label="Fermer le message"
            tone="quiet"
            small
            onClick={() => dismissNotification(id)}
          />
        </div>
      ))}
    </div>
  );
}
