import { useEffect, useRef } from 'react';
import { dismissNotification, notificationStore } from '../lib/notifications.ts';
import { useStore } from '../lib/store.ts';
import { Button, IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './toasts.module.css';

const icons: Record<'error' | 'info' | 'success', IconName> = {
  error: 'warning',
  info: 'info',
  success: 'check',
};

/** F6 goes to the newest message, also out of a window that keeps the focus; the focus goes back after the last. */
function useMessageKeys() {
  const list = useRef<HTMLDivElement>(null);
  const origin = useRef<Element | null>(null);
  const newest = () => [...(list.current?.querySelectorAll('button') ?? [])].at(-1);
  useEffect(() => {
    const goToNewest = (event: KeyboardEvent) => {
      const button = event.key === 'F6' ? newest() : undefined;
      if (!button || list.current?.contains(document.activeElement)) return;
      event.preventDefault();
      origin.current = document.activeElement;
      button.focus();
    };
    window.addEventListener('keydown', goToNewest);
    return () => window.removeEventListener('keydown', goToNewest);
  });
  const goBack = () => {
    if (origin.current instanceof HTMLElement) origin.current.focus();
    origin.current = null;
  };
  const leave = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'F6') return;
    event.preventDefault();
    event.stopPropagation();
    goBack();
  };
  /** After a message has been closed from the keyboard. */
  const moveOn = () => {
    if (origin.current) (newest() ?? { focus: goBack }).focus();
  };
  return { list, moveOn, leave };
}

/** The messages to the user, newest at the bottom. Errors are announced at once, others politely. */
export function Toasts() {
  const { queue } = useStore(notificationStore);
  const { list, moveOn, leave } = useMessageKeys();
  return (
    // Named live at all times: what opens over the page hides everything else from screen readers, but live regions.
    <div ref={list} className={styles.toasts} aria-live="polite">
      {queue.map(({ id, msg, options }) => (
        <div
          key={id}
          className={`${styles.toast} ${styles[options.color]}`}
          data-part="toast"
          role={options.color === 'error' ? 'alert' : 'status'}
        >
          <Icon name={icons[options.color]} />
          <span className="spacer">{msg}</span>
          {options.action ? (
            <Button
              tone="quiet"
              small
              onKeyDown={leave}
              onClick={() => {
                dismissNotification(id);
                options.action?.run();
                requestAnimationFrame(moveOn);
              }}
            >
              {options.action.label}
            </Button>
          ) : null}
          <IconButton
            icon="close"
            label="Fermer le message"
            tone="quiet"
            small
            onKeyDown={leave}
            onClick={() => {
              dismissNotification(id);
              requestAnimationFrame(moveOn);
            }}
          />
        </div>
      ))}
    </div>
  );
}
