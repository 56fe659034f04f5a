import { type ReactNode, useEffect, useState } from 'react';
import { session } from '../../lib/session/app-session.ts';
import { loadPermissions } from '../../lib/session/permissions.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { connectApi } from './connect-api.ts';

/** Starts the session with the application and loads the permissions of whoever signs in. Stands around the router. */
export function AuthProvider({ children }: { children: ReactNode }) {
  useState(connectApi);
  const { user } = useSession();
  useEffect(() => {
    void session.start();
  }, []);
  useEffect(() => {
    if (user) void loadPermissions();
  }, [user]);
  return children;
}
