import type { ReactNode } from 'react';
import { fr } from '../../lib/fr.ts';
import { Logo } from '../../ui/icon.tsx';
import './auth.css';

/** The bare page of sign-in: Palier's bar, and what is to be said in the middle. */
export function AuthFrame({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <>
      <header className="auth-bar">
        <Logo />
        <span>{fr.app.name}</span>
      </header>
      <main className="auth-page" id="contenu" aria-busy={busy}>
        {children}
      </main>
    </>
  );
}
