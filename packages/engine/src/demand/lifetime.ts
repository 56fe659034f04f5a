import type { WeeklyPanel } from './types.ts';

/** Silent weeks count as an end once this many units should have been sold in them. */
const MISSING_UNITS = 5;
/** Weeks of sales that say how much was sold before the silence. */
const LAST_WEEKS = 8;
/** Lowest rate before the end, as a share of the rate of the whole life: clearances fade. */
const FADED = 0.25;
/** Share of an ended item's units still to be sold below which its sizes and shops are broken. */
const BROKEN = 0.2;

/**
 * First week after which an item's sales say nothing of demand: it was withdrawn, or so little of it was left
 * that sizes and shops were missing. `week_count` for an item still on sale. A withdrawn item keeps its last
 * discount and no sales: read as demand, such weeks would say that discounts sell nothing.
 */
export function endOfSales(panel: WeeklyPanel, item: number): number {
  const weeks = panel.week_count;
  const start = item * weeks;
  const first = Math.max(0, panel.first_week[item] ?? 0);
  let last = weeks - 1;
  while (last >= first && !((panel.units[start + last] ?? 0) > 0)) last--;
  if (last < first || last === weeks - 1) return weeks;
  const life = sumUnits(panel, start, first, last + 1);
  const recentFrom = Math.max(first, last + 1 - LAST_WEEKS);
  const recent = sumUnits(panel, start, recentFrom, last + 1) / (last + 1 - recentFrom);
  const rate = Math.max(recent, (FADED * life) / (last + 1 - first));
  if (rate * (weeks - 1 - last) < MISSING_UNITS) return weeks;
  let left = 0;
  let end = last + 1;
  for (let week = last; week >= first; week--) {
    left += panel.units[start + week] ?? 0;
    if (left >= BROKEN * life) break;
    end = week;
  }
  return end;
}

function sumUnits(panel: WeeklyPanel, start: number, from: number, to: number): number {
  let sum = 0;
  for (let week = from; week < to; week++) sum += panel.units[start + week] ?? 0;
  return sum;
}
