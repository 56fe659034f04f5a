import type { Project, Results, RouteOutput } from '@palier/contract';
import { formatCompactMoney, isOver, isShown } from '@palier/domain';
import { counterpartsOf } from '../../../lib/counterparts.ts';
import { french } from '../../../lib/french.ts';
import type { ScaleMark } from '../../../ui/scale.tsx';
import { salesToEnd } from './figures.ts';

type References = RouteOutput<'discounts.references'>['data'][number];

/** What the turnover of projects to their end is read against, by project; null: not known, missing: not there yet. */
export type ReferencesByProject = ReadonlyMap<string, References | null>;

/** What the counterpart of each project in an earlier operation sold over the same phases; null: last year is compared. */
export type EarlierSales = ReadonlyMap<string, number | null> | null;

export interface SalesAgainst {
  sales: number;
  before: number | null;
  best: number | null;
}

/**
 * The turnover of a row's projects with what came before and the best attainable, of the same projects: null where one
 * of them does not have it, or is not in the turnover itself, for a sum of others would be compared with what it is not
 * of.
 */
export function salesAgainst(
  projects: readonly Project[],
  references: ReferencesByProject,
  sales: number | null,
  earlier: EarlierSales = null,
): SalesAgainst | null {
  if (sales === null) return null;
  if (projects.some((project) => salesToEnd(project) === null)) return { sales, before: null, best: null };
  const summed = (of: (references: References) => number | null): number | null =>
    projects.reduce<number | null>((sum, { _id }) => {
      const own = references.get(_id);
      const value = own ? of(own) : null;
      return sum === null || value === null ? null : sum + value;
    }, 0);
  const earlierSum = (known: NonNullable<EarlierSales>): number | null =>
    projects.reduce<number | null>((sum, { _id }) => {
      const value = known.get(_id) ?? null;
      return sum === null || value === null ? null : sum + value;
    }, 0);
  return {
    sales,
    before: earlier ? earlierSum(earlier) : summed(({ end }) => end.last_year?.sales ?? null),
    best: summed(({ end }) => end.best.sales),
  };
}

/** The counterpart of a project in an earlier operation; none unless it is over. */
export function wholeCounterpart(
  project: Project,
  operation: string,
  all: readonly Project[],
): Project | undefined {
  return wholeCounterparts(project, all).find((one) => one.operation === operation)?.projects[0];
}

const wholeCounterparts = (project: Project, all: readonly Project[]) =>
  counterpartsOf([project], all).filter((one) => one.projects.every((other) => isOver(other)));

/**
 * What a counterpart sold in the phases that a project's turnover is of: from its worked one to the end, all of them once
 * it is closed. Null where the counterpart had no such phase, or its sales are not known, and once the worked phase has
 * begun: of that one the days left alone are forecast.
 */
export function salesOfSamePhases(
  project: Pick<Project, 'working_phase' | 'phases' | 'data_date'>,
  { phases }: Pick<Results, 'phases'>,
): number | null {
  const { working_phase, data_date } = project;
  const worked = working_phase === null ? undefined : project.phases[working_phase];
  if (worked && data_date && data_date >= worked.start_date) return null;
  const from = working_phase ?? 0;
  const same = phases.filter(({ project_phase }) => project_phase >= from);
  if (same.length === 0) return null;
  return same.reduce<number | null>(
    (sum, { real: { sales } }) => (sum === null || !isShown(sales) ? null : sum + sales),
    0,
  );
}

/** The earlier operations, over, that hold the counterpart of a project at least; latest first. */
export function comparedOperations(projects: readonly Project[], all: readonly Project[]): string[] {
  const found = projects.flatMap((project) => wholeCounterparts(project, all));
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
