import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

// A silent check takes a fraction of a second: nothing flashes when it is quick.
const PATIENCE_MS = 600;

/** Shown in place of a screen while sign-in is under way; offers to start it again, for a page found by Back. */
export function SignInWaiting({ onSignIn }: { onSignIn?: () => void }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <AuthFrame busy>
      <p role="status" className="muted">
        {late && 'Connexion en cours…'}
      </p>
      {late && onSignIn && (
        <Button tone="primary" onClick={onSignIn}>
          Se connecter
        </Button>
      )}
    </AuthFrame>
  );
}
