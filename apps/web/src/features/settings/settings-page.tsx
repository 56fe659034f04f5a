import type { ReactNode } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { FieldsCard } from './fields-card.tsx';
import { LossCard } from './loss-card.tsx';
import { ResidualCard } from './residual-card.tsx';
import styles from './settings-page.module.css';

/** What holds for the whole organisation, each with what it changes. */
export function SettingsPage({ imports }: { imports: ReactNode }) {
  const { user } = useSession();
  return (
    <Page>
      <title>Paramètres · Palier</title>
      <div className={styles.page}>
        <h1>Paramètres</h1>
        <p className="muted">Pour toute l’enseigne {user?.org_name ?? ''}, ses projets et ses imports.</p>
        <ResidualCard />
        <LossCard />
        <FieldsCard />
        {imports}
      </div>
    </Page>
  );
}
