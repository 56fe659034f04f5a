import type { ReactNode } from 'react';
import { Logo } from '../../ui/icon.tsx';
import styles from './auth-frame.module.css';

/** The bare page of sign-in: Palier's bar, and what is to be said in the middle. */
export function AuthFrame({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <>
      <header className={styles.topBar}>
        <Logo />
        <span>Palier</span>
      </header>
      <main className={styles.page} id="contenu" aria-busy={busy}>
        {children}
      </main>
    </>
  );
}
