import { curvePlace, previousDiscount, workedDiscount } from '@palier/domain';
import type { LevelPlan } from '@palier/engine';
import type { DiscountRow } from '../../discounts/index.ts';
import { laterLevels } from '../simulations/problem.ts';

/** Discounts of the worked phase and of the later ones, in points; phases beyond stay at the last one. */
type Path = readonly number[];

/** Where a line's decision puts it, now and later. */
export function standingPath(line: DiscountRow): Path {
  return [workedDiscount(line), ...line.next_discount_pcts];
}

/** A price left where the previous phase put it, to the end. */
export function stillPath(line: DiscountRow): Path {
  const previous = previousDiscount(line) ?? 0;
  return [previous];
}

/**
 * The paths of lines as levels of the project, over the later phases that a simulation tells apart; a discount that is
 * not offered counts as the nearest one.
 */
export function levelsPlan(
  paths: readonly Path[],
  levels: readonly number[],
  laterPhases: number,
): LevelPlan {
  const levelAt = (pct: number | undefined): number => curvePlace(levels, pct ?? 0);
  return {
    worked: Uint8Array.from(paths, ([now]) => levelAt(now)),
    later: laterLevels(paths.length, laterPhases, (item, phase) => levelAt(paths[item]?.[phase + 1])),
  };
}

/** The same of what is decided of lines; a line without a decision has no discount. */
export const pathsOf = (
  ids: readonly string[],
  decisions: ReadonlyMap<string, DiscountRow>,
  pathOf: (line: DiscountRow) => Path,
): Path[] =>
  ids.map((id) => {
    const line = decisions.get(id);
    return line ? pathOf(line) : [];
  });
