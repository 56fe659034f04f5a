import { median } from '../numeric/median.ts';
import { eventShare } from './calendar.ts';
import type { CalendarEvent, DayNumber } from './types.ts';

/** Calm weeks on either side that an event is compared with, and how far they are sought. */
const NEAREST = 2;
const REACH = 12;
/** Share of a week from which it belongs to an event, and up to which it is calm: a bank holiday is no event here. */
const PART = 0.1;
const CALM = 0.2;
/** Variances of logs: the usual effect of events, by how much a category's differ, and from one year to the next. */
const USUAL_VARIANCE = 0.4;
const CATEGORY_VARIANCE = 0.02;
const YEAR_VARIANCE = 0.02;
/** And when no calm week has followed yet: an event that cannot be distinguished from a trend. */
const TREND_VARIANCE = 0.3;
const ROUNDS = 3;
const LARGEST = 3;

/** Share of each week covered by the events of a key. */
export function weeklyShares(
  events: readonly CalendarEvent[],
  key: string,
  firstDay: DayNumber,
  weeks: number,
): Float64Array {
  const shares = new Float64Array(weeks);
  for (const event of events) {
    if (event.key !== key) continue;
    const from = Math.max(0, Math.floor((event.from_day - firstDay) / 7));
    const to = Math.min(weeks - 1, Math.floor((event.to_day - 1 - firstDay) / 7));
    for (let t = from; t <= to; t++) shares[t] = (shares[t] ?? 0) + eventShare(firstDay + 7 * t, event);
  }
  return shares;
}

/**
 * Log effect of a whole week of each event, by category: `c * keys + e`. The lift of the event's weeks over the calm
 * ones around is measured on all categories together, shrunk by what weeks and years differ by; each category leans
 * on it. Winter and summer editions of an event lean on each other.
 *
 * @param effects week effects: category c, week t at `c * T + t`
 * @param shares share of each week that the events of a key cover, by key
 */
export function eventEffects(
  effects: Float64Array,
  categories: number,
  shares: readonly Float64Array[],
  keys: readonly string[],
): Float64Array {
  const weeks = effects.length / categories;
  const chain = new Float64Array(weeks);
  effects.forEach((value, at) => {
    chain[at % weeks] = (chain[at % weeks] ?? 0) + value / categories;
  });
  const all = measure(chain, shares);
  const usual = keys.map((key, e) => {
    const kin = keys.flatMap((other, n) => (editionOf(other) === editionOf(key) ? [all[n] ?? UNSEEN] : []));
    const edition = lean(together(kin), 0, USUAL_VARIANCE);
    return lean(all[e] ?? UNSEEN, edition, CATEGORY_VARIANCE);
  });
  const result = new Float64Array(categories * keys.length);
  for (let c = 0; c < categories; c++) {
    const own = categories === 1 ? all : measure(effects.subarray(c * weeks, (c + 1) * weeks), shares);
    usual.forEach((effect, e) => {
      result[c * keys.length + e] = lean(own[e] ?? UNSEEN, effect, CATEGORY_VARIANCE);
    });
  }
  return result;
}

interface Lift {
  effect: number;
  variance: number;
}

const UNSEEN: Lift = { effect: 0, variance: Number.POSITIVE_INFINITY };

/** « winter_soldes » and « summer_soldes » are editions of one event. */
function editionOf(key: string): string {
  return key.replace(/^(winter|summer)_/, '');
}

function together(lifts: readonly Lift[]): Lift {
  let [sum, precision] = [0, 0];
  for (const { effect, variance } of lifts) {
    sum += effect / variance;
    precision += 1 / variance;
  }
  return precision > 0 ? { effect: sum / precision, variance: 1 / precision } : UNSEEN;
}

function lean({ effect, variance }: Lift, towards: number, prior: number): number {
  const trust = prior / (prior + variance);
  return Math.max(-LARGEST, Math.min(LARGEST, trust * effect + (1 - trust) * towards));
}

/** Lift of each event over the calm weeks around, others taken out in turn, and the variance of that measure. */
function measure(series: Float64Array, shares: readonly Float64Array[]): Lift[] {
  const busy = series.map((_, t) => shares.reduce((sum, share) => sum + (share[t] ?? 0), 0));
  const base = Array.from(series, (_, t) => calmLevel(series, busy, t));
  const left = series.map((value, t) => value - (base[t]?.level ?? Number.NaN));
  const calm = [...left].filter((value, t) => (busy[t] ?? 0) <= CALM && !Number.isNaN(value));
  const noise = (1.4826 * median(calm.map(Math.abs))) ** 2;
  const lifts = shares.map(() => ({ effect: 0, variance: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < ROUNDS; round++)
    shares.forEach((share, e) => {
      const lift = lifts[e];
      if (lift === undefined) return;
      let [sum, weight, unsure, runs, before] = [0, 0, 0, 0, -2];
      share.forEach((part, t) => {
        if (part < PART || Number.isNaN(left[t])) return;
        const others = lifts.reduce(
          (o, { effect }, n) => o + (n === e ? 0 : effect * (shares[n]?.[t] ?? 0)),
          0,
        );
        sum += part * ((left[t] ?? 0) - others);
        weight += part * part;
        if (base[t]?.sides === 1) unsure += part * part;
        if (t > before + 1) runs++;
        before = t;
      });
      if (runs === 0) return;
      lift.effect = sum / weight;
      lift.variance = noise / weight + YEAR_VARIANCE / runs + TREND_VARIANCE * (unsure / weight) ** 2;
    });
  return lifts;
}

/** What a week would have been without events: between the calm weeks before and those after; null without any before. */
function calmLevel(
  series: Float64Array,
  busy: Float64Array,
  t: number,
): { level: number; sides: 1 | 2 } | null {
  const before = calmSide(series, busy, t, -1);
  const after = calmSide(series, busy, t, 1);
  if (before === null) return null;
  if (after === null) return { level: before.level, sides: 1 };
  const level = before.level * after.distance + after.level * before.distance;
  return { level: level / (before.distance + after.distance), sides: 2 };
}

/** Median of the nearest calm weeks on one side, and how far they are; null when there are too few. */
function calmSide(series: Float64Array, busy: Float64Array, t: number, step: 1 | -1) {
  const levels: number[] = [];
  let distance = 0;
  for (let n = 1; n <= REACH && levels.length < NEAREST; n++) {
    const at = t + step * n;
    if (at < 0 || at >= series.length || (busy[at] ?? 0) > CALM) continue;
    levels.push(series[at] ?? 0);
    distance += n;
  }
  return levels.length < 2 ? null : { level: median(levels), distance: distance / levels.length };
}
