import type { Project, Results } from '@palier/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getResults } from '../../../lib/calls/get-results.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';
import { ComparedField, useComparedOperation } from '../../../lib/compared-operation.tsx';
import { type Counterpart, counterpartsOf } from '../../../lib/counterparts.ts';
import { french } from '../../../lib/french.ts';
import { counterpartReference, lastYearReference, type Reference } from '../model/compared.ts';
import { addComparisons } from '../model/sum-results.ts';

export interface ChosenReference {
  shown: Reference;
  /** The earlier operations that it could be. */
  others: readonly Counterpart[];
  /** The operation in the address; null: last year. */
  chosen: string | null;
  isFailed: boolean;
}

const none: readonly Project[] = [];

/** What a post-mortem is set beside: last year, or the earlier operation that the address names. */
export function useReference(
  projects: readonly Project[],
  by: string | null,
  results: readonly Results[],
): ChosenReference {
  const [face] = useComparedOperation();
  const { data: all = none } = useQuery(listProjects());
  const others = counterpartsOf(projects, all);
  const wanted = others.find(({ operation }) => operation === face);
  const queries = useQueries({
    queries: (wanted?.projects ?? []).map(({ _id }) => getResults(_id, by, wanted?.phaseCount)),
  });
  const found = queries.flatMap(({ data }) => data ?? []);
  const lastYear = lastYearReference(addComparisons(results.map(({ total }) => total)));
  const shown = !wanted
    ? lastYear
    : found.length === queries.length
      ? counterpartReference(wanted, found, by)
      : // Its figures are on their way: no other's are shown under its name.
        { ...lastYear, label: 'Comparé', name: wanted.operation, total: null, find: () => null };
  return {
    ...{ shown, others, chosen: wanted?.operation ?? null },
    isFailed: queries.some(({ isError }) => isError),
  };
}

/** « Comparer à … »; nothing when there is only last year. */
export function ReferenceField({ others, chosen, isFailed }: ChosenReference) {
  const [, choose] = useComparedOperation();
  return (
    <ComparedField
      {...(isFailed && { error: french('Ce bilan ne se lit pas : réessayez plus tard.') })}
      chosen={chosen}
      options={others.map(({ operation, phaseCount }) => ({
        value: operation,
        label: `${operation}${phaseCount === undefined ? '' : phaseCount === 1 ? ', 1re démarque' : `, ${phaseCount} premières démarques`}`,
      }))}
      onChoose={choose}
    />
  );
}
