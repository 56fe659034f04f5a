import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { authMessages } from './auth-messages.ts';

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
        {late && authMessages.waiting}
      </p>
      {late && onSignIn && (
        <Button tone="primary" onClick={onSignIn}>
          {authMessages.signIn}
        </Button>
      )}
    </AuthFrame>
  );
}
