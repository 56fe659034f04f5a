import { noticeHistory } from '../../lib/notice-history.ts';
import { useStore } from '../../lib/store.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './notices.module.css';

const icons: Record<'error' | 'info' | 'success', IconName> = {
  error: 'warning',
  info: 'info',
  success: 'check',
};
const tones = { error: 'negative', info: 'computed', success: 'good' } as const;
const hour = new Intl.DateTimeFormat('fr-FR', { hour: 'numeric', minute: '2-digit' });

/** The messages of this session, also those that went away by themselves. */
export function Notices() {
  const notices = useStore(noticeHistory);
  return (
    <ul className={styles.list}>
      {notices.map(({ id, msg, options, at }) => (
        <li key={id}>
          <span className={tones[options.color]}>
            <Icon name={icons[options.color]} />
          </span>
          <span className="spacer">{msg}</span>
          <time className="muted small" dateTime={at.toISOString()}>
            {hour.format(at)}
          </time>
        </li>
      ))}
    </ul>
  );
}
