import { previousDiscount, workedDiscount } from '@palier/domain';
import type { LevelPlan } from '@palier/engine';
import type { DiscountRow } from '../../discounts/index.ts';

/** Discounts of the worked phase and of the later ones, in points. */
type Path = readonly number[];

/** Where a line's decision puts it, now and later. */
export function standingPath(line: DiscountRow): Path {
  return [workedDiscount(line), line.next_discount_pcts[0] ?? 0];
}

/** A price left where the previous phase put it, to the end. */
export function stillPath(line: DiscountRow): Path {
  const previous = previousDiscount(line) ?? 0;
  return [previous, previous];
}

/** The paths of lines as levels of the project; a discount that is not offered counts as none. */
export function levelsPlan(
  ids: readonly string[],
  decisions: ReadonlyMap<string, DiscountRow>,
  levels: readonly number[],
  pathOf: (line: DiscountRow) => Path,
): LevelPlan {
  const worked = new Uint8Array(ids.length);
  const later = new Uint8Array(ids.length);
  ids.forEach((id, item) => {
    const line = decisions.get(id);
    if (!line) return;
    const [now = 0, then = 0] = pathOf(line);
    worked[item] = Math.max(0, levels.indexOf(now));
    later[item] = Math.max(0, levels.indexOf(then));
  });
  return { worked, later };
}
