import { priceFeature } from './design.ts';
import type { DemandModel } from './types.ts';

/** Depths at which the response is corrected; linear between them, 0 at full price, flat beyond the last. */
export const SHIFT_DEPTHS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7] as const;
const DEPTHS = SHIFT_DEPTHS.length;
/** Of the category's own slope, what the corrected response keeps at each depth. */
const LEAST_SLOPE = 0.05;
/** An item answers this many times as its category at most, where corrections are concerned. */
const MOST_SCALE = 2;
const LEAST_ELASTICITY = 0.3;

/** Number of depths at or under a discount, and how far it is from there to the next one. */
export function placeAmongDepths(discount: number): { low: number; part: number } {
  let low = 0;
  while (low < DEPTHS && discount >= (SHIFT_DEPTHS[low] ?? 1)) low++;
  if (low === DEPTHS) return { low, part: 0 };
  const from = low === 0 ? 0 : (SHIFT_DEPTHS[low - 1] ?? 0);
  return { low, part: Math.max(0, discount - from) / ((SHIFT_DEPTHS[low] ?? 1) - from) };
}

/** A correction between two depths of a row of them that starts at `start`. */
export function correctionAt(shift: Float64Array, start: number, low: number, part: number): number {
  const below = low === 0 ? 0 : (shift[start + low - 1] ?? 0);
  return low === DEPTHS ? below : below + part * ((shift[start + low] ?? 0) - below);
}

/** Correction of the log response of a category at a discount. */
export function shiftAt(shift: Float64Array, category: number, discount: number): number {
  if (!(discount > 0) || shift.length === 0) return 0;
  const { low, part } = placeAmongDepths(discount);
  return correctionAt(shift, category * DEPTHS, low, part);
}

/** How an item's corrections compare with its category's: as its elasticity does, so that a rising response stays one. */
export function shiftScale(
  model: Pick<DemandModel, 'category' | 'elasticity' | 'category_elasticity'>,
  item: number,
): number {
  const own = -(model.elasticity[item] ?? 0);
  return Math.min(MOST_SCALE, own / usualSlope(model, model.category[item] ?? 0));
}

function usualSlope({ category_elasticity }: Pick<DemandModel, 'category_elasticity'>, c: number): number {
  return Math.max(LEAST_ELASTICITY, -(category_elasticity[c] ?? 0));
}

/**
 * Moves the corrections of a category to the nearest ones under which its response rises with the discount and is
 * never under that of full price: neighbours that fall are pooled by what is known of each.
 */
export function keepRising(
  shift: Float64Array,
  model: Pick<DemandModel, 'category_elasticity' | 'response_form'>,
  c: number,
  weight: Float64Array,
): void {
  const slope = (1 - LEAST_SLOPE) * usualSlope(model, c);
  const given = SHIFT_DEPTHS.map((depth) => slope * priceFeature(depth, model.response_form[c] ?? 0));
  const blocks: { value: number; weight: number; size: number }[] = [];
  shift.forEach((value, k) => {
    let block = { value: value + (given[k] ?? 0), weight: weight[k] ?? 1, size: 1 };
    for (let before = blocks.pop(); before !== undefined; before = blocks.pop()) {
      if (before.value <= block.value) {
        blocks.push(before);
        break;
      }
      const sum = before.weight + block.weight;
      const mean = (before.weight * before.value + block.weight * block.value) / sum;
      block = { value: mean, weight: sum, size: before.size + block.size };
    }
    blocks.push(block);
  });
  const risen = blocks.flatMap(({ value, size }) => new Array<number>(size).fill(Math.max(0, value)));
  risen.forEach((value, k) => {
    shift[k] = value - (given[k] ?? 0);
  });
}
