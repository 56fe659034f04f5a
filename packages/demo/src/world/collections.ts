import { dayOf } from '../calendar/day.ts';
import type { Collection } from './product.ts';

/** First day of the history (a Monday). */
export const HISTORY_START = dayOf('2024-06-24');
/** The present (a Monday morning), before the shops open: sales run until the day before. */
export const DEMO_TODAY = '2026-07-06';
export const DATA_DATE = dayOf(DEMO_TODAY);
/** The day the first files speak of: the last one whose sales are whole, with the stock of its evening. */
export const LAST_DAY = DATA_DATE - 1;
/** Days of the history that the first files tell; the weeks after them come in files of their own. */
export const FIRST_DAYS = DATA_DATE - HISTORY_START;
/** What is always on sale is never withdrawn. */
const NEVER = dayOf('2099-01-01');

function collection(
  code: string,
  name: string,
  season: Collection['season'],
  launches: readonly [string, string],
  soldes: string | null,
  withdrawn: string | null,
  share: number,
  rate_factor: number,
): Collection {
  return {
    code,
    name,
    season,
    launches: [dayOf(launches[0]), dayOf(launches[1])],
    soldes: soldes ? dayOf(soldes) : null,
    withdrawn: withdrawn ? dayOf(withdrawn) : NEVER,
    share,
    rate_factor,
  };
}

/** The collections, the current one first. Launches before the history simply start with it. */
export const COLLECTIONS: readonly Collection[] = [
  collection('26E', 'Été 2026', 'summer', ['2026-01-15', '2026-05-07'], '2026-06-24', '2026-09-28', 0.46, 1),
  collection(
    '25E',
    'Été 2025',
    'summer',
    ['2025-01-16', '2025-05-08'],
    '2025-06-25',
    '2025-09-29',
    0.25,
    1.52,
  ),
  collection(
    '25H',
    'Hiver 2025',
    'winter',
    ['2025-08-21', '2025-11-13'],
    '2026-01-07',
    '2026-03-02',
    0.13,
    1.25,
  ),
  collection(
    '24H',
    'Hiver 2024',
    'winter',
    ['2024-08-22', '2024-11-14'],
    '2025-01-08',
    '2025-03-03',
    0.07,
    1.8,
  ),
  collection('24E', 'Été 2024', 'summer', ['2024-01-18', '2024-05-09'], '2024-06-26', '2024-08-26', 0.03, 2),
  collection('26P', 'Permanent', 'permanent', ['2024-06-24', '2025-02-27'], null, null, 0.06, 1),
];

/** More of the summer that the history opens on, each selling about as much as one of the summer after it. */
export const FORMER_SUMMER: Collection = collection(
  '24E',
  'Été 2024',
  'summer',
  ['2024-01-18', '2024-05-09'],
  '2024-06-26',
  '2024-08-26',
  0,
  1.5,
);

/** The last collection a product belongs to: permanents follow the current one. */
export function lastSeasonOf(collection: Collection): string {
  return collection.season === 'permanent' ? 'Été 2026' : collection.name;
}
