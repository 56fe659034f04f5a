import type { Project } from '@palier/contract';
import { formatShortDate } from '@palier/domain';
import { placedLabel } from '../../../lib/project-groups.ts';
import type { Optimization } from '../api/status.ts';

type Overview = NonNullable<Optimization['result_overview']>;

/** What a finished run says of itself; its figures are asked for beside those it is compared with. */
export interface RunResult {
  /** Relative distance to the best that can be proved. */
  gap: number | null;
  problems: readonly string[];
  limits: NonNullable<Overview['limits']>;
  infeasibility: Overview['infeasibility'];
}

/** A finished run with what it says of itself. */
export interface Compared {
  run: Optimization;
  result: RunResult;
}

/** What a finished run says of the projects wanted; null while it has no result. */
export function runResult(run: Optimization, projectIds: readonly string[]): RunResult | null {
  const overview = run.result_overview;
  if (run.status !== 'completed' || !overview) return null;
  return {
    gap: overview.gap ?? null,
    problems: overview.problems ?? [],
    limits: (overview.limits ?? []).filter(
      ({ project_id }) => project_id === null || projectIds.includes(project_id),
    ),
    infeasibility: overview.infeasibility ?? null,
  };
}

/** Projects left out that are named; more are counted. */
const MOST_NAMED = 2;

/**
 * Why a finished run cannot be compared over some projects, as the end of a sentence; null when it can: only like is
 * compared with like.
 */
export function whyApart(
  run: Optimization,
  projects: readonly Pick<Project, '_id' | 'name' | 'working_phase'>[],
): string | null {
  const results = run.result_overview?.projects ?? [];
  const of = (id: string) => results.find(({ project_id }) => project_id === id);
  const left = projects.filter(({ _id }) => !of(_id));
  if (left.length > MOST_NAMED) return `ne porte pas sur ${left.length} des ${projects.length} projets`;
  if (left.length > 0) return `ne porte pas sur ${left.map(placedLabel).join(', ')}`;
  const moved = projects.some(
    ({ _id, working_phase }) => (of(_id)?.project_phase ?? null) !== (working_phase ?? null),
  );
  return moved ? 'porte sur une démarque validée depuis' : null;
}

/**
 * Which figures a finished run was made from, where those of some project have moved since (a delivery, other settings):
 * « chiffres du 1er juil. »; null where they are those shown, or where nothing tells.
 */
export function formerFigures(
  run: Optimization,
  projects: readonly Pick<Project, '_id' | 'snapshot'>[],
): string | null {
  const moved = (run.result_overview?.projects ?? []).find(({ project_id, snapshot_version: made }) => {
    const now = projects.find(({ _id }) => _id === project_id)?.snapshot?.version;
    return made !== undefined && now !== undefined && made !== now;
  });
  if (!moved) return null;
  const now = projects.find(({ _id }) => _id === moved.project_id)?.snapshot?.data_date;
  const isEarlier = typeof moved.data_date === 'string' && moved.data_date !== now;
  return isEarlier ? `chiffres du ${formatShortDate(moved.data_date)}` : 'chiffres d’avant le dernier calcul';
}

/** Runs of several projects without repeats, newest first. */
export function mergeRuns(lists: readonly (readonly Optimization[] | undefined)[]): Optimization[] {
  const byId = new Map(lists.flatMap((list) => list ?? []).map((run) => [run._id, run]));
  return [...byId.values()].sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Most runs side by side. */
export const MOST_COMPARED = 4;
