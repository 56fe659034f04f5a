import { type ControlTotal, foldText } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Staged } from './staged.ts';
import { namesAll } from './totals.ts';

/** How tills name all of their places together. */
const ALL_PLACES = new Set([
  'total',
  'totaux',
  'total general',
  'ensemble',
  'tous',
  'toutes',
  'tous les lieux',
]);

const isAll = (place: string): boolean => ALL_PLACES.has(foldText(place)) || namesAll(place);

interface Row extends Omit<ControlTotal, 'place'> {
  place: string | null;
}

/** The month's revenue and units; of stocks counted on several days, the last one's. */
async function totalsOf(session: Session, { table }: Staged): Promise<Row[]> {
  return session.rows<Row>(`
    SELECT strftime(date, '%Y-%m') AS month, nullif(trim(place), '') AS place, round(sum(revenue), 2)::DOUBLE AS revenue,
      sum(quantity)::DOUBLE AS quantity, sum(stock) FILTER (date = last)::DOUBLE AS stock
    FROM (SELECT *, max(date) OVER (PARTITION BY place, strftime(date, '%Y-%m')) AS last
      FROM ${quoteIdentifier(table)} WHERE NOT refused)
    GROUP BY ALL ORDER BY month DESC, place NULLS FIRST`);
}

/** The till's totals that files of their own say. */
export async function readControlTotals(
  session: Session,
  staged: readonly Staged[],
): Promise<ControlTotal[]> {
  const totals: ControlTotal[] = [];
  for (const table of staged.filter(({ feed }) => feed.kind === 'control'))
    for (const { place, ...figures } of await totalsOf(session, table))
      totals.push({ ...figures, place: place !== null && isAll(place) ? null : place });
  return totals;
}

/** Totals known before and those of the files, which take the place of those of their month and place. */
export function withControlTotals(
  before: readonly ControlTotal[],
  added: readonly ControlTotal[],
): ControlTotal[] {
  const keyOf = ({ month, place }: ControlTotal): string => `${month} ${place ?? ''}`;
  return [...new Map([...before, ...added].map((total) => [keyOf(total), total])).values()];
}
