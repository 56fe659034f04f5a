import type { View } from '@palier/contract';
import type { ViewParameters } from '@palier/domain';

const LABELS: Record<keyof ViewParameters, string> = {
  groupBy: 'les groupes',
  included: 'les produits exclus',
  searchQuery: 'le filtre',
  sort: 'le tri',
  coverageStat: 'la couverture des magasins',
  hideZeroPercent: 'les produits à 0 %',
  columns: 'les colonnes',
  featuredFields: 'les champs mis en avant',
  customColumnWidths: 'les largeurs',
};

/** What a new partial view contains: filters and sort stay the user's. */
const PARTIAL_KEYS: readonly (keyof ViewParameters)[] = ['columns', 'customColumnWidths', 'featuredFields'];

function keysOf(view: Pick<View, 'is_partial' | 'parameters'> | null): readonly (keyof ViewParameters)[] {
  if (!view?.is_partial) return PARTIAL_KEYS;
  return (Object.keys(LABELS) as (keyof ViewParameters)[]).filter(
    (key) => view.parameters[key] !== undefined,
  );
}

/** What « opened first » means for a view: a personal one opens first for its author alone. */
export function openFirstText(shared: boolean): string {
  return shared ? 'Ouverte en premier, pour toute l’équipe' : 'Ouverte en premier, pour moi';
}

/** What a view saved from the screen contains: everything, or for a partial one what it contained before. */
export function viewParameters(
  partial: boolean,
  parameters: ViewParameters,
  view: Pick<View, 'is_partial' | 'parameters'> | null = null,
): Partial<ViewParameters> {
  if (!partial) return parameters;
  return Object.fromEntries(keysOf(view).map((key) => [key, parameters[key]]));
}

/** « les groupes et les colonnes »: what a partial view changes. */
export function partialText(view: Pick<View, 'is_partial' | 'parameters'> | null): string {
  const labels = keysOf(view).map((key) => LABELS[key]);
  return labels.length < 2 ? (labels[0] ?? '') : `${labels.slice(0, -1).join(', ')} et ${labels.at(-1)}`;
}
