import type { ReactNode } from 'react';
import { useCosts } from '../../lib/session/use-costs.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Page } from '../../ui/page.tsx';
import { DelegationCard } from './delegation-card.tsx';
import { ExportsCard } from './exports-card.tsx';
import { FieldsCard } from './fields-card.tsx';
import { LawCard } from './law-card.tsx';
import { ListingCard } from './listing-card.tsx';
import { LossCard } from './loss-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { PriceEndingsCard } from './price-endings-card.tsx';
import { ResidualCard } from './residual-card.tsx';
import { ScopeCard } from './scope-card.tsx';
import { SignatureCard } from './signature-card.tsx';

/** What holds for the whole organisation, each with what it changes. */
export function SettingsPage({ imports }: { imports: ReactNode }) {
  const costs = useCosts();
  const { user } = useSession();
  return (
    <Page reading>
      <title>Paramètres · Palier</title>
      <h1>Paramètres</h1>
      <p className="muted">Pour toute l’enseigne {user?.org_name ?? ''}, ses projets et ses imports.</p>
      {costs && <ResidualCard />}
      <LossCard />
      <PriceEndingsCard />
      <LawCard />
      <SignatureCard />
      <DelegationCard />
      <ScopeCard />
      <ListingCard />
      <ExportsCard />
      <FieldsCard />
      <PeopleCard />
      {imports}
    </Page>
  );
}
