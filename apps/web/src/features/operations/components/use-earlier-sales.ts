import type { Project } from '@palier/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getResults } from '../../../lib/calls/get-results.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { type EarlierSales, salesOfSamePhases, wholeCounterpart } from '../model/against.ts';

/**
 * What the counterparts of projects in an earlier operation sold over the same phases, as their post-mortems say it, as
 * they come; null without an operation, or for who may not read those.
 */
export function useEarlierSales(projects: readonly Project[], operation: string | null): EarlierSales {
  const { data: all } = useQuery(listProjects());
  const costs = useCosts();
  const found =
    operation === null || !all || !costs
      ? []
      : projects.flatMap((project) => {
          const counterpart = wholeCounterpart(project, operation, all);
          return counterpart ? [{ project, counterpart }] : [];
        });
  const sales = useQueries({
    queries: found.map(({ counterpart }) => getResults(counterpart._id, null)),
    combine: (answers) =>
      new Map(
        found.map(({ project }, index) => {
          const results = answers[index]?.data;
          return [project._id, results ? salesOfSamePhases(project, results) : null] as const;
        }),
      ),
  });
  return operation === null || !costs ? null : sales;
}
