import type { PricePage, Project } from '@palier/contract';
import { french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** No price is shown: none is found, none is of the kind chosen, or no discount is decided yet. */
export function NoPrices({ project, page, q }: { project: Project; page: PricePage; q: string }) {
  const { product_count, excluded } = page.summary;
  if (q || product_count > 0) {
    return (
      <EmptyState icon="search" title="Aucun produit correspondant">
        {q
          ? french(`Aucun prix ne contient « ${q} » parmi ceux qui sont montrés.`)
          : 'Aucun prix de cette phase n’est de ce genre.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Aucun prix pour cette phase"
      action={
        !page.validated &&
        excluded.length > 0 && <LinkButton to={paths.listing(project._id)}>Choisir des démarques</LinkButton>
      }
    >
      {page.validated
        ? 'Elle a été validée sans démarque.'
        : 'Un produit y a son prix dès qu’une démarque lui est choisie, dans le listing ou par une optimisation.'}
    </EmptyState>
  );
}
