import { describe, expect, it } from 'vitest';
import { dayNumber, frenchEvents, mondayOf, summerSoldesStart } from './calendar.ts';
import { forecastCurves } from './curves.ts';
import { eventEffects, weeklyShares } from './events.ts';
import { fitDemand } from './fit.ts';
import type { CalendarEvent, WeeklyPanel } from './types.ts';

const FIRST = mondayOf(dayNumber(2024, 3, 4));
const WEEKS = 110;
const EVENTS = frenchEvents(FIRST, FIRST + 7 * WEEKS);
const KEYS = [...new Set(EVENTS.map((event) => event.key))];
const SHARES = KEYS.map((key) => weeklyShares(EVENTS, key, FIRST, WEEKS));

/** Week effects of two categories: a lull in August, and what events do. */
function effectsWith(lifts: Record<string, number>): Float64Array {
  return Float64Array.from({ length: 2 * WEEKS }, (_, at) => {
    const week = at % WEEKS;
    const lull = new Date((FIRST + 7 * week + 3) * 864e5).getUTCMonth() === 7 ? -0.35 : 0;
    const noise = 0.03 * Math.sin(7.3 * at);
    return KEYS.reduce(
      (sum, key, e) => sum + (lifts[key] ?? 0) * (SHARES[e]?.[week] ?? 0),
      0.2 + lull + noise,
    );
  });
}

describe('what events do', () => {
  it('is told apart from the weeks around, lulls and other events included', () => {
    const lifts = {
      winter_soldes_opening: 0.5,
      summer_soldes_opening: 0.5,
      summer_soldes_eve: -0.15,
      black_friday: 0.7,
    };
    const found = eventEffects(effectsWith(lifts), 2, SHARES, KEYS);
    const of = (key: string, category: number) => found[category * KEYS.length + KEYS.indexOf(key)] ?? 0;
    for (const category of [0, 1]) {
      expect(Math.abs(of('summer_soldes_opening', category) - 0.5)).toBeLessThan(0.15);
      expect(Math.abs(of('winter_soldes_opening', category) - 0.5)).toBeLessThan(0.15);
      expect(Math.abs(of('black_friday', category) - 0.7)).toBeLessThan(0.15);
      expect(of('summer_soldes_eve', category)).toBeLessThan(-0.05);
      expect(Math.abs(of('christmas', category))).toBeLessThan(0.1);
    }
  });

  it('is believed less when one edition was seen, and nothing has followed it yet', () => {
    const start = FIRST + 7 * 20;
    const sale: CalendarEvent = { key: 'sale', from_day: start, to_day: start + 7 };
    const seen = (weeks: number) => {
      const share = weeklyShares([sale], 'sale', FIRST, weeks);
      const effects = Float64Array.from(
        { length: weeks },
        (_, t) => 0.05 * Math.sin(5 * t) + (share[t] ?? 0),
      );
      return eventEffects(effects, 1, [share], ['sale'])[0] ?? 0;
    };
    expect(seen(40)).toBeGreaterThan(0.85);
    expect(seen(21)).toBeGreaterThan(0.3);
    expect(seen(21)).toBeLessThan(seen(40) - 0.2);
  });
});

describe('a phase that starts in the middle of a week', () => {
  it('has the opening whole: its days are those of the event', () => {
    const items = 30;
    const panel: WeeklyPanel = {
      item_count: items,
      week_count: WEEKS,
      first_week_day: FIRST,
      units: new Float32Array(items * WEEKS),
      discount: new Float32Array(items * WEEKS),
      availability: null,
      breadth: null,
      price_index: null,
      list_price: new Float64Array(items).fill(10),
      first_week: new Int32Array(items).fill(-1_000_000),
      category: new Int32Array(items),
      category_count: 1,
      subcategory: null,
    };
    const opening = SHARES[KEYS.indexOf('summer_soldes_opening')];
    const winter = SHARES[KEYS.indexOf('winter_soldes_opening')];
    for (let cell = 0; cell < items * WEEKS; cell++) {
      // Each day of an opening sells twice as much.
      const share = (opening?.[cell % WEEKS] ?? 0) + (winter?.[cell % WEEKS] ?? 0);
      panel.units[cell] = Math.round(40 * (1 + share));
    }
    const model = fitDemand(panel);
    const start = summerSoldesStart(2026);
    const curves = forecastCurves(model, {
      levels: Float64Array.of(0, 0.2),
      phases: [
        { from_day: start, to_day: start + 7 },
        { from_day: start + 14, to_day: start + 21 },
      ],
      items: Int32Array.of(0),
      stock: Float64Array.of(10_000),
      current_discount: new Float64Array(1),
      breadth: null,
      third_party: null,
    });
    const lift = (curves.phase_mean[0] ?? 0) / (curves.phase_mean[2] ?? 1);
    expect(lift).toBeGreaterThan(1.7);
    expect(lift).toBeLessThan(2.3);
  });
});
