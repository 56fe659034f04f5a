import type { QueryRule } from '@palier/domain';
import type { Day } from '../calendar/day.ts';
import { dayOf } from '../calendar/day.ts';
import type { Soldes } from '../calendar/french-calendar.ts';
import { SOLDES } from '../calendar/french-calendar.ts';
import { COLLECTIONS, DATA_DATE } from '../world/collections.ts';
import type { DiscountStep } from '../world/markdowns.ts';
import type { Product } from '../world/product.ts';

/** A sale campaign that projects share: its dates, where it stands at the data date, what it takes. */
export interface Operation {
  name: string;
  /** What its phases are called before their number. */
  phase: string;
  rounds: readonly Day[];
  /** The day after the last. */
  end: Day;
  /** Zero-based index of the phase being decided; null once all are over. */
  working_phase: number | null;
  season_start_date: string;
  range: readonly number[];
  /** Objective: share of products at each discount, in points. */
  distribution: Readonly<Record<string, number>>;
  /** The products it takes, as a rule of the selection and as a test. */
  season: QueryRule;
  takes(product: Product): boolean;
}

function soldes(name: string): Soldes {
  const found = SOLDES.find((period) => period.name === name);
  if (!found) throw new RangeError(`no ${name} in the calendar`);
  return found;
}

const summer = soldes('Soldes été 2026');
const winter = soldes('Soldes hiver 2026');
const CURRENT: QueryRule = { field: 'last_season', operator: 'equals', value: 'Été 2026' };

function isCurrent(product: Product): boolean {
  return product.collection === COLLECTIONS[0] || product.collection.season === 'permanent';
}

/** First round done, second running, third being decided. */
export const SUMMER: Operation = {
  name: summer.name,
  phase: 'Démarque',
  rounds: summer.rounds,
  end: summer.end,
  working_phase: summer.rounds.filter((day) => day <= DATA_DATE).length,
  season_start_date: '2026-01-01',
  range: [20, 30, 40, 50, 60],
  distribution: { 0: 3, 20: 8, 30: 24, 40: 42, 50: 18, 60: 5 },
  season: CURRENT,
  takes: isCurrent,
};

/** Over: its discounts are history. */
export const WINTER: Operation = {
  name: winter.name,
  phase: 'Démarque',
  rounds: winter.rounds,
  end: winter.end,
  working_phase: null,
  season_start_date: '2025-08-15',
  range: [20, 30, 40, 50, 60, 70],
  distribution: { 20: 10, 30: 20, 40: 35, 50: 20, 60: 10, 70: 5 },
  season: { field: 'release_season', operator: 'equals', value: 'Hiver 2025' },
  takes: (product) => product.collection.name === 'Hiver 2025',
};

const lastSummer = soldes('Soldes été 2025');

/** Over for a year: what this summer's is read against, so of its season and of what is always on sale too. */
export const LAST_SUMMER: Operation = {
  ...WINTER,
  name: lastSummer.name,
  rounds: lastSummer.rounds,
  end: lastSummer.end,
  season_start_date: '2025-01-01',
  distribution: { 20: 15, 30: 30, 40: 30, 50: 15, 60: 7, 70: 3 },
  season: { field: 'release_season', operator: 'in', value: ['Été 2025', 'Permanent'] },
  takes: ({ collection }) => collection.name === 'Été 2025' || collection.season === 'permanent',
};

/**
 * Still to be prepared. Of what stays on sale: what the soldes leave of a summer is not known in July, and sold a year
 * before at prices that are not September's.
 */
export const PRIVATE_SALE: Operation = {
  name: 'Ventes privées septembre 2026',
  phase: 'Vente',
  rounds: [dayOf('2026-09-10')],
  end: dayOf('2026-09-21'),
  working_phase: 0,
  season_start_date: '2026-01-01',
  range: [20, 30, 40],
  distribution: { 0: 20, 20: 40, 30: 30, 40: 10 },
  season: { field: 'release_season', operator: 'equals', value: 'Permanent' },
  takes: ({ collection }) => collection.season === 'permanent',
};

/** From the Sunday whose data a round is decided with to its Wednesday. */
const DECIDED_BEFORE = 3;

/** The Sundays on which an operation's stock was counted: before each round, and after its end. */
export function countedDays({ rounds, end }: Operation): Day[] {
  return [...rounds.map((day) => day - DECIDED_BEFORE), end + 7 - DECIDED_BEFORE];
}

/** Discounts in points of the operation's rounds that are over or running at the data date. */
export function roundDiscounts(operation: Operation, discounts: readonly DiscountStep[]): number[] {
  let current = 0;
  return operation.rounds
    .filter((day) => day <= DATA_DATE)
    .map((day, round) => {
      const step = discounts.find((one) => one.round === round && one.from === day);
      if (step) current = Math.round(step.discount * 100);
      return current;
    });
}
