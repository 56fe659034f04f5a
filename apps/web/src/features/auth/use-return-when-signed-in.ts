import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../lib/session/use-session.ts';

/** Goes to an address once the window's sign-in, begun on this page, has succeeded. */
export function useReturnWhenSignedIn(address: string): void {
  const { authenticationVisible, isAuthenticated, error } = useSession();
  const navigate = useNavigate();
  const opened = useRef(false);
  useEffect(() => {
    if (authenticationVisible) opened.current = true;
    else if (opened.current) {
      opened.current = false;
      if (isAuthenticated && !error) void navigate(address, { replace: true });
    }
  }, [authenticationVisible, isAuthenticated, error, address, navigate]);
}
