import {
  answerTo,
  countOf,
  formatNumber,
  formatQuantity,
  type ImportQuestion,
  questionKey,
  readingOf,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Feed } from './feed.ts';
import {
  OPPOSITE_READINGS,
  OPPOSITE_SIGNS,
  type OppositeReading,
  RETURNED_HEADING,
} from './settled-lines.ts';
import type { Staged } from './staged.ts';

const isReading = (value: string | null | undefined): value is OppositeReading =>
  OPPOSITE_READINGS.some((reading) => reading === value);

const AMOUNTS = ['amount', 'base_amount'] as const;
const PAID_PRICES = new Set(['unit_price', 'base_unit_price']);

/** Whether a column is the price of a piece sold: of one that came back, some tills write it below zero. */
export const isPaidPrice = ({ kind }: Pick<Feed, 'kind'>, { name }: { name: string }): boolean =>
  kind === 'sales' && PAID_PRICES.has(name);

/** Lines that prove that they came back: so many were sold at the same price a piece. */
const PROVED = 0.8;
const CENT = 0.011;
/** A discount that is written as a line of its own takes less than half off its article. */
const FAR_MORE = 2;

function paidBy({ kind, positions, constants }: Feed): (typeof AMOUNTS)[number][] {
  const hasReturns = ['returned_quantity', 'returned_amount'].some((name) => positions.has(name));
  if (kind !== 'sales' || !positions.has('quantity') || hasReturns || constants.has(RETURNED_HEADING))
    return [];
  return AMOUNTS.filter((name) => positions.has(name));
}

/** SQL that is true of a line whose pieces and amount have opposite signs. */
const oppositeSql = (quantity: string, paid: readonly string[]): string =>
  `coalesce((${quantity}) * coalesce(${paid.join(', ')}, 0) < 0, false)`;

/**
 * SQL of a column of sales, the lines whose pieces and amount have opposite signs read as was settled; null where none
 * has. @param quantity the SQL of the pieces.
 */
export function withSignsSql(feed: Feed, name: string, quantity: string): string | null {
  const paid = paidBy(feed);
  if (!feed.opposite || (name !== 'quantity' && !paid.some((amount) => amount === name))) return null;
  const own = name === 'quantity' ? `(${quantity})` : quoteIdentifier(name);
  const read = {
    returned: `-abs(${own})`,
    sold: `abs(${own})`,
    money: name === 'quantity' ? '0' : own,
  }[feed.opposite];
  return `CASE WHEN ${oppositeSql(quantity, paid)} THEN ${read} ELSE ${own} END`;
}

interface Found {
  lines: number;
  /** Of them, those counted below zero: their amounts are above. */
  below: number;
  all: number;
  pieces: number;
  /** Lines of which the same article was sold for as much a piece. */
  proved: number;
  /** Lines of which the same article was sold for far more a piece: they may be discounts. */
  cheap: number;
  /** Pieces and amounts of the whole file in each reading. */
  returned: number;
  sold: number;
  money: number;
  returned_amount: number;
  sold_amount: number;
  amount: number;
  example_pieces: number;
  example_amount: number;
}

async function findOpposite(
  session: Session,
  { table }: Staged,
  paid: readonly string[],
): Promise<Found | null> {
  const rows = quoteIdentifier(table);
  const some = `SELECT 1 FROM ${rows} WHERE NOT refused AND ${oppositeSql('quantity', paid)} LIMIT 1`;
  if ((await session.rows(some)).length === 0) return null;
  const [found] = await session.rows<Found>(`WITH line AS (
      SELECT coalesce(item_id, '') || chr(31) || coalesce(item_group_id, '') || chr(31) || coalesce(size, '') AS code, quantity,
        coalesce(${paid.join(', ')}, 0) AS amount, ${oppositeSql('quantity', paid)} AS opposite
      FROM ${rows} WHERE NOT refused),
    sold AS (SELECT DISTINCT code, amount / quantity AS each FROM line
      WHERE NOT opposite AND amount <> 0 AND quantity <> 0 AND code IN (SELECT code FROM line WHERE opposite))
    SELECT count_if(opposite)::DOUBLE AS lines, count_if(opposite AND quantity < 0)::DOUBLE AS below, count(*)::DOUBLE AS "all",
      coalesce(sum(abs(quantity)) FILTER (opposite), 0)::DOUBLE AS pieces,
      count_if(opposite AND EXISTS (FROM sold s WHERE s.code = line.code AND abs(s.each + line.amount / line.quantity) < ${CENT}))::DOUBLE AS proved,
      count_if(opposite AND EXISTS (FROM sold s WHERE s.code = line.code AND abs(s.each) > ${FAR_MORE} * abs(line.amount / line.quantity)))::DOUBLE AS cheap,
      coalesce(sum(CASE WHEN opposite THEN -abs(quantity) ELSE quantity END), 0)::DOUBLE AS returned,
      coalesce(sum(CASE WHEN opposite THEN abs(quantity) ELSE quantity END), 0)::DOUBLE AS sold,
      coalesce(sum(CASE WHEN opposite THEN 0 ELSE quantity END), 0)::DOUBLE AS money,
      coalesce(sum(CASE WHEN opposite THEN -abs(amount) ELSE amount END), 0)::DOUBLE AS returned_amount,
      coalesce(sum(CASE WHEN opposite THEN abs(amount) ELSE amount END), 0)::DOUBLE AS sold_amount,
      coalesce(sum(amount), 0)::DOUBLE AS amount,
      coalesce(any_value(quantity) FILTER (opposite), 0)::DOUBLE AS example_pieces,
      coalesce(any_value(amount) FILTER (opposite), 0)::DOUBLE AS example_amount
    FROM line`);
  return found && found.lines > 0 ? found : null;
}

/** Most lines of a file are sales, whatever sign its tool gives to pieces. */
const areMost = ({ lines, below, all }: Found): boolean => below > lines / 2 && lines * 2 > all;

/** Whether the prices of the file say that the lines came back. */
const isProved = (found: Found): boolean => !areMost(found) && found.proved >= PROVED * found.lines;

function ask({ source, positions }: Feed, paid: readonly string[], found: Found): ImportQuestion {
  const heading = source.headings[positions.get(paid[0] ?? '') ?? -1] ?? '';
  const total = (pieces: number, amount: number): string =>
    `${formatQuantity(pieces)} pièces, ${formatNumber(amount, 2)} en tout`;
  const choice = (value: OppositeReading, label: string, detail: string) => ({ value, label, detail });
  const returned = choice(
    'returned',
    'Revenues\u202f: retirer leurs pièces et leur montant',
    total(found.returned, found.returned_amount),
  );
  const money = choice(
    'money',
    'Ni vendues ni revenues\u202f: seul le montant compte',
    total(found.money, found.amount),
  );
  const sold = choice(
    'sold',
    'Vendues\u202f: ajouter leurs pièces et leur montant',
    total(found.sold, found.sold_amount),
  );
  const areDiscounts = found.below === 0 && found.cheap >= PROVED * found.lines;
  const usual = areDiscounts ? [money, returned, sold] : [returned, money, sold];
  const lines = found.lines > 1 ? `${formatQuantity(found.lines)} lignes ont` : '1 ligne a';
  const example = `${countOf(found.example_pieces, 'pièce')} pour ${formatNumber(found.example_amount, 2)}`;
  return {
    ...{ key: questionKey('returns', source.name, heading), code: 'returns', file: source.name },
    ...{ column: heading },
    text: `${lines} des pièces et un montant de signes contraires (${example})\u202f: ${found.lines > 1 ? 'sont-elles revenues' : 'est-elle revenue'} ?`,
    choices: areMost(found) ? [sold, money, returned] : usual,
  };
}

const MEANT: Record<OppositeReading, (pieces: string, many: string) => string> = {
  returned: (pieces, many) => `${pieces} revenue${many}, retirée${many} des ventes`,
  sold: (pieces, many) => `${pieces} vendue${many}`,
  money: () => 'seul leur montant compte',
};

function noteOf({ lines, below, pieces }: Found, reading: OppositeReading, isProven: boolean): string {
  const signs =
    below > lines / 2
      ? 'des pièces négatives et un montant positif'
      : 'des pièces positives et un montant négatif';
  const which = lines > 1 ? `${formatQuantity(lines)} lignes comptent` : '1 ligne compte';
  const why = isProven ? ', au prix des ventes' : '';
  return `${which} ${signs}${why}\u202f: ${MEANT[reading](countOf(pieces, 'pièce'), pieces > 1 ? 's' : '')}.`;
}

/**
 * What lines of sales are whose pieces and amount have opposite signs: they came back where their article was sold at
 * that price; else as answered, once for the files of these headings.
 */
export async function settleSigns(session: Session, staged: Staged): Promise<Staged> {
  const { feed } = staged;
  const paid = paidBy(feed);
  const found = paid.length === 0 ? null : await findOpposite(session, staged, paid);
  if (found === null) return staged;
  const kept = feed.constants.get(OPPOSITE_SIGNS);
  const isProven = kept === undefined && isProved(found);
  const known = isReading(kept) ? kept : isProven ? 'returned' : null;
  if (known !== null) {
    const notes = [...(feed.source.notes ?? []), noteOf(found, known, isProven)];
    return { ...staged, feed: { ...feed, opposite: known, source: { ...feed.source, notes } } };
  }
  const question = ask(feed, paid, found);
  const read = readingOf(question, feed.answers);
  const answer = answerTo(question, feed.answers);
  const constants = new Map(feed.constants);
  if (answer !== null) constants.set(OPPOSITE_SIGNS, answer);
  return {
    ...staged,
    questions: [...staged.questions, question],
    feed: { ...feed, constants, ...(isReading(read) && { opposite: read }) },
  };
}
