import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from '../shell/app-bar.module.css';
import { HomeLink } from '../shell/app-bar.tsx';

/** Page for an address that leads nowhere. */
export function Component() {
  return (
    <>
      <header className={styles.appBar}>
        <HomeLink />
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
