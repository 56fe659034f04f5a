import type { Project, RouteOutput } from '@palier/contract';
import { formatCompactMoney, isOver } from '@palier/domain';
import { counterpartsOf } from '../../../lib/counterparts.ts';
import { french } from '../../../lib/french.ts';
import type { ScaleMark } from '../../../ui/scale.tsx';
import { sumFigures } from './figures.ts';

type References = RouteOutput<'discounts.references'>['data'][number];

/** What the turnover of projects to their end is read against, by project; null: not known, missing: not there yet. */
export type ReferencesByProject = ReadonlyMap<string, References | null>;

/** What a turnover is set beside: last year's same days, or an earlier operation among all projects. */
export type Compared = { operation: string; all: readonly Project[] } | null;

export interface SalesAgainst {
  sales: number;
  before: number | null;
  best: number | null;
}

/**
 * The turnover of a row's projects with what came before and the best attainable, of the same projects: null where one
 * of them does not have it, for a sum of others would be compared with what it is not of.
 */
export function salesAgainst(
  projects: readonly Project[],
  references: ReferencesByProject,
  sales: number | null,
  compared: Compared = null,
): SalesAgainst | null {
  if (sales === null) return null;
  const summed = (of: (references: References) => number | null): number | null =>
    projects.reduce<number | null>((sum, { _id }) => {
      const own = references.get(_id);
      const value = own ? of(own) : null;
      return sum === null || value === null ? null : sum + value;
    }, 0);
  return {
    sales,
    before: compared ? salesOf(projects, compared) : summed(({ end }) => end.last_year?.sales ?? null),
    best: summed(({ end }) => end.best.sales),
  };
}

/** What the counterparts of projects in an earlier operation came to; null unless each has one, and it is over. */
function salesOf(projects: readonly Project[], { operation, all }: NonNullable<Compared>): number | null {
  const found = wholeCounterparts(projects, all).find((one) => one.operation === operation);
  return found ? sumFigures(found.projects).sales : null;
}

const wholeCounterparts = (projects: readonly Project[], all: readonly Project[]) =>
  counterpartsOf(projects, all).filter((one) => one.projects.every((project) => isOver(project)));

/** The earlier operations, over, that hold the counterpart of a project at least; latest first. */
export function comparedOperations(projects: readonly Project[], all: readonly Project[]): string[] {
  const found = projects.flatMap((project) => wholeCounterparts([project], all));
  const starts = new Map(
    found.map(({ operation, projects: [first] }) => [operation, first?.phases[0]?.start_date ?? '']),
  );
  return [...starts].sort(([, a], [, b]) => b.localeCompare(a)).map(([operation]) => operation);
}

/** How far the turnover is from what came before, in percent of it; null where it is not known or nothing was sold. */
export function gapToBefore(against: SalesAgainst | null): number | null {
  if (!against?.before) return null;
  return (100 * (against.sales - against.before)) / against.before;
}

/** The references of a scale, each with its amount. `name`: of what came before. */
export function salesMarks({ before, best }: SalesAgainst, currency: string, name = 'N−1'): ScaleMark[] {
  const mark = (kind: ScaleMark['kind'], label: string, value: number | null): ScaleMark[] =>
    value === null ? [] : [{ kind, value, label: french(`${label} ${formatCompactMoney(value, currency)}`) }];
  return [...mark('reference', name, before), ...mark('optimum', 'optimum', best)];
}
