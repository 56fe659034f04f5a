import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';
import { countOf } from '../french.ts';

/** The labels that a phase's prices ask for, by shop. */
export function countLabels(projectId: string, phase: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'labels', phase],
    queryFn: ({ signal }) =>
      quietApi.call('prices.list', { params: { id: projectId }, query: { phase, size: 0 } }, signal),
    select: ({ summary }) => summary,
    staleTime: 0,
  });
}

interface Labels {
  label_count: number;
  changed_count: number;
  places: readonly unknown[];
}

/** « 17 996 étiquettes à imprimer dans 74 magasins, 168 prix changent ». */
export function labelsText({ label_count, changed_count, places }: Labels): string {
  const shops = places.length > 0 ? ` dans ${countOf(places.length, 'magasin')}` : '';
  return `${countOf(label_count, 'étiquette')} à imprimer${shops}, ${countOf(changed_count, 'produit change', 'produits changent')} de prix`;
}
