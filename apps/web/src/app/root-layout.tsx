import { Outlet } from 'react-router';
import { fr } from '../lib/fr.ts';

/** What surrounds every screen. */
export function RootLayout() {
  return (
    <>
      <a className="skip-link" href="#contenu">
        {fr.app.skip}
      </a>
      <Outlet />
    </>
  );
}
