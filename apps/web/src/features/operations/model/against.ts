import type { Project, RouteOutput } from '@palier/contract';
import { formatCompactMoney } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import type { ScaleMark } from '../../../ui/scale.tsx';

type References = RouteOutput<'discounts.references'>['data'][number];

/** What the turnover of projects to their end is read against, by project; null: not known, missing: not there yet. */
export type ReferencesByProject = ReadonlyMap<string, References | null>;

export interface SalesAgainst {
  sales: number;
  last_year: number | null;
  best: number | null;
}

/**
 * The turnover of a row's projects with last year's and the best attainable, of the same projects: null where one of
 * them does not have it, for a sum of others would be compared with what it is not of.
 */
export function salesAgainst(
  projects: readonly Project[],
  references: ReferencesByProject,
  sales: number | null,
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
    last_year: summed(({ end }) => end.last_year?.sales ?? null),
    best: summed(({ end }) => end.best.sales),
  };
}

/** How far the turnover is from last year's, in percent of it; null where it is not known or nothing was sold. */
export function gapToLastYear(against: SalesAgainst | null): number | null {
  if (!against?.last_year) return null;
  return (100 * (against.sales - against.last_year)) / against.last_year;
}

/** The references of a scale, each with its amount. */
export function salesMarks({ last_year, best }: SalesAgainst, currency: string): ScaleMark[] {
  const mark = (kind: ScaleMark['kind'], name: string, value: number | null): ScaleMark[] =>
    value === null ? [] : [{ kind, value, label: french(`${name} ${formatCompactMoney(value, currency)}`) }];
  return [...mark('reference', 'N−1', last_year), ...mark('optimum', 'optimum', best)];
}
