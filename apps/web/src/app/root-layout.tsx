import { Outlet } from 'react-router';
import { fr } from '../lib/fr.ts';
import styles from './root-layout.module.css';

/** What surrounds every screen. */
export function RootLayout() {
  return (
    <>
      <a className={styles.skipLink} href="#contenu">
        {fr.app.skip}
      </a>
      <Outlet />
    </>
  );
}
