import { RequireAuth } from '../features/auth/require-auth.tsx';
import { AppShell } from './shell/app-shell.tsx';

/** Screens of a signed-in user, inside the shell. */
export function SignedInLayout() {
  return (
    <RequireAuth>
      <AppShell />
    </RequireAuth>
  );
}
