import type { Day } from './day.ts';
import { dayOf, isoOf, weekdayOf } from './day.ts';

/** A period of French soldes with the first day of each markdown round; `end` is the day after the last. */
export interface Soldes {
  name: string;
  season: 'summer' | 'winter';
  rounds: readonly Day[];
  end: Day;
}

/** First day (data of the Ministry of Economy: last Wednesday of June, second Wednesday of January, 4 weeks). */
function soldes(name: string, season: Soldes['season'], start: string): Soldes {
  const first = dayOf(start);
  return { name, season, rounds: [first, first + 7, first + 14, first + 21], end: first + 28 };
}

/** Every period of soldes that touches the history, in order. */
export const SOLDES: readonly Soldes[] = [
  soldes('Soldes été 2024', 'summer', '2024-06-26'),
  soldes('Soldes hiver 2025', 'winter', '2025-01-08'),
  soldes('Soldes été 2025', 'summer', '2025-06-25'),
  soldes('Soldes hiver 2026', 'winter', '2026-01-07'),
  soldes('Soldes été 2026', 'summer', '2026-06-24'),
];

/** A promotion on a part of the collection; `end` is the day after the last. */
export interface Promotion {
  name: string;
  start: Day;
  end: Day;
  depths: readonly number[];
  /** Share of the collection on offer. */
  share: number;
  /** Seed of the draws of who takes part, where they are apart from those that make the rest of a product's history. */
  seed?: number;
}

function promotion(
  name: string,
  start: string,
  end: string,
  depths: readonly number[],
  share: number,
): Promotion {
  return { name, start: dayOf(start), end: dayOf(end), depths, share };
}

export const PROMOTIONS: readonly Promotion[] = [
  promotion('Mi-saison automne 2024', '2024-10-04', '2024-10-21', [0.2, 0.3], 0.25),
  promotion('Black Friday 2024', '2024-11-28', '2024-12-03', [0.2, 0.3], 0.55),
  promotion('Mi-saison printemps 2025', '2025-04-03', '2025-04-28', [0.2, 0.3], 0.25),
  promotion('Ventes privées juin 2025', '2025-06-12', '2025-06-25', [0.2, 0.3], 0.15),
  promotion('Mi-saison automne 2025', '2025-10-03', '2025-10-20', [0.2, 0.3], 0.25),
  promotion('Black Friday 2025', '2025-11-27', '2025-12-02', [0.2, 0.3], 0.55),
  promotion('Mi-saison printemps 2026', '2026-04-02', '2026-04-27', [0.2, 0.3], 0.22),
  // In the thirty days before the soldes: what it sold at is what a later reduction may be announced on.
  { ...promotion('Fête des Mères 2026', '2026-05-28', '2026-06-01', [0.3], 0.05), seed: 31 },
];

/** Bank holidays when shops are shut (web stays open); other bank holidays only lift or slow the day. */
const SHUT = new Set(['01-01', '05-01', '12-25']);
const HOLIDAYS = new Set([
  ...['2025-04-21', '2025-05-08', '2025-05-29', '2025-06-09', '2025-07-14', '2025-08-15', '2025-11-11'],
  ...['2024-07-14', '2024-08-15', '2024-11-01', '2024-11-11', '2025-11-01', '2026-04-06', '2026-05-08'],
  ...['2026-05-14', '2026-05-25'],
]);

/** Traffic of a weekday in shops (Sunday: a part of the shops opens) and on the web, each of mean 1. */
const SHOP_WEEKDAY = [0.72, 0.84, 1.06, 0.9, 1.08, 1.98, 0.42];
const WEB_WEEKDAY = [1.12, 1.02, 1.02, 0.96, 0.84, 0.86, 1.18];

/** What the calendar does to a day's demand, apart from prices: one factor for shops and one for the web. */
export interface DayTraffic {
  shop: number;
  web: number;
}

/** Weekday, bank holidays, the rush before Christmas, the summer lull, and the first days of soldes. */
export function trafficOf(day: Day): DayTraffic {
  const iso = isoOf(day);
  const weekday = weekdayOf(day);
  const monthDay = iso.slice(5);
  const shopOpen = SHUT.has(monthDay) ? 0 : HOLIDAYS.has(iso) ? 0.62 : 1;
  const events = christmas(monthDay) * august(monthDay) * soldesRush(day) * blackFriday(day);
  return {
    shop: (SHOP_WEEKDAY[weekday] ?? 1) * shopOpen * events,
    web: (WEB_WEEKDAY[weekday] ?? 1) * events,
  };
}

function christmas(monthDay: string): number {
  if (monthDay >= '12-08' && monthDay <= '12-24') return 1.55;
  return monthDay >= '12-25' && monthDay <= '12-31' ? 0.8 : 1;
}

function august(monthDay: string): number {
  return monthDay >= '08-01' && monthDay <= '08-24' ? 0.72 : 1;
}

function soldesRush(day: Day): number {
  for (const period of SOLDES) {
    const first = period.rounds[0] ?? 0;
    if (day >= first - 10 && day < first) return 0.86;
    if (day >= first && day < period.end) {
      const sinceRound = day - Math.max(...period.rounds.filter((start) => start <= day));
      const opening = day < first + 4 ? 1.5 : 1;
      return opening * (sinceRound < 2 ? 1.12 : 1);
    }
  }
  return 1;
}

function blackFriday(day: Day): number {
  for (const sale of PROMOTIONS) {
    if (sale.name.startsWith('Black Friday') && day >= sale.start && day < sale.end) return 1.7;
  }
  return 1;
}
