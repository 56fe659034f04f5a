import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import type { Market } from './market.ts';
import type { Present } from './policy.ts';

/** A day of an item between the panel's end and the present. */
interface Day {
  units: number;
  discount: number;
  in_stock: number;
}

/**
 * The market's panel with every whole week that has passed since: what a retailer's files hold before the phase to
 * be decided. Products that are not marked down have no more weeks.
 */
export function observedPanel(market: Market, present: Present): WeeklyPanel {
  const { panel } = market;
  const today = market.phase_days[present.phase] ?? 0;
  const weeks = Math.max(panel.week_count, Math.floor((today - panel.first_week_day) / 7));
  const added = weeks - panel.week_count;
  const wider = (matrix: Float32Array): Float32Array<ArrayBuffer> => {
    const wide = new Float32Array(panel.item_count * weeks);
    for (let item = 0; item < panel.item_count; item++)
      wide.set(matrix.subarray(item * panel.week_count, (item + 1) * panel.week_count), item * weeks);
    return wide;
  };
  const known: WeeklyPanel = {
    ...panel,
    week_count: weeks,
    units: wider(panel.units),
    discount: wider(panel.discount),
    availability: panel.availability && wider(panel.availability),
  };
  market.items.forEach((item, index) => {
    for (let week = 0; week < added; week++) {
      const days = Array.from({ length: 7 }, (_, day) => dayOf(market, present, index, week * 7 + day));
      fillWeek(known, item.row * weeks + panel.week_count + week, days);
    }
  });
  return known;
}

function fillWeek(panel: WeeklyPanel, cell: number, days: readonly Day[]): void {
  const units = days.reduce((sum, day) => sum + day.units, 0);
  const paid = days.reduce((sum, day) => sum + day.units * day.discount, 0);
  const mean = days.reduce((sum, day) => sum + day.discount / 7, 0);
  panel.units[cell] = units;
  panel.discount[cell] = units > 0 ? paid / units : mean;
  if (panel.availability) panel.availability[cell] = days.reduce((sum, day) => sum + day.in_stock / 7, 0);
}

/** Day `offset` after the panel's end; shelves empty evenly between two phases. */
function dayOf(market: Market, present: Present, index: number, offset: number): Day {
  const { tail, phase_days } = market;
  if (offset < tail.days) {
    const at = index * tail.days + offset;
    return {
      units: tail.units[at] ?? 0,
      discount: tail.discount[at] ?? 0,
      in_stock: (present.past[0] ?? present).in_stock[index] ?? 1,
    };
  }
  const day = (phase_days[0] ?? 0) + offset - tail.days;
  const phase = phase_days.findLastIndex((first) => first <= day);
  const length = (phase_days[phase + 1] ?? day) - (phase_days[phase] ?? day);
  const result = present.past[phase];
  const into = day - (phase_days[phase] ?? day);
  const before = result?.in_stock[index] ?? 1;
  const after = (present.past[phase + 1] ?? present).in_stock[index] ?? 1;
  return {
    units: result?.daily[index * length + into] ?? 0,
    discount: result?.discount[index] ?? 0,
    in_stock: before + ((after - before) * (into + 0.5)) / length,
  };
}
