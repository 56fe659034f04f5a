import type { QueryTree } from '@palier/domain';
import { paths } from './paths.ts';

/** What a link to the listing may narrow it to. */
export interface ListingNarrowing {
  filter?: QueryTree;
  /** Columns to show beside those that the listing has. */
  columns?: readonly string[];
  q?: string;
  activity_id?: string;
  /** The mode in which the work that the link asks for is done; left out: reading. */
  mode?: 'discount' | 'review';
}

/** Address of a project's listing, narrowed; the listing keeps its state under these names. */
export function listingLink(
  projectId: string,
  { filter, columns = [], q, activity_id, mode }: ListingNarrowing = {},
): string {
  const search = new URLSearchParams();
  if (filter) search.set('filtre', JSON.stringify(filter));
  if (columns.length > 0) search.set('avec', columns.join(','));
  if (q) search.set('q', q);
  if (activity_id) search.set('activite', activity_id);
  if (mode === 'discount') search.set('mode', 'demarque');
  if (mode === 'review') search.set('validation', 'todo');
  // What is to be worked on is in sight: every group is open.
  if (mode) search.set('ouverts', '*');
  const text = search.toString();
  return paths.listing(projectId) + (text ? `?${text}` : '');
}

/** Whether an address asks for rows, a mode or a product, which only the listing shows. */
export function isListingWork(search: URLSearchParams): boolean {
  return ['filtre', 'q', 'activite', 'mode', 'validation', 'produit'].some((key) => search.has(key));
}
