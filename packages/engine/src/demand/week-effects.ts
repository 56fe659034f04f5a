import { type Design, LONG_AGO } from './design.ts';
import type { WeekSums } from './normal.ts';
import type { ResponseFit } from './response-fit.ts';
import type { WeeklyPanel } from './types.ts';

/** Ridge weights: how much evidence a week effect needs to leave its prior. */
const WEEK_RIDGE = 6;
/** With few items a week effect would be their own noise. */
const FEW_ITEMS = 48;

export function weekRidge(items: number): number {
  return WEEK_RIDGE + FEW_ITEMS / Math.max(1, items);
}

const CATEGORY_WEEK_RIDGE = 60;
const STAY_RIDGE = 30;
/** Weeks on either side that a category's smooth effect looks at. */
const SMOOTH_REACH = 6;

/**
 * Week effects by shrunken scoring: all items together first, then what each category adds. While prices are
 * being learnt the category's part is smooth (a triangle of ±6 weeks): it follows its season, but a promotion
 * of the whole category stays a price effect.
 */
export function updateWeeks(
  fit: ResponseFit,
  { item_count: items, week_count: weeks, category_count: categories }: WeeklyPanel,
  score: Float64Array,
  weight: Float64Array,
  smooth: boolean,
): void {
  const ridge = weekRidge(items);
  for (let week = 0; week < weeks; week++) {
    let sumScore = 0;
    let sumWeight = 0;
    for (let c = 0; c < categories; c++) {
      sumScore += score[c * weeks + week] ?? 0;
      sumWeight += weight[c * weeks + week] ?? 0;
    }
    const current = fit.week[week] ?? 0;
    const change = clampStep((sumScore - ridge * current) / (sumWeight + ridge));
    fit.week[week] = current + change;
    for (let c = 0; c < categories; c++) {
      const at = c * weeks + week;
      score[at] = (score[at] ?? 0) - (weight[at] ?? 0) * change;
    }
  }
  if (categories < 2) return;
  // On a short history a smooth would say that the category never moved.
  const reach = smooth ? Math.min(SMOOTH_REACH, Math.floor(weeks / 8)) : 0;
  for (let c = 0; c < categories; c++) {
    const before = fit.category_week.slice(c * weeks, (c + 1) * weeks);
    for (let week = 0; week < weeks; week++) {
      let sumScore = 0;
      let sumWeight = 0;
      for (let n = Math.max(0, week - reach); n <= Math.min(weeks - 1, week + reach); n++) {
        const kernel = 1 - Math.abs(n - week) / (reach + 1);
        // Scores are taken around each neighbour's own effect, so that the smooth tends to a fixed point.
        sumScore += kernel * ((score[c * weeks + n] ?? 0) + (weight[c * weeks + n] ?? 0) * (before[n] ?? 0));
        sumWeight += kernel * (weight[c * weeks + n] ?? 0);
      }
      const target = sumScore / (sumWeight + CATEGORY_WEEK_RIDGE);
      fit.category_week[c * weeks + week] = (before[week] ?? 0) + clampStep(target - (before[week] ?? 0));
    }
  }
}

/** Items that stay have no season of collections and do not fade: read with the others they pass for a price effect. */
export function updateStaying(fit: ResponseFit, sums: WeekSums, staying: WeekSums, categories: number): void {
  const weeks = staying.weight.length;
  const before = fit.stay_week.slice();
  const reach = Math.min(SMOOTH_REACH, Math.floor(weeks / 8));
  const targets = new Float64Array(weeks);
  for (let week = 0; week < weeks; week++) {
    let score = 0;
    let weight = 0;
    for (let n = Math.max(0, week - reach); n <= Math.min(weeks - 1, week + reach); n++) {
      const kernel = 1 - Math.abs(n - week) / (reach + 1);
      let [allScore, allWeight] = [0, WEEK_RIDGE];
      for (let c = 0; c < categories; c++) {
        allScore += sums.score[c * weeks + n] ?? 0;
        allWeight += sums.weight[c * weeks + n] ?? 0;
      }
      const own = staying.weight[n] ?? 0;
      // What is common to all items goes to the weeks, not to those that stay.
      const free = own * (1 - own / allWeight);
      score += kernel * ((staying.score[n] ?? 0) - (own * allScore) / allWeight + free * (before[n] ?? 0));
      weight += kernel * free;
    }
    targets[week] = score / (weight + STAY_RIDGE);
  }
  targets.forEach((target, week) => {
    const change = clampStep(target - (before[week] ?? 0));
    fit.stay_week[week] = (before[week] ?? 0) + change;
  });
}

/** Whether both items of collections and items that stay are there in numbers. */
export function twoLives(design: Design): boolean {
  let stay = 0;
  for (const launch of design.launch) if (launch === LONG_AGO) stay++;
  const share = stay / Math.max(1, design.launch.length);
  return design.week_count >= 52 && share > 0.02 && share < 0.9;
}

function clampStep(change: number): number {
  return change > 0.7 ? 0.7 : change < -0.7 ? -0.7 : change;
}
