import { COVERAGE_MAXIMUM_WEEKS } from '@palier/domain';
import { eventShare, frenchEvents, mondayOf } from './calendar.ts';
import { calendarEffects } from './predict.ts';
import type { CalendarEvent, CurveRequest, DayNumber, DemandModel, PhaseWindow } from './types.ts';

/** Weeks from the start of the worked phase on, their calendar effects, and the share of each in each phase. */
export interface Horizon {
  weeks: number;
  effects: Float64Array;
  /** Share of week t that lies in phase p: `p * weeks + t`. */
  share: Float64Array;
  /** What to add to a category's effect of a week of which only a part lies in the phase; null: nothing. */
  part: (Float64Array | null)[];
  /** Distance of week 0 from the history: 1 is the week right after it. */
  ahead: number;
  /** Weeks in all phases together, and in the worked one. */
  length: number;
  worked: number;
}

/** The calendar of a request's phases. */
export function calendarOf(model: DemandModel, phases: readonly PhaseWindow[]): Horizon {
  const from = phases[0]?.from_day ?? model.first_week_day + 7 * model.week_count;
  const first = mondayOf(from);
  const end = phases.reduce((last, phase) => Math.max(last, phase.to_day), from);
  const weeks = Math.max(COVERAGE_MAXIMUM_WEEKS, Math.ceil((end - first) / 7));
  const events = model.events ?? frenchEvents(first, first + 7 * weeks);
  const share = new Float64Array(phases.length * weeks);
  const part = new Array<Float64Array | null>(phases.length * weeks).fill(null);
  let length = 0;
  phases.forEach((phase, p) => {
    for (let t = 0; t < weeks; t++) {
      const days = overlap(first + 7 * t, phase);
      share[p * weeks + t] = days / 7;
      length += days / 7;
      if (days > 0 && days < 7) part[p * weeks + t] = partEffects(model, events, first + 7 * t, phase);
    }
  });
  const ahead = Math.max(1, Math.round((first - model.first_week_day) / 7) - model.week_count + 1);
  const worked = ((phases[0]?.to_day ?? from) - from) / 7;
  return { weeks, ahead, effects: calendarEffects(model, events, first, weeks), share, part, length, worked };
}

/** Events fall on days: those of a phase that starts in the middle of a week may hold all of an event, or none. */
function partEffects(
  model: DemandModel,
  events: readonly CalendarEvent[],
  monday: DayNumber,
  phase: PhaseWindow,
): Float64Array {
  const effects = new Float64Array(model.category_count);
  const keys = model.event_keys.length;
  const from = Math.max(monday, phase.from_day);
  const days = overlap(monday, phase);
  for (const event of events) {
    const e = model.event_keys.indexOf(event.key);
    const inside = Math.max(0, Math.min(from + days, event.to_day) - Math.max(from, event.from_day)) / days;
    const more = inside - eventShare(monday, event);
    if (e < 0 || more === 0) continue;
    effects.forEach((effect, c) => {
      effects[c] = effect + more * (model.event_effect[c * keys + e] ?? 0);
    });
  }
  return effects;
}

function overlap(monday: DayNumber, phase: PhaseWindow): number {
  return Math.max(0, Math.min(monday + 7, phase.to_day) - Math.max(monday, phase.from_day));
}

/** The discounts of an item of a request, level by level, as shares. */
export function levelsOf({ levels, item_levels }: CurveRequest, n: number): Float64Array {
  return item_levels?.subarray(n * levels.length, (n + 1) * levels.length) ?? levels;
}
