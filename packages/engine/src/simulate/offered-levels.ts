import type { SimulationProblem } from './types.ts';

/**
 * The levels that a line may take, rising: those of its shields that are offered; the lowest of its shields where none
 * is. A level chosen by a person is not looked at.
 */
export function offeredLevels(problem: SimulationProblem, item: number): number[] {
  const { min_level, max_level, removed_level, levels } = problem;
  const high = max_level[item] ?? 0;
  const low = Math.min(high, min_level[item] ?? 0);
  const offered: number[] = [];
  for (let level = low; level <= high; level++)
    if (!removed_level?.[item * levels.length + level]) offered.push(level);
  return offered.length > 0 ? offered : [low];
}

/**
 * Whether a line may go from a level of the worked phase to one of the later phases, the same or a deeper one. Without
 * any discount nothing is removed.
 */
export function mayFollow(problem: SimulationProblem, item: number, worked: number, later: number): boolean {
  const { removed_later, levels } = problem;
  const first = (levels[worked] ?? 0) > 0 ? 0 : 1;
  return (levels[later] ?? 0) === 0 || !removed_later?.[(2 * item + first) * levels.length + later];
}
