import type { Results } from '@palier/contract';
import type { Counterpart } from '../../../lib/counterparts.ts';
import {
  addComparisons,
  addLeft,
  addSeason,
  type Comparison,
  groupRows,
  type SeasonUnits,
} from './sum-results.ts';

/** What the projects shown are set beside. */
export interface Reference {
  /** A column's heading. */
  label: string;
  /** In a sentence. */
  name: string;
  total: Comparison['last_year'];
  merit: number | null;
  left: number | null;
  season: SeasonUnits | null;
  /** Of a row of the table, by its key. */
  find: (key: string, own: Comparison['last_year']) => Comparison['last_year'];
}

/** What the same products sold a year before, which each answer holds; what was left then is not known. */
export const lastYearReference = (total: Comparison): Reference => ({
  ...{ label: 'N−1', name: 'N−1', total: total.last_year },
  ...{ merit: null, left: null, season: null, find: (_, own) => own },
});

/** What the counterparts came to. */
export function counterpartReference(
  { operation, projects, phaseCount }: Counterpart,
  results: readonly Results[],
  by: string | null,
): Reference {
  const { real } = addComparisons(results.map(({ total }) => total));
  const left = addLeft(results);
  const found = by === null ? realByPlace(results) : realByGroup(results);
  return {
    ...{ label: 'Comparé', name: operation, total: real, left: left?.qty ?? null },
    merit: left?.profit_after_leftovers ?? null,
    season: phaseCount === undefined ? addSeason(projects) : null,
    find: (key) => found.get(by === null ? placeOf(key) : key) ?? null,
  };
}

const realByGroup = (results: readonly Results[]) =>
  new Map(groupRows(results, () => '').map(({ key, real }) => [key, real]));

/** Of each phase of all projects by its number: they may call it differently. */
function realByPlace(results: readonly Results[]): Map<string, Comparison['real']> {
  const phases = results.flatMap((one) => one.phases);
  const own = (place: number) => phases.filter(({ project_phase }) => project_phase === place);
  return new Map(
    phases.map(({ project_phase: place }) => [String(place), addComparisons(own(place)).real] as const),
  );
}

/** The number of a phase, whatever it is called. */
const placeOf = (key: string): string => key.split(' ')[0] ?? key;
