import { formatDate, formatQuantity } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { Settled } from './settled.ts';
import type { Staged } from './staged.ts';

const NAMED = 3;

/** What a file counts in a place on days before the last that is known there. */
interface Older {
  place: string | null;
  pieces: number;
  last_day: string;
  /** The last day is the file's own: it tells days one after the other. */
  is_own: boolean;
}

/** Of the place's days in table `stock`, the last at or before `horizon` is its present. */
function findOlder(session: Session, file: Staged, until: { today: string; horizon: string | null }) {
  const rows = `SELECT coalesce(date, DATE ${quoteText(until.today)}) AS date, inventory_code, quantity
    FROM ${quoteIdentifier(file.table)} WHERE NOT refused`;
  const known = until.horizon === null ? '' : `WHERE date <= DATE ${quoteText(until.horizon)}`;
  const latestOf = (table: string): string =>
    `(SELECT inventory_code, max(date) AS date FROM ${table} ${known} GROUP BY 1)`;
  return session.rows<Older>(`SELECT coalesce(p.name, r.inventory_code) AS place, sum(r.quantity)::DOUBLE AS pieces,
      l.date::VARCHAR AS last_day, coalesce(o.date = l.date, false) AS is_own
    FROM (${rows}) r
    JOIN ${latestOf('stock')} l ON l.inventory_code IS NOT DISTINCT FROM r.inventory_code AND r.date < l.date
    LEFT JOIN ${latestOf(`(${rows})`)} o ON o.inventory_code IS NOT DISTINCT FROM r.inventory_code
    LEFT JOIN place p ON p.code = r.inventory_code
    GROUP BY ALL HAVING sum(r.quantity) > 0 ORDER BY pieces DESC, place`);
}

const total = (older: readonly Older[]): string =>
  `${formatQuantity(older.reduce((sum, { pieces }) => sum + pieces, 0))} pièces`;

function placesOf(older: readonly Older[]): string {
  const names = older.slice(0, NAMED).map(({ place }) => place ?? 'sans lieu');
  const others = older.length - names.length;
  return others > 0 ? `${names.join(', ')} et ${formatQuantity(others)} autres` : names.join(', ');
}

function sentencesOf(file: string, older: readonly Older[]): string[] {
  const own = older.filter(({ is_own }) => is_own);
  const beaten = older.filter(({ is_own }) => !is_own);
  const days = [...new Set(beaten.map(({ last_day }) => formatDate(last_day)))];
  return [
    ...(own.length > 0
      ? [`${file} : ${total(own)} de jours passés ne comptent pas, chaque lieu comptant son dernier jour.`]
      : []),
    ...(beaten.length > 0
      ? [
          `${file} : ${total(beaten)} ne comptent pas (${placesOf(beaten)}), un stock plus récent y étant connu${days.length === 1 ? `, du ${days[0]}` : ''}.`,
        ]
      : []),
  ];
}

/** What of the delivered stocks is not the present, in French: where a later day of the same place is known. */
export async function noteOlderStock(
  session: Session,
  files: readonly Staged[],
  until: { today: string; horizon: string | null },
): Promise<Settled> {
  const notes: string[] = [];
  for (const file of files)
    notes.push(...sentencesOf(file.feed.source.name, await findOlder(session, file, until)));
  return { files: [], questions: [], notes };
}
