import { ON_OFFER, type Others } from './offers.ts';
import type { WeeklyPanel } from './types.ts';

/** Weeks of own discounts that are looked at one by one, and those that are summed up. */
export const MEMORY = 8;
const SUMMED = 26;
/** Discounts as near as this are one. */
const SAME = 0.03;

/** What the learned correction looks at; the first ones move with the discount that is asked, and F never falls in them. */
const FEATURES = [
  // The discount, the model's own answer to it, and how new it is: weeks at it or deeper (negative), less than the
  // week before (negative), more than the week before.
  ['discount', 'discount'],
  ['response', 'discount'],
  ['fresh', 'opening'],
  ['drop', 'opening'],
  ['rise', 'opening'],
  ['now', 'past'],
  ['deepest', 'past'],
  ['since', 'past'],
  ['running', 'past'],
  ['usual', 'past'],
  ['others_depth', 'others'],
  ['others_share', 'others'],
  ['others_change', 'others'],
  ['chain_depth', 'others'],
  ['chain_share', 'others'],
  ['last_residual', 'sales'],
  ['quarter_residual', 'sales'],
  ['recent_level', 'sales'],
  ['category_ratio', 'sales'],
  ['plain_level', 'sales'],
  ['level', 'sales'],
  ['season', 'calendar'],
  ['age', 'calendar'],
  ['ahead', 'calendar'],
  ['category', 'category'],
] as const;

export const FEATURE_COUNT: number = FEATURES.length;
/** Number of features that move with the discount asked. */
export const PRICED = 5;
export const RISING: Uint8Array = Uint8Array.from(FEATURES, (_, f) => (f < PRICED ? 1 : 0));
/** The discount and the model's answer to it alone. */
export const RISING_DEPTH: Uint8Array = Uint8Array.from(FEATURES, ([, reason]) =>
  reason === 'discount' ? 1 : 0,
);

/** Why the correction does what it does, as the product panel says it. */
export const CORRECTION_REASONS = [
  'discount',
  'opening',
  'past',
  'others',
  'sales',
  'calendar',
  'category',
] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

/** The reason to which each feature belongs, by its place in `CORRECTION_REASONS`. */
export const REASON_OF: Uint8Array = Uint8Array.from(FEATURES, ([, reason]) =>
  CORRECTION_REASONS.indexOf(reason),
);

/** Numbers kept of an item's last weeks: see `writeRecent`. */
export const RECENT = MEMORY + 6;

/**
 * Writes what an item's weeks up to `known` say: its last discounts (the last week first), weeks since an offer (26 at
 * most), mean discount of 26 weeks, then units and multipliers of the last week and of thirteen.
 */
export function writeRecent(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  item: number,
  known: number,
  recent: Float32Array,
): void {
  const start = item * panel.week_count;
  recent.fill(0);
  let since = SUMMED;
  let discounts = 0;
  for (let back = 0; back < Math.min(SUMMED, known + 1); back++) {
    const cell = start + known - back;
    const discount = panel.discount[cell] ?? 0;
    if (back < MEMORY) recent[back] = discount;
    if (since === SUMMED && discount >= ON_OFFER) since = back;
    discounts += discount;
    const m = multiplier[cell] ?? 0;
    if (back >= 13 || !(m > 0)) continue;
    const units = panel.units[cell] ?? 0;
    if (back === 0) recent.set([units, m], MEMORY + 2);
    recent[MEMORY + 4] = (recent[MEMORY + 4] ?? 0) + units;
    recent[MEMORY + 5] = (recent[MEMORY + 5] ?? 0) + m;
  }
  recent[MEMORY] = since;
  recent[MEMORY + 1] = discounts / SUMMED;
}

/** What is known of an item and a week to come, but for the discount asked. */
export interface Situation {
  /** Weeks after the last known one. */
  ahead: number;
  recent: Float32Array;
  /** Slow level of the item; then over it: recent level, category's recent ratio, plain level. */
  slow: number;
  own_ratio: number;
  category_ratio: number;
  plain_ratio: number;
  others: Others;
  /** Mean discount of the category in the last weeks known. */
  past_depth: number;
  chain: Others;
  season: number;
  age: number;
  category: number;
}

const OLDEST = 104;

/** Writes the features that do not move with the discount asked, from `PRICED` on. */
export function fillSituation(row: Float32Array, s: Situation): void {
  const { recent, slow } = s;
  let running = 0;
  while (running < MEMORY && (recent[running] ?? 0) >= ON_OFFER) running++;
  const residual = (at: number) => Math.log(((recent[at] ?? 0) + 0.5) / ((recent[at + 1] ?? 0) * slow + 0.5));
  let f = PRICED;
  row[f++] = recent[0] ?? 0;
  row[f++] = Math.max(recent[0] ?? 0, recent[1] ?? 0, recent[2] ?? 0, recent[3] ?? 0);
  row[f++] = recent[MEMORY] ?? 0;
  row[f++] = running;
  row[f++] = recent[MEMORY + 1] ?? 0;
  row[f++] = s.others.depth;
  row[f++] = s.others.share;
  row[f++] = s.others.depth - s.past_depth;
  row[f++] = s.chain.depth;
  row[f++] = s.chain.share;
  row[f++] = residual(MEMORY + 2);
  row[f++] = residual(MEMORY + 4);
  row[f++] = Math.log(s.own_ratio);
  row[f++] = Math.log(s.category_ratio);
  row[f++] = Math.log(Math.max(1e-3, s.plain_ratio));
  row[f++] = Math.log(slow);
  row[f++] = s.season;
  row[f++] = Math.min(OLDEST, s.age);
  row[f++] = s.ahead;
  row[f++] = s.category;
}

/**
 * Writes the features that move with the discount asked. All rise with it, whatever came before, so that a correction
 * that never falls in them never makes a deeper discount sell less.
 *
 * @param response the model's own log answer to the discount
 * @param past discounts of the weeks before the one asked, the last first
 */
export function fillPriced(
  row: Float32Array,
  discount: number,
  response: number,
  past: ArrayLike<number>,
): void {
  const before = past[0] ?? 0;
  let held = 0;
  while (held < MEMORY && (past[held] ?? 0) >= discount - SAME) held++;
  row[0] = discount;
  row[1] = response;
  row[2] = -held;
  row[3] = -Math.max(0, before - discount);
  row[4] = Math.max(0, discount - before);
}

/** Features of what the others do are not known: as trees learn that plans may be unknown. */
export function hideOthers(row: Float32Array): void {
  FEATURES.forEach(([, reason], f) => {
    if (reason === 'others') row[f] = Number.NaN;
  });
}
