import { Random } from '../../packages/demo/src/random/random.ts';
import { priceEffect } from '../../packages/demo/src/world/demand.ts';
import type { HiddenTruth } from '../../packages/demo/src/world/product.ts';
import type { Market } from './market.ts';
import type { Look, World } from './world-law.ts';

/** Depth whose lift the other forms keep. */
const ANCHOR = 0.4;
const NEAREST = 5;

const usual = (truth: HiddenTruth, discount: number) => priceEffect(truth, discount, true);
const now = ({ path }: Look) => path[path.length - 1] ?? 0;

/** Logistic in the discount, steepest at 30 %, with the product's own lift at 40 %. */
function sShaped(look: Look): number {
  const logistic = (discount: number) => 1 / (1 + Math.exp(-(discount - 0.3) / 0.06));
  const share = (logistic(now(look)) - logistic(0)) / (logistic(ANCHOR) - logistic(0));
  return 1 + share * (usual(look.truth, ANCHOR) - 1);
}

function steeper(scale: number): World['effect'] {
  return (look) => usual({ ...look.truth, elasticity: scale * look.truth.elasticity }, now(look));
}

/** × 1.8 in the first week at a new depth, half as much more each week; 30 % of a week's surge is missing in the next. */
function surging(look: Look): number {
  const surge = (week: number): number => {
    const depth = look.path[week] ?? 0;
    if (week < 0 || depth <= 0) return 0;
    let since = 0;
    while (week - since > 0 && (look.path[week - since - 1] ?? 0) >= depth - 0.01) since++;
    return since > 6 ? 0 : 0.8 * 0.5 ** since;
  };
  const week = look.path.length - 1;
  return usual(look.truth, now(look)) * (1 + surge(week) - 0.3 * surge(week - 1));
}

/** A fifth of a week's customers wait; those of the last four weeks come when the price is deeper than theirs was. */
function waiting(look: Look): number {
  const last = look.path.length - 1;
  const depth = now(look);
  let demand = 0.8 * usual(look.truth, depth);
  for (let week = Math.max(0, last - 4); week < last; week++) {
    const then = look.path[week] ?? 0;
    // Those who had waited came at the first deeper price.
    const since = look.path.slice(week + 1, last);
    if (depth > then + 0.01 && since.every((price) => price <= then + 0.01))
      demand += 0.2 * usual(look.truth, then);
  }
  return demand;
}

/** A category's base × 0.85 or 1.15 for three weeks, one quarter of the time. */
function rival(seed: number, category: number, week: number): number {
  const random = new Random(seed ^ 0x71a1, 1000 * (category + 1) + Math.floor(week / 3));
  const luck = random.uniform();
  return luck < 0.125 ? 0.85 : luck < 0.25 ? 1.15 : 1;
}

export const WORLDS: readonly World[] = [
  { key: 's_shaped', label: 'Réponse en S', exact: true, effect: sShaped },
  {
    key: 'threshold',
    label: 'Rien sous 20 %, puis la hausse moyenne',
    exact: true,
    effect: (look) => (now(look) < 0.199 ? 1 : usual(look.truth, ANCHOR)),
  },
  { key: 'halved', label: 'Élasticités divisées par deux', exact: true, effect: steeper(0.5) },
  { key: 'steeper', label: 'Élasticités × 1,6', exact: true, effect: steeper(1.6) },
  { key: 'surge', label: 'Ruée à chaque nouveau taux', exact: false, effect: surging },
  { key: 'waiting', label: 'Un client sur cinq attend', exact: false, effect: waiting },
  {
    key: 'cannibalisation',
    label: 'Les produits proches se prennent des ventes',
    exact: false,
    effect: (look) => usual(look.truth, now(look)) * Math.max(0.1, 1 - 0.3 * look.nearby),
  },
  {
    key: 'rivals',
    label: 'Concurrents, sans prévenir',
    exact: true,
    effect: (look) => usual(look.truth, now(look)),
    base: rival,
  },
];

/** The five products of the same category whose list prices are nearest, of each row of the panel. */
export function nearestRows({ panel }: Pick<Market, 'panel'>): Int32Array[] {
  const members = new Map<number, number[]>();
  panel.category.forEach((category, row) => {
    const known = members.get(category);
    if (known) known.push(row);
    else members.set(category, [row]);
  });
  const nearest: Int32Array[] = [];
  for (const rows of members.values()) {
    rows.sort((a, b) => (panel.list_price[a] ?? 0) - (panel.list_price[b] ?? 0) || a - b);
    rows.forEach((row, rank) => {
      const around = rows
        .slice(Math.max(0, rank - NEAREST), rank + NEAREST + 1)
        .filter((other) => other !== row);
      const gap = (other: number) => Math.abs((panel.list_price[other] ?? 0) - (panel.list_price[row] ?? 0));
      nearest[row] = Int32Array.from(around.sort((a, b) => gap(a) - gap(b) || a - b).slice(0, NEAREST));
    });
  }
  return nearest;
}

/** The largest effect that any path of these discounts can have. */
export function largestIn(world: World, truth: HiddenTruth, levels: readonly number[]): number {
  const deepest = levels[levels.length - 1] ?? 0;
  const paths = [...levels.map((level) => [level]), [0, 0, 0, 0, deepest], [0, ...levels]];
  return Math.max(...paths.map((path) => world.effect({ truth, path, nearby: 0 })));
}

/**
 * The same market with the history that another law would have left: units of each week thinned, or more of them,
 * by what that law multiplies demand by against the usual one. Stocks at the first phase stay.
 */
export function inWorld(market: Market, world: World, seed: number): Market {
  const { panel } = market;
  const units = panel.units.slice();
  const nearest = nearestRows(market);
  const random = new Random(seed ^ 0x3a7, 7);
  for (let row = 0; row < panel.item_count; row++) {
    const truth = market.truths[row];
    if (truth === undefined) continue;
    const first = Math.max(0, panel.first_week[row] ?? 0);
    for (let week = first; week < panel.week_count; week++) {
      const cell = row * panel.week_count + week;
      const sold = units[cell] ?? 0;
      if (sold === 0) continue;
      const from = row * panel.week_count;
      const path = [...panel.discount.subarray(from + Math.max(first, week - 8), cell + 1)];
      const nearby = meanAt(nearest[row], (other) => panel.discount[other * panel.week_count + week] ?? 0);
      const base = world.base?.(seed, panel.category[row] ?? 0, week) ?? 1;
      const ratio =
        (base * world.effect({ truth, path, nearby })) / usual(truth, now({ truth, path, nearby }));
      units[cell] = ratio >= 1 ? sold + random.poisson(sold * (ratio - 1)) : thin(random, sold, ratio);
    }
  }
  return { ...market, panel: { ...panel, units }, world: { law: world, seed, nearest } };
}

function thin(random: Random, units: number, share: number): number {
  let kept = 0;
  for (let n = 0; n < units; n++) if (random.uniform() < share) kept++;
  return kept;
}

function meanAt(rows: Int32Array | undefined, read: (row: number) => number): number {
  if (rows === undefined || rows.length === 0) return 0;
  return rows.reduce((sum, row) => sum + read(row), 0) / rows.length;
}
