import { SCOPES, type SelectionScope } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettings } from '../../../lib/calls/get-settings.ts';
import { readSelectionStats, type Selection } from '../api/discounts.ts';

const SCOPE_LABELS: Record<SelectionScope, string> = {
  all: 'Tous',
  unset: 'Ceux qui n’ont pas encore de démarque',
  included: 'Ceux qui sont inclus',
  reviewed: 'Ceux qui sont revus',
  not_reviewed: 'Ceux qui restent à revoir',
};

export const scopeOptions = SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }));

/** How many lines a goal touches, and what they give now; null while it is not known. */
interface Touched {
  count: number | null;
  now: Awaited<ReturnType<typeof readSelectionStats>>['forecast'] | null;
}

/**
 * Which lines of a selection a goal touches, by their decision. Organisations whose goals have no scope are not
 * offered the choice: `scope` is then null, and all the lines are touched.
 */
export function useGoalScope(project: string, selection: Selection) {
  const offered = useQuery(getSettings()).data?.useScenarioScope === true;
  const [scope, setScope] = useState<SelectionScope>('all');
  const narrowed = offered && scope !== 'all';
  const target: Selection = narrowed ? { ...selection, scope } : selection;
  const stats = useQuery({
    queryKey: ['projects', project, 'stats', 'scope', target],
    queryFn: ({ signal }) => readSelectionStats(project, target, signal),
    enabled: narrowed,
  });
  const touched: Touched | null = narrowed
    ? { count: stats.data?.discount_count ?? null, now: stats.data?.forecast ?? null }
    : null;
  return { target, scope: offered ? scope : null, setScope, touched };
}
