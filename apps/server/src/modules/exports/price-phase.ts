import { phaseDecision, phaseLabel, phaseLastDay, pricedPhase, soldesPhases } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { ApiError, refused } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { readLawPeriod } from '../law/index.ts';
import type { ProjectRow } from '../projects/index.ts';

/** The phase whose prices a file gives. Days are YYYY-MM-DD. */
export interface PricePhase {
  index: number;
  label: string;
  validated: boolean;
  first_day: string;
  last_day: string;
  /** The last day that its goods are on sale from, where it is one of soldes; null: it asks for none. */
  goods_day: string | null;
}

export const NOT_VALIDATED = 'non validée';

/**
 * The phase of a price file: the one asked for, else the last validated one, else the worked one.
 * @throws 404 for a phase that the project does not have, 422 for one to come
 */
export async function pricePhase(
  needs: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
  wanted: number | undefined,
): Promise<PricePhase> {
  const index = wanted ?? pricedPhase(row);
  const phase = row.phases[index];
  if (!phase) throw new ApiError('not_found', 'Le projet n’a pas cette démarque.');
  const label = phaseLabel(phase, index);
  const decision = phaseDecision(row, index);
  if (decision === 'to_come') {
    throw refused(`« ${label} » est à venir : ses prix se décident une fois la démarque précédente validée.`);
  }
  const soldes = soldesPhases(row).includes(index) ? await readLawPeriod(needs, project, row, index) : null;
  return {
    index,
    label,
    validated: decision === 'validated',
    first_day: phase.start_date,
    last_day: phaseLastDay(row, index),
    goods_day: soldes?.goods_day ?? null,
  };
}

/** What the name of the file says of its phase: « Démarque 1 du 2026-06-24 », « non validée » until it is. */
export function phaseInFileName({ label, first_day, validated }: PricePhase): string[] {
  return [`${label} du ${first_day}`, ...(validated ? [] : [NOT_VALIDATED])];
}
