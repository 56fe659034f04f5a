import { Outlet } from 'react-router';
import { session } from '../../lib/session/app-session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useLiveUpdates } from '../use-live-updates.ts';
import { ActProgress } from './act-progress.tsx';
import { AppBar } from './app-bar.tsx';
import { LiveBanner } from './live-banner.tsx';

/** What surrounds every screen of a signed-in user. */
export function AppShell() {
  const { user } = useSession();
  useLiveUpdates();
  const name = user?.name ?? user?.email ?? 'Utilisateur';
  return (
    <>
      <AppBar user={{ name, email: user?.email, onLogout: () => void session.logout() }} />
      <LiveBanner />
      <Outlet />
      <ActProgress />
    </>
  );
}
