import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Logo } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from '../shell/app-bar.module.css';

/** Page for an address that leads nowhere. */
export function Component() {
  return (
    <>
      <header className={styles.appBar}>
        <Link className={styles.logo} to={paths.operations()} aria-label="Palier, accueil">
          <Logo />
          <span>Palier</span>
        </Link>
      </header>
      <Page>
        <title>Page introuvable · Palier</title>
        <EmptyState
          page
          icon="search"
          title="Cette page n’existe pas"
          action={
            <LinkButton tone="primary" to={paths.operations()}>
              Voir les opérations
            </LinkButton>
          }
        >
          Le lien est peut-être ancien, ou le projet a été supprimé.
        </EmptyState>
      </Page>
    </>
  );
}
