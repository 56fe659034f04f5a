import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useOpenCollection } from '../collection-layout.tsx';

/** The comparison of series, not built yet: says so, and where the same questions are answered today. */
export function Component() {
  const { collection } = useOpenCollection();
  return (
    <Page>
      <title>Reporting · Palier</title>
      <EmptyState
        page
        icon="activity"
        title="Le reporting n’est pas encore disponible"
        action={<LinkButton to={paths.collection(collection)}>Voir l’aperçu</LinkButton>}
      >
        Cette version ne compare pas encore de séries (dates, scénarios, saisons). Les résultats par démarque
        sont dans l’aperçu, ceux des scénarios dans l’optimisation.
      </EmptyState>
    </Page>
  );
}
