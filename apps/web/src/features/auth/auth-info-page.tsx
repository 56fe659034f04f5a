import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session/app-session.ts';
import type { SessionError } from '../../lib/session/session-error.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { AuthFrame } from './auth-frame.tsx';
import styles from './auth-info-page.module.css';
import { explain } from './auth-messages.ts';
import { SignInWaiting } from './sign-in-waiting.tsx';
import { useReturnWhenSignedIn } from './use-return-when-signed-in.ts';

/** /auth-info: what went wrong in sign-in, and the ways out: sign in again, in this page or in a window, or sign out. */
export function AuthInfoPage() {
  const { user, error, inProgress, isAuthenticated, authenticationVisible } = useSession();
  const navigate = useNavigate();
  const from = returnAddress(useLocation().state);
  useReturnWhenSignedIn(from);
  if (inProgress) return <SignInWaiting />;
  const { title, text } = error ? explain(error) : statusOf(isAuthenticated, user?.name ?? user?.email ?? '');

  const leave = async () => {
    session.clearError();
    await navigate(paths.operations());
  };
  return (
    <AuthFrame>
      <title>Connexion · Palier</title>
      <section className={cardClass(styles.message)} aria-labelledby="auth-title">
        <div role={error ? 'alert' : 'status'}>
          <h1 id="auth-title">{title}</h1>
          <p className="muted">{text}</p>
        </div>
        {error && error.code !== 'forbidden' && <TechnicalDetail error={error} />}
        <div className={styles.actions}>
          {isAuthenticated && <Button onClick={() => void signOut(error)}>Se déconnecter</Button>}
          {isAuthenticated && <Button onClick={() => void leave()}>Revenir aux opérations</Button>}
          <Button disabled={authenticationVisible} onClick={() => void session.loginWithPopup()}>
            Se connecter dans une fenêtre
          </Button>
          <Button tone="primary" onClick={() => void session.login(from)}>
            {error ? 'Se reconnecter' : 'Se connecter'}
          </Button>
        </div>
      </section>
    </AuthFrame>
  );
}

/**
 * Whoever was refused must be able to come back as somebody else: her session at the company's provider ends too, or
 * it would sign her in again by itself.
 */
function signOut(error: SessionError | undefined): Promise<void> {
  return session.logout(error?.code === 'forbidden' ? { federated: true } : {});
}

/** For the person who will be asked for help. */
function TechnicalDetail({ error }: { error: SessionError }) {
  return (
    <details className={styles.detail}>
      <summary>Détail technique</summary>
      <code>{error.code}</code>
      <p>{error.message}</p>
    </details>
  );
}

function statusOf(signedIn: boolean, name: string) {
  if (!signedIn)
    return { title: 'Vous n’êtes pas connecté', text: 'Connectez-vous pour retrouver vos opérations.' };
  return { title: 'Vous êtes connecté', text: `Session ouverte au nom de ${name}.` };
}

function returnAddress(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' ? from : paths.operations();
}
