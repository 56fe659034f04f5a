import type { Project, Results } from '@palier/contract';
import { isEarlierCounterpart, isOver, isPhasePast, isShown } from '@palier/domain';
import { operationOf } from '../../../lib/project-groups.ts';
import {
  addComparisons,
  addLeft,
  addSeason,
  type Comparison,
  groupRows,
  phaseRows,
  type SeasonUnits,
} from './sum-results.ts';

/** An earlier operation beside which the projects shown can be read: the counterpart of each of them. */
export interface Counterpart {
  operation: string;
  projects: Project[];
  /** The first phases only, while the projects shown have not gone further; left out: all. */
  phaseCount?: number;
}

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

/** The earlier operations of the same kind that have a counterpart, gone as far, of every project shown; latest first. */
export function counterpartsOf(shown: readonly Project[], all: readonly Project[]): Counterpart[] {
  const [first] = shown;
  if (!first) return [];
  const phaseCount = Math.max(...shown.map(pastCount));
  const earlier = all.filter((one) => shown.some((own) => isEarlierCounterpart(one, own)));
  const operations = [...new Set(earlier.map(operationOf))];
  return operations
    .flatMap((operation): Counterpart[] => {
      const projects = shown.flatMap((own) => {
        const found = earlier.find(
          (one) => operationOf(one) === operation && isEarlierCounterpart(one, own) && isSameMoney(one, own),
        );
        return found ? [found] : [];
      });
      if (projects.length < shown.length || projects.some((one) => pastCount(one) === 0)) return [];
      const over = shown.every((own) => isOver(own));
      return [{ operation, projects, ...(!over && { phaseCount }) }];
    })
    .sort((a, b) => startOf(b).localeCompare(startOf(a)));
}

const pastCount = (project: Project): number =>
  project.phases.filter((_, index) => isPhasePast(project, index)).length;
const startOf = ({ projects }: Counterpart): string => projects[0]?.phases[0]?.start_date ?? '';
const isSameMoney = (one: Project, other: Project): boolean =>
  one.catalog_currency === other.catalog_currency && one.accounting_currency === other.accounting_currency;

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
  const rows = by === null ? phaseRows(results, () => '') : groupRows(results, () => '');
  const found = new Map(rows.map((row) => [by === null ? placeOf(row.key) : row.key, row.real]));
  return {
    ...{ label: 'Comparé', name: operation, total: real, left: left?.qty ?? null },
    merit: isShown(real.profit) && isShown(left?.loss) ? real.profit - left.loss : null,
    season: phaseCount === undefined ? addSeason(projects) : null,
    find: (key) => found.get(by === null ? placeOf(key) : key) ?? null,
  };
}

/** The number of a phase, whatever it is called. */
const placeOf = (key: string): string => key.split(' ')[0] ?? key;
