import { countOf, plural } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Feed } from './feed.ts';
import type { FileKind } from './types.ts';

/** What a file says apart that is taken off another of its columns. */
interface TakenOff {
  column: string;
  from: string;
  /** What is left is never below zero: of an order, what was received beyond it. */
  floor: boolean;
}

const TAKEN_OFF: Partial<Record<FileKind, readonly TakenOff[]>> = {
  sales: [
    { column: 'returned_quantity', from: 'quantity', floor: false },
    { column: 'returned_amount', from: 'amount', floor: false },
  ],
  orders: [{ column: 'received_quantity', from: 'quantity', floor: true }],
};

function givenTo({ kind, positions }: Feed): TakenOff[] {
  return (TAKEN_OFF[kind] ?? []).filter(({ column }) => positions.has(column));
}

/** Columns that a feed has by what is taken off them, whether or not the file gives them too. */
export const lessenedColumns = (feed: Feed): string[] => givenTo(feed).map(({ from }) => from);

/**
 * SQL of a column of a feed less what is taken off it: what was returned, or received already, whatever its sign; null
 * for a column that nothing is taken off.
 *
 * @param isGiven whether the file has the column itself.
 */
export function lessSql(feed: Feed, name: string, isGiven: boolean): string | null {
  const taken = givenTo(feed).find(({ from }) => from === name);
  if (!taken) return null;
  const [own, off] = [isGiven ? quoteIdentifier(name) : 'NULL::DOUBLE', quoteIdentifier(taken.column)];
  const less = `coalesce(${own}, 0) - abs(${off})`;
  return `CASE WHEN ${off} IS NULL THEN ${own} ELSE ${taken.floor ? `greatest(${less}, 0)` : less} END`;
}

const pieces = (count: number): string => countOf(count, 'pièce');

/** French: how many pieces of a file were returned, or received, and taken off. Null when none was. */
export async function takenOffReading(
  session: Session,
  { feed, table }: { feed: Feed; table: string },
): Promise<string | null> {
  const taken = givenTo(feed).find(({ from }) => from === 'quantity');
  if (!taken) return null;
  const off = quoteIdentifier(taken.column);
  const [row] = await session.rows<{ off: number; left_over: number }>(
    `SELECT coalesce(sum(abs(${off})), 0)::DOUBLE AS off, coalesce(sum(quantity), 0)::DOUBLE AS left_over
     FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  if (!row || row.off === 0) return null;
  const many = plural(row.off, '', 's');
  const are = plural(row.off, 'est', 'sont');
  const start = `${feed.source.name} : ${pieces(row.off)}`;
  if (feed.kind === 'orders')
    return `${start} déjà reçue${many} ${are} retirée${many} des commandes : ${pieces(row.left_over)} à recevoir.`;
  if (!feed.positions.has('quantity')) return `${start} retournée${many} ${are} retirée${many} des ventes.`;
  return `${start} retournée${many} ${are} retirée${many} de ${pieces(row.left_over + row.off)} vendues.`;
}
