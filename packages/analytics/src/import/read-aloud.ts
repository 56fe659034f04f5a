import {
  countOf,
  formatMoney,
  formatQuantity,
  IMPORT_KIND_LABELS,
  type ImportQuestion,
  spellText,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { Feed } from './feed.ts';
import { type Row, rowSaid } from './read-aloud-rows.ts';
import { headingList } from './recognition/ask.ts';
import { SUBHEAD_HEADING } from './shapes/rewriter.ts';
import { ownColumns } from './source.ts';
import type { Staged } from './staged.ts';
import type { FileKind, KindReport } from './types.ts';

/** What is said of a row, in the columns of each kind; of a kind left out, each of its columns. */
const COLUMNS: Partial<Record<FileKind, Partial<Record<keyof Row, string>>>> = {
  sales: {
    ...{ place: 'location_code', date: 'date', count: 'quantity', currency: 'currency' },
    money: 'coalesce(amount, quantity * unit_price, base_amount, quantity * base_unit_price)',
  },
  stock: { place: 'inventory_code', date: 'date', count: 'quantity' },
  orders: { place: 'inventory_code', date: 'expected_date', count: 'quantity' },
  prices: { date: 'from_date', money: 'coalesce(price, base_price, reduced_price)', currency: 'currency' },
  items: {
    name: 'coalesce(title, name)',
    money: 'coalesce(price, base_price)',
    currency: 'currency',
    cost: 'cost',
  },
};

const TYPES: Partial<Record<keyof Row, string>> = {
  ...{ date: 'DATE', count: 'DOUBLE', money: 'DOUBLE', cost: 'DOUBLE' },
};

/** What a file counts, under its own headings. */
const COUNTED: readonly (readonly [name: string, columns: readonly string[]])[] = [
  ['pièces', ['quantity', 'stock_qty']],
  ['pièces rendues', ['returned_quantity']],
  ['montant', ['amount', 'revenue']],
  ['montant hors taxes', ['base_amount']],
  ['prix', ['price', 'unit_price']],
  ['prix hors taxes', ['base_price', 'base_unit_price']],
  ['prix soldé', ['reduced_price']],
  ['coût', ['cost']],
  ['jour', ['date', 'from_date', 'expected_date']],
  ['période', ['year', 'month_number', 'day_number']],
];

/** Which of the file's columns is which figure. */
function countedSaid({ feed: { source, positions } }: Staged): string[] {
  const counted = COUNTED.flatMap(([name, columns]) => {
    const read = columns.flatMap((column) => source.headings[positions.get(column) ?? -1] ?? []);
    return read.length > 0 ? [`${name}\u202f: ${headingList(read)}`] : [];
  });
  return counted.length > 0 ? [`${capital(counted.join('\u202f; '))}.`] : [];
}

/** The columns of a file that are in no figure. */
function othersSaid(feeds: readonly Feed[]): string[] {
  const headings = feeds[0]?.source.headings ?? [];
  const kept = feeds.flatMap(({ attributes }) => [...attributes.values()]);
  const taken = new Set([...feeds.flatMap(({ positions }) => [...positions.values()]), ...kept]);
  const left = ownColumns(headings).filter(
    (position) => !taken.has(position) && headings[position] !== SUBHEAD_HEADING,
  );
  const named = (places: readonly number[]): string => headingList(places.map((at) => headings[at] ?? ''));
  return [
    ...(kept.length > 0 ? [`Gardées telles quelles\u202f: ${named(kept)}.`] : []),
    ...(left.length > 0 ? [`Sans emploi\u202f: ${named(left)}.`] : []),
  ];
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('fr-FR') + text.slice(1);

/** Its first row that is kept, the one in its middle and its last. */
async function rowsSaid(session: Session, { feed, table }: Staged): Promise<Row[]> {
  const columns = COLUMNS[feed.kind];
  const value = (name: keyof Row): string =>
    `${columns?.[name] ?? 'NULL'}::${TYPES[name] ?? 'VARCHAR'}${name === 'date' ? '::VARCHAR' : ''} AS "${name}"`;
  const wanted = (['place', 'date', 'count', 'money', 'currency', 'name', 'cost'] as const).map(value);
  const names = columns ? ['coalesce(item_group_id, item_id) AS code', 'size', ...wanted] : ownSaid(feed);
  const from = `FROM ${quoteIdentifier(table)} WHERE NOT refused`;
  const at = (which: string, order: string): string =>
    `(SELECT position, ${names.join(', ')} ${from}${which} ORDER BY position ${order} LIMIT 1)`;
  const middle = ` AND position >= (SELECT (min(position) + max(position)) // 2 ${from})`;
  return session.rows<Row>(
    `SELECT * EXCLUDE (position) FROM (${at('', 'ASC')} UNION ${at(middle, 'ASC')} UNION ${at('', 'DESC')}) ORDER BY position`,
  );
}

/** Every column of a kind that has no sentence of its own, under the file's headings. */
function ownSaid({ source, positions }: Staged['feed']): string[] {
  const cells = [...positions].map(
    ([column, at]) =>
      `'« ' || ${quoteText(source.headings[at] ?? '')} || ' » ' || ${quoteIdentifier(column)}::VARCHAR`,
  );
  return [`concat_ws(', ', ${cells.join(', ')}) AS own`];
}

interface Counts {
  products: number | null;
  places: number | null;
}

/** How many products and places the rows kept are of. */
async function countsOf(session: Session, { feed, table }: Staged): Promise<Counts> {
  const { positions, kind } = feed;
  const hasProducts = COLUMNS[kind] !== undefined;
  const place = COLUMNS[kind]?.place;
  const count = (isThere: boolean, sql: string): string => (isThere ? `count(DISTINCT ${sql})` : 'NULL');
  const [found] = await session.rows<Counts>(`SELECT
    ${count(hasProducts, 'coalesce(item_group_id, item_id)')} AS products,
    ${count(place !== undefined && positions.has(place), place ?? '')} AS places
    FROM ${quoteIdentifier(table)} WHERE NOT refused`);
  return found ?? { products: null, places: null };
}

/** The rows of a file as they were read, in plain French, and what they come to. */
async function readAloud(
  session: Session,
  staged: Staged,
  file: KindReport,
  usual: string,
): Promise<string[]> {
  const { kind } = file;
  const hasMoney = kind === 'sales' || kind === 'prices' || kind === 'items';
  const taxes = file.amount_tax === 'excl' ? ' HT' : hasMoney ? taxesOf(staged) : '';
  const rows = await rowsSaid(session, staged);
  const { products, places } = await countsOf(session, staged);
  const counts = [
    countOf(file.rows_kept, 'ligne'),
    ...(products === null ? [] : [countOf(products, 'produit')]),
    ...(places === null ? [] : [countOf(places, 'lieu', 'lieux')]),
  ];
  const period = file.first_date === null ? [] : [spellText(file.first_date, file.last_date)];
  const pieces = file.total_quantity === null ? [] : [`${formatQuantity(file.total_quantity)} pièces`];
  const amounts = [{ amount: file.total_amount, currency: file.currency }, ...file.other_amounts].flatMap(
    ({ amount, currency }) => (amount === null ? [] : [formatMoney(amount, currency ?? usual) + taxes]),
  );
  const amount = amounts.length > 0 ? [amounts.join(' et ')] : [];
  const all = [...pieces, ...amount, ...period];
  return [
    `${IMPORT_KIND_LABELS[kind]}\u202f: ${counts.join(', ')}.`,
    ...rows.map((row) => `${capital(rowSaid(kind, row, { usual, taxes }))}.`),
    ...(all.length > 0 ? [`En tout\u202f: ${all.join(', ')}.`] : []),
    ...(staged.feed.beside_items ? [] : countedSaid(staged)),
  ];
}

/** « TTC » or « HT », as prices and amounts were read. */
const taxesOf = ({ feed: { positions } }: Staged): string =>
  ['base_amount', 'base_price', 'base_unit_price'].some((name) => positions.has(name)) &&
  !['amount', 'price', 'unit_price'].some((name) => positions.has(name))
    ? ' HT'
    : ' TTC';

/** The questions with the rows that they show. */
export async function withExamples(
  session: Session,
  questions: readonly ImportQuestion[],
  read: { staged: readonly Staged[]; files: readonly KindReport[]; currency: string },
): Promise<ImportQuestion[]> {
  const kept: ImportQuestion[] = [];
  for (const question of questions) {
    if (question.code !== 'reading') {
      kept.push(question);
      continue;
    }
    const own = read.staged.filter(
      ({ feed }, at) => feed.source.name === question.file && (read.files[at]?.rows_kept ?? 0) > 0,
    );
    const said: string[] = [];
    for (const staged of own) {
      const file = read.files[read.staged.indexOf(staged)];
      if (file) said.push(...(await readAloud(session, staged, file, read.currency)));
    }
    const examples = [...new Set([...said, ...othersSaid(own.map(({ feed }) => feed))])];
    if (own.length > 0) kept.push({ ...question, examples });
  }
  return kept;
}
