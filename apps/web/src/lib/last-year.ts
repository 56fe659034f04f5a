import type { References } from '@palier/contract';
import { addDays, formatDateRange } from '@palier/domain';
import { french } from './french.ts';

type Reason = NonNullable<References['last_year']['end']['unknown']>;

const REASONS: Record<Reason, string> = {
  filter: 'Le filtre ou la recherche porte sur des chiffres du projet\u202f: l’an dernier n’en avait pas.',
  history: 'Les ventes importées ne remontent pas jusqu’à la même démarque de l’an dernier.',
  currency: 'Des ventes de l’an dernier sont dans une autre devise que celle du projet.',
  list: 'Le projet suit une liste de produits\u202f: celle de l’an dernier n’est pas connue.',
};

/** Nobody keeps what was left in the shops a year ago: what is made of it is not known. */
const NO_LEFTOVERS = 'Le stock qui restait l’an dernier n’est pas connu\u202f: seules les ventes le sont.';

/**
 * What last year's figure is of: what the same perimeter sold, in a project or not. The serie of a past season, on
 * the report, is of its projects' products alone.
 */
export function lastYearScope({ from, to }: { from: string; to: string }): string {
  const days = `${formatDateRange(from, addDays(to, -1))} ${from.slice(0, 4)}`;
  return french(
    `N−1 : tout ce que le même périmètre a vendu, ${days}, que les produits aient été dans un projet ou non`,
  );
}

/** Why last year's value of a figure is « - », the same sentence on every screen; null when it is known. */
export function whyNoLastYear(unknown: Reason | null, ofStock: boolean): string | null {
  if (unknown) return REASONS[unknown];
  return ofStock ? NO_LEFTOVERS : null;
}
