import { Outlet } from 'react-router';
import styles from './root-layout.module.css';

/** What surrounds every screen. */
export function RootLayout() {
  return (
    <>
      <a className={styles.skipLink} href="#contenu">
        Aller au contenu
      </a>
      <Outlet />
    </>
  );
}
