import { type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session/app-session.ts';
import { loadPermissions } from '../../lib/session/permissions.ts';
import { isCallback } from '../../lib/session/return-address.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { SignInWaiting } from './sign-in-waiting.tsx';

/**
 * Guard of the screens: waits while sign-in is in progress, shows errors on /auth-info, starts the sign-in when
 * nobody is signed in and comes back to the address first asked for. Draws the children, or the nested route.
 */
export function RequireAuth({ children }: { children?: ReactNode }) {
  const { inProgress, isAuthenticated, error } = useSession();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const address = pathname + search + hash;
  const returning = isCallback(search);

  useEffect(() => {
    if (inProgress || error) return;
    if (!isAuthenticated) void session.login(returning ? '/' : address);
    else if (returning) void navigate(session.takeTarget() ?? pathname, { replace: true });
  }, [inProgress, isAuthenticated, error, returning, address, pathname, navigate]);

  useEffect(() => {
    // Does nothing once loaded; a failed load gets another chance at the next screen.
    if (isAuthenticated && pathname) void loadPermissions();
  }, [isAuthenticated, pathname]);

  if (inProgress) return <SignInWaiting />;
  if (error) {
    const from = returning ? (session.target ?? '/') : address;
    return <Navigate to={paths.authInfo()} replace state={{ from }} />;
  }
  if (!isAuthenticated || returning) return <SignInWaiting onSignIn={() => void session.login(address)} />;
  return children ?? <Outlet />;
}
