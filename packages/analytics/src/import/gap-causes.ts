import { formatMoney, formatQuantity } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { FoundGap } from '../warehouse/controls.ts';
import { lineNumbers } from './lines.ts';
import type { Staged } from './staged.ts';

interface Refused {
  rows: number;
  first: number;
  last: number;
  quantity: number | null;
  amount: number | null;
  reason: string | null;
}

/** Condition of rows that are, or could be, of a gap's month and place: what is not read may be of any. */
function mayBeOf({ month, code }: FoundGap, place: string): string {
  const inMonth = `(date IS NULL OR strftime(date, '%Y-%m') = ${quoteText(month)})`;
  return code === null ? inMonth : `${inMonth} AND (${place} IS NULL OR ${place} = ${quoteText(code)})`;
}

async function linesSaid({ feed }: Staged, first: number, last: number): Promise<string> {
  const lines = await lineNumbers(feed.source, [first, last]);
  const [from, to] = [lines.get(first) ?? first + 2, lines.get(last) ?? last + 2].map(formatQuantity);
  return from === to ? `ligne ${from}` : `lignes ${from} à ${to}`;
}

/** Refused rows of a file that could explain a gap: where they are, why, and what they would have brought. */
async function refusedCause(
  session: Session,
  gap: FoundGap,
  staged: Staged,
  currency: string,
): Promise<string[]> {
  const isSales = staged.feed.kind === 'sales';
  const place = isSales ? 'location_code' : 'inventory_code';
  const amount = isSales ? 'sum(coalesce(amount, quantity * unit_price))' : 'NULL';
  const [row] = await session.rows<Refused>(`
    SELECT count(*)::INTEGER AS rows, min(position)::INTEGER AS first, max(position)::INTEGER AS last,
      sum(quantity)::DOUBLE AS quantity, ${amount}::DOUBLE AS amount,
      (SELECT p.reason FROM (SELECT unnest(problems) AS p, position FROM ${quoteIdentifier(staged.doubts)} WHERE refused) WHERE p.refuses ORDER BY position LIMIT 1) AS reason
    FROM ${quoteIdentifier(staged.table)} WHERE refused AND ${mayBeOf(gap, place)}`);
  if (!row || row.rows === 0) return [];
  const brought =
    gap.measure === 'revenue' && row.amount
      ? ` pour ${formatMoney(row.amount, currency)}`
      : row.quantity
        ? ` pour ${formatQuantity(row.quantity)} pièces`
        : '';
  const count = row.rows === 1 ? '1 ligne refusée' : `${formatQuantity(row.rows)} lignes refusées`;
  const where = await linesSaid(staged, row.first, row.last);
  const why = row.reason === null ? '' : ` : ${row.reason}`;
  return [`${staged.feed.source.name}, ${where} : ${count}${brought}${why}`];
}

/** Rows that came several times, identical, and add up. */
async function copiesCause(session: Session, gap: FoundGap): Promise<string[]> {
  const table = gap.measure === 'stock' ? 'new_stock' : 'new_sale';
  const place = gap.measure === 'stock' ? 'inventory_code' : 'location_code';
  const [row] = await session.rows<{ rows: number; quantity: number }>(`
    SELECT coalesce(sum(copies - 1), 0)::INTEGER AS rows, coalesce(sum(quantity - quantity / copies), 0)::DOUBLE AS quantity
    FROM ${table} WHERE copies > 1 AND ${mayBeOf(gap, place)}`);
  if (!row || row.rows === 0 || gap.found < gap.expected) return [];
  return [
    `${formatQuantity(row.rows)} ${row.rows === 1 ? 'ligne identique à une autre, comptée' : 'lignes identiques à d’autres, comptées'} pour ${formatQuantity(row.quantity)} pièces`,
  ];
}

/** Gaps with the files and rows that could explain them (views `new_*`). */
export async function explainGaps(
  session: Session,
  gaps: readonly FoundGap[],
  staged: readonly Staged[],
  currency: string,
): Promise<void> {
  for (const gap of gaps) {
    const kind = gap.measure === 'stock' ? 'stock' : 'sales';
    for (const table of staged.filter(({ feed }) => feed.kind === kind))
      gap.causes.push(...(await refusedCause(session, gap, table, currency)));
    gap.causes.push(...(await copiesCause(session, gap)));
  }
}
