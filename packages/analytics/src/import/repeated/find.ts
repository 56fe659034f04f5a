import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import type { Staged } from '../staged.ts';
import { compareNames, seriesOf } from './series.ts';

export type RepeatableKind = 'sales' | 'stock' | 'orders';

/** Files that say the same lines, the oldest first: of sales by their days, of others by their names. */
export interface Repeated {
  kind: RepeatableKind;
  files: Staged[];
  /** Sales of which the days have the same pieces, in other lines: by shop and for the chain, by size and without. The most detailed file comes last. */
  otherwise?: boolean;
}

/** The kinds whose lines add up, and what makes two lines of two files the same one. */
const SAME_LINE: Record<RepeatableKind, readonly string[]> = {
  sales: [
    ...['date', 'item_group_id', 'item_id', 'size', 'location_code', 'ticket', 'ticket_line'],
    ...['quantity', 'amount', 'unit_price', 'base_amount', 'base_unit_price'],
  ],
  stock: ['date', 'item_group_id', 'item_id', 'size', 'inventory_code'],
  orders: ['expected_date', 'item_group_id', 'item_id', 'size', 'inventory_code'],
};

/** Sales are said twice when nearly all lines of the shared days are the same; counts, when half of the articles are. */
const ENOUGH: Record<RepeatableKind, { share: number; lines: number }> = {
  sales: { share: 0.8, lines: 10 },
  stock: { share: 0.5, lines: 3 },
  orders: { share: 0.5, lines: 3 },
};

/**
 * Sales in other lines are the same where nearly all shared days have as many pieces: so many that chance does not make
 * them equal, and not the same ones every day.
 */
const SAME_DAYS = { share: 0.8, lines: 5, pieces: 10, counts: 3 };

/** Of larger deliveries, a part of the lines is compared: those of the same words are all in it or all out. */
const COMPARED_ROWS = 2_000_000;

/** Two files of a kind, by their places among those compared, with the same lines and all lines of the smaller one. */
interface Pair {
  left: number;
  right: number;
  same: number;
  lines: number;
}

async function countRows(session: Session, files: readonly Staged[]): Promise<number> {
  const counts = files.map(({ table }) => `(SELECT count(*) FROM ${quoteIdentifier(table)})`);
  const [row] = await session.rows<{ rows: number }>(`SELECT (${counts.join(' + ')})::DOUBLE AS rows`);
  return row?.rows ?? 0;
}

async function comparePairs(
  session: Session,
  kind: RepeatableKind,
  files: readonly Staged[],
): Promise<Pair[]> {
  const parts = Math.ceil((await countRows(session, files)) / COMPARED_ROWS);
  const words = SAME_LINE[kind].map(quoteIdentifier);
  const day = kind === 'sales' ? 'date' : 'NULL::DATE';
  const lines = files.map(
    ({ table }, index) =>
      `SELECT ${index} AS file, ${day} AS day, hash(${words.join(', ')}) AS line FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  const drawn = parts > 1 ? `WHERE line % ${parts} = 0` : '';
  return session.rows<Pair>(`
    WITH line AS (SELECT file, day, line, count(*) AS lines FROM (${lines.join(' UNION ALL ')}) ${drawn} GROUP BY ALL),
    same AS (SELECT a.file AS "left", b.file AS "right", sum(least(a.lines, b.lines)) AS same
      FROM line a JOIN line b ON a.line = b.line AND a.day IS NOT DISTINCT FROM b.day AND a.file < b.file GROUP BY ALL),
    daily AS (SELECT file, day, sum(lines) AS lines FROM line GROUP BY ALL)
    SELECT "left", "right", same::DOUBLE AS same, least(sum(a.lines), sum(b.lines))::DOUBLE AS lines
    FROM same JOIN daily a ON a.file = "left" JOIN daily b ON b.file = "right" AND b.day IS NOT DISTINCT FROM a.day
    GROUP BY ALL ORDER BY 1, 2`);
}

/** The same of days, whose pieces are as many. */
async function compareDays(session: Session, files: readonly Staged[]): Promise<Pair[]> {
  const days = files.map(
    ({ table }, index) =>
      `SELECT ${index} AS file, date, sum(quantity) AS pieces FROM ${quoteIdentifier(table)} WHERE NOT refused GROUP BY ALL`,
  );
  return session.rows<Pair>(`WITH day AS (${days.join(' UNION ALL ')})
    SELECT a.file AS "left", b.file AS "right", count_if(a.pieces = b.pieces)::DOUBLE AS same, count(*)::DOUBLE AS lines
    FROM day a JOIN day b ON a.date = b.date AND a.file < b.file
    GROUP BY ALL HAVING avg(a.pieces) >= ${SAME_DAYS.pieces} AND count(DISTINCT a.pieces) >= ${SAME_DAYS.counts} ORDER BY 1, 2`);
}

/** Whether two files may say the same: of counts, those of one series, as places and depots have their own files. */
function mayRepeat(kind: RepeatableKind, left: Staged, right: Staged): boolean {
  const [one, other] = [left.feed.source.name, right.feed.source.name];
  return one !== other && (kind === 'sales' || seriesOf(one) === seriesOf(other));
}

interface Span {
  first: string;
  last: string;
}

/** The first and last day of each file of sales. */
async function spansOf(session: Session, files: readonly Staged[]): Promise<Map<Staged, Span>> {
  const found = new Map<Staged, Span>();
  for (const file of files) {
    const [row] = await session.rows<{ first: string | null; last: string | null }>(
      `SELECT min(date)::VARCHAR AS first, max(date)::VARCHAR AS last FROM ${quoteIdentifier(file.table)} WHERE NOT refused`,
    );
    if (row?.first && row.last) found.set(file, { first: row.first, last: row.last });
  }
  return found;
}

/** The files of which another has days: the others cost no comparison. */
function sharingDays(spans: ReadonlyMap<Staged, Span>): Staged[] {
  const all = [...spans];
  const meet = (one: Span, other: Span): boolean => one.first <= other.last && other.first <= one.last;
  return all.flatMap(([file, span]) =>
    all.some(([other, its]) => other !== file && meet(span, its)) ? [file] : [],
  );
}

/** Sales by the last day that they say, then all by their names. */
function ordered(files: readonly Staged[], spans: ReadonlyMap<Staged, Span>): Staged[] {
  const last = (file: Staged): string => spans.get(file)?.last ?? '';
  return files.toSorted(
    (left, right) =>
      last(left).localeCompare(last(right)) || compareNames(left.feed.source.name, right.feed.source.name),
  );
}

/** The files that pairs join, together. */
function groupsOf(count: number, pairs: readonly Pair[]): number[][] {
  const group = Array.from({ length: count }, (_, index) => index);
  for (const { left, right } of pairs) {
    const [from, to] = [group[right], group[left]];
    for (const [index, own] of group.entries()) if (own === from) group[index] = to ?? own;
  }
  return [...new Set(group)].map((own) => [...group.keys()].filter((index) => group[index] === own));
}

/** The files of a delivery that say the same lines, which would be counted as often as they are said. */
export async function findRepeated(session: Session, staged: readonly Staged[]): Promise<Repeated[]> {
  const found: Repeated[] = [];
  for (const kind of ['sales', 'stock', 'orders'] as const) {
    const own = staged.filter(({ feed, correction }) => feed.kind === kind && correction === null);
    const names = new Set(own.map(({ feed }) => feed.source.name));
    if (names.size < 2) continue;
    const spans = kind === 'sales' ? await spansOf(session, own) : new Map<Staged, Span>();
    const files = kind === 'sales' ? sharingDays(spans) : own;
    const groups = groupsIn(files, await samePairs(session, kind, files));
    for (const group of groups) found.push({ kind, files: ordered(group, spans) });
    if (kind === 'sales' && groups.length === 0) found.push(...(await saidOtherwise(session, files)));
  }
  return found;
}

const isEnough = ({ same, lines }: Pair, enough: { share: number; lines: number }): boolean =>
  same >= enough.lines && same >= enough.share * lines;

/** The pairs of files with the same lines. */
async function samePairs(session: Session, kind: RepeatableKind, files: readonly Staged[]): Promise<Pair[]> {
  if (files.length < 2) return [];
  return (await comparePairs(session, kind, files)).filter((pair) => {
    const [one, other] = [files[pair.left], files[pair.right]];
    return isEnough(pair, ENOUGH[kind]) && one && other && mayRepeat(kind, one, other);
  });
}

/** How many columns of a file of sales say more than the day and the product. */
function detailOf({ feed }: Staged): number {
  return ['location_code', 'size', 'item_id', 'ticket'].filter((name) => feed.positions.has(name)).length;
}

/** Files of sales with the same pieces a day in other lines, those with the fewest lines first. */
async function saidOtherwise(session: Session, files: readonly Staged[]): Promise<Repeated[]> {
  if (files.length < 2) return [];
  const pairs = (await compareDays(session, files)).filter((pair) => {
    const [one, other] = [files[pair.left], files[pair.right]];
    return isEnough(pair, SAME_DAYS) && one && other && mayRepeat('sales', one, other);
  });
  const found: Repeated[] = [];
  for (const group of groupsIn(files, pairs)) {
    const counts = new Map<Staged, number>();
    for (const file of group) counts.set(file, await countRows(session, [file]));
    const rows = (file: Staged): number => counts.get(file) ?? 0;
    const byDetail = group.toSorted(
      (left, right) => rows(left) - rows(right) || detailOf(left) - detailOf(right),
    );
    found.push({ kind: 'sales', files: byDetail, otherwise: true });
  }
  return found;
}

function groupsIn(files: readonly Staged[], pairs: readonly Pair[]): Staged[][] {
  return groupsOf(files.length, pairs)
    .filter(({ length }) => length > 1)
    .map((group) => group.flatMap((index) => files[index] ?? []));
}
