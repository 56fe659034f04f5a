import type { Project } from '@palier/contract';
import type { Group, Horizon } from '@palier/domain';
import { type BudgetRoom, budgetRoom } from '../../../lib/budget-room.ts';
import type { ListingState } from './url-state.ts';

type Listed = Pick<ListingState, 'q' | 'activity_id' | 'mode' | 'parameters'>;

/** Whether the lines listed are those that the project's objective is about: all that are included. */
const isWhole = ({ q, activity_id, mode, parameters: { included, searchQuery } }: Listed): boolean =>
  included &&
  mode !== 'inclusion' &&
  q.trim() === '' &&
  activity_id === null &&
  (searchQuery?.rules.length ?? 0) === 0;

/**
 * How the budget of the lines listed stands to the project's ceiling; null where the listing is narrowed, or shows those left
 * out too: what some products give up says nothing of what is left for all.
 */
export function listedRoom(
  project: Project,
  total: Group | null,
  horizon: Horizon,
  listed: Listed,
): BudgetRoom | null {
  return isWhole(listed) ? budgetRoom(project, total?.discount_budget ?? null, horizon) : null;
}
