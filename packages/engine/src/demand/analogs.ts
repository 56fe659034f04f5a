import type { LevelPrior } from './level-sums.ts';
import type { WeeklyPanel } from './types.ts';

/**
 * Prior of each item's level from its analogs: items of the same subcategory and price tier (thirds of the
 * subcategory's prices), backed by the subcategory, the category and the chain. New products sell like them.
 */
export function analogPriors(panel: WeeklyPanel, multiplier: Float32Array): (item: number) => LevelPrior {
  const levels = new Float64Array(panel.item_count);
  const seen = new Uint8Array(panel.item_count);
  for (let item = 0; item < panel.item_count; item++) {
    let units = 0;
    let exposure = 0;
    for (let cell = item * panel.week_count; cell < (item + 1) * panel.week_count; cell++) {
      const m = multiplier[cell] ?? 0;
      if (m <= 0) continue;
      units += panel.units[cell] ?? 0;
      exposure += m;
    }
    seen[item] = exposure > 0 ? 1 : 0;
    levels[item] = exposure > 0 ? (units + 0.05) / (exposure + 0.05) : 0;
  }
  const tiers = priceTiers(panel);
  const whole = groupPriors(panel, levels, seen, () => 0, null);
  const category = groupPriors(
    panel,
    levels,
    seen,
    (item) => panel.category[item] ?? 0,
    () => whole(0),
  );
  const subcategory = (item: number) => panel.subcategory?.[item] ?? panel.category[item] ?? 0;
  const sub = groupPriors(panel, levels, seen, subcategory, category);
  return groupPriors(panel, levels, seen, (item) => subcategory(item) * 4 + (tiers[item] ?? 0), sub);
}

/** Third of the item's list price within its subcategory: 0 low, 1 middle, 2 high. */
function priceTiers(panel: WeeklyPanel): Uint8Array {
  const groups = new Map<number, number[]>();
  for (let item = 0; item < panel.item_count; item++) {
    const key = panel.subcategory?.[item] ?? panel.category[item] ?? 0;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [item]);
    else members.push(item);
  }
  const tiers = new Uint8Array(panel.item_count);
  for (const members of groups.values()) {
    members.sort((a, b) => (panel.list_price[a] ?? 0) - (panel.list_price[b] ?? 0) || a - b);
    members.forEach((item, rank) => {
      tiers[item] = Math.floor((3 * rank) / members.length);
    });
  }
  return tiers;
}

/** Gamma prior of each group by moments, leaning on the parent group when it has few members. */
function groupPriors(
  panel: WeeklyPanel,
  levels: Float64Array,
  seen: Uint8Array,
  keyOf: (item: number) => number,
  parent: ((item: number) => LevelPrior) | null,
): (item: number) => LevelPrior {
  const groups = new Map<number, { count: number; sum: number; square: number }>();
  for (let item = 0; item < panel.item_count; item++) {
    if (seen[item] === 0) continue;
    const key = keyOf(item);
    const group = groups.get(key) ?? { count: 0, sum: 0, square: 0 };
    const level = levels[item] ?? 0;
    groups.set(key, { count: group.count + 1, sum: group.sum + level, square: group.square + level * level });
  }
  const cache = new Map<number, LevelPrior>();
  return (item) => {
    const key = keyOf(item);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const group = groups.get(key) ?? { count: 0, sum: 0, square: 0 };
    const base = parent === null ? { shape: 0.5, mean: 1 } : parent(item);
    const backing = parent === null ? 0.01 : 3;
    const mean = Math.max(1e-6, (group.sum + backing * base.mean) / (group.count + backing));
    const variance =
      group.count > 1 ? Math.max(0, group.square / group.count - (group.sum / group.count) ** 2) : 0;
    const own = variance > 0 ? (group.sum / group.count) ** 2 / variance : base.shape;
    const shape = Math.min(3, Math.max(0.15, (own * group.count + base.shape * 5) / (group.count + 5)));
    const prior = { shape, mean };
    cache.set(key, prior);
    return prior;
  };
}
