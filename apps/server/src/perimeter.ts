import type { ProjectFacts } from '@palier/analytics';
import { type Coverage, OUTSIDE_PERIMETER, perimeterQuery } from '@palier/domain';
import { ApiError, notFound } from './http/errors.ts';
import type { ProjectScope, Scope } from './scope.ts';

/** Lends a project's facts as there are for the caller: `Facts`. */
export interface LentFacts {
  use<T>(project: ProjectScope, work: (facts: ProjectFacts) => Promise<T>): Promise<T | null>;
}

/** How much of a project the caller reaches. */
export type Reach = 'none' | 'part' | 'whole';

/** Whether a project's group is one that the caller reaches. */
export function reachesGroup({ perimeter }: Scope, project_group_id: string | null): boolean {
  const groups = perimeter?.project_groups ?? [];
  return groups.length === 0 || (project_group_id !== null && groups.includes(project_group_id));
}

/**
 * How much of an opened project the caller reaches. One whose figures were never computed has no line yet: she sees
 * it, and does nothing to it as a whole.
 */
export async function reachOf(facts: LentFacts, project: ProjectScope): Promise<Reach> {
  if (!perimeterQuery(project.perimeter ?? null)) return 'whole';
  const found = await facts.use(project, async (own) => ({
    ...(await own.counts({})),
    all: own.line_count,
  }));
  if (!found) return 'part';
  if (found.item_group_count === found.all) return 'whole';
  return found.item_group_count === 0 ? 'none' : 'part';
}

/** @throws 404 for a project wholly outside the caller's perimeter, 403 for an act on one that she has a part of */
export async function requireReach(
  facts: LentFacts,
  project: ProjectScope,
  covers: Coverage | undefined,
): Promise<void> {
  if (!project.perimeter) return;
  const reach = await reachOf(facts, project);
  if (reach === 'none') throw notFound('Ce projet');
  if (reach !== 'whole' && covers === 'project') throw outside('project');
}

/** @throws 404 for a project outside, 403 unless the caller's perimeter holds all of it */
export function requireWhole(facts: LentFacts, project: ProjectScope): Promise<void> {
  return requireReach(facts, project, 'project');
}

/** @throws 404 unless the caller reaches every one of these lines of a project */
export async function requireLines(
  facts: LentFacts,
  project: ProjectScope,
  ids: readonly string[],
): Promise<void> {
  if (!project.perimeter || ids.length === 0) return;
  const distinct = [...new Set(ids)];
  const seen = await facts.use(project, (own) => own.lineIds({ line_ids: distinct }));
  if (seen?.length !== distinct.length) throw notFound('Cette ligne');
}

/** @throws 403 for an act on all that the organisation has, by somebody who reaches a part of it */
export function requireOrganization({ perimeter }: Scope): void {
  if (perimeter) throw outside('organization');
}

function outside(covers: Coverage): ApiError {
  return new ApiError('forbidden', OUTSIDE_PERIMETER[covers]);
}
