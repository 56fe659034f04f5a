import { formatMoney, formatQuantity, type ImportQuestion, spellText } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Staged } from './staged.ts';
import type { FileKind, KindReport } from './types.ts';

/** Rows that are said of a file: its first, the one in its middle and its last. */
const ROWS_SAID = 3;

interface Row {
  code: string | null;
  size: string | null;
  place: string | null;
  date: string | null;
  count: number | null;
  money: number | null;
  currency: string | null;
}

/** What is said of a row, in the columns of each kind; a kind left out is not said. */
const COLUMNS: Partial<Record<FileKind, Partial<Record<keyof Row, string>>>> = {
  sales: {
    ...{ place: 'location_code', date: 'date', count: 'quantity', currency: 'currency' },
    money: 'coalesce(amount, quantity * unit_price, base_amount, quantity * base_unit_price)',
  },
  stock: { place: 'inventory_code', date: 'date', count: 'quantity' },
  orders: { place: 'inventory_code', date: 'expected_date', count: 'quantity' },
  prices: { date: 'from_date', money: 'coalesce(price, base_price, reduced_price)', currency: 'currency' },
};

const TYPES: Partial<Record<keyof Row, string>> = { date: 'DATE', count: 'DOUBLE', money: 'DOUBLE' };

const day = new Intl.DateTimeFormat('fr-FR', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
});
const dayText = (date: string): string => day.format(new Date(`${date}T00:00:00Z`)).replace(/^1 /, '1er ');

interface Said {
  row: Row;
  /** « Robe », its code and its size. */
  what: string;
  price: string | null;
  taxes: string;
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('fr-FR') + text.slice(1);

function saleSaid({ row, what, price, taxes }: Said): string {
  const { count, date, place } = row;
  const isBack = (count ?? 0) < 0;
  const pieces = formatQuantity(Math.abs(count ?? 0));
  const who =
    place === null ? (isBack ? 'retour de' : 'vente de') : `${place} a ${isBack ? 'repris' : 'vendu'}`;
  const when = date === null ? '' : `le ${dayText(date)}, `;
  return `${when}${who} ${pieces} × ${what}${price === null ? ', sans montant' : ` pour ${price}${taxes}`}`;
}

const SENTENCES: Partial<Record<FileKind, (said: Said) => string>> = {
  sales: saleSaid,
  stock: ({ row: { place, date, count }, what }) =>
    `${date === null ? '' : `le ${dayText(date)}, `}${place === null ? 'il y a' : `${place} a`} ${formatQuantity(count)} × ${what}`,
  orders: ({ row: { place, date, count }, what }) =>
    `${date === null ? '' : `le ${dayText(date)}, `}${place ?? 'l’enseigne'} attend ${formatQuantity(count)} × ${what}`,
  prices: ({ row: { date }, what, price, taxes }) =>
    `${date === null ? '' : `à partir du ${dayText(date)}, `}${what} coûte ${price ?? '-'}${taxes}`,
};

async function rowsSaid(session: Session, { feed, table }: Staged): Promise<Row[]> {
  const columns = COLUMNS[feed.kind] ?? {};
  const value = (name: keyof Row): string =>
    `${columns[name] ?? 'NULL'}::${TYPES[name] ?? 'VARCHAR'}${name === 'date' ? '::VARCHAR' : ''} AS "${name}"`;
  const columnsSaid = (['place', 'date', 'count', 'money', 'currency'] as const).map(value).join(', ');
  return session.rows<Row>(`SELECT * EXCLUDE (row_at, all_rows) FROM (
      SELECT coalesce(item_group_id, item_id) AS code, size, ${columnsSaid}, row_number() OVER (ORDER BY position) AS row_at,
        count(*) OVER () AS all_rows FROM ${quoteIdentifier(table)} WHERE NOT refused)
    WHERE row_at IN (1, (all_rows + 1) // 2, all_rows) ORDER BY row_at LIMIT ${ROWS_SAID}`);
}

/** The rows of a file as they were read, in plain French, and what they come to. */
async function readAloud(
  session: Session,
  staged: Staged,
  file: KindReport,
  usual: string,
): Promise<string[]> {
  const sentence = SENTENCES[staged.feed.kind];
  if (!sentence) return [];
  const rows = await rowsSaid(session, staged);
  const taxes = file.amount_tax === 'excl' ? ' HT' : staged.feed.kind === 'stock' ? '' : ' TTC';
  const sentences = rows.map((row) => {
    const what = `${row.code ?? '?'}${row.size === null ? '' : `, taille ${row.size}`}`;
    const price = row.money === null ? null : formatMoney(row.money, row.currency ?? usual);
    return `${capital(sentence({ row, what, price, taxes }))}.`;
  });
  const period = file.first_date === null ? [] : [spellText(file.first_date, file.last_date)];
  const pieces = file.total_quantity === null ? [] : [`${formatQuantity(file.total_quantity)} pièces`];
  const amount =
    file.total_amount === null ? [] : [formatMoney(file.total_amount, file.currency ?? usual) + taxes];
  const all = [...pieces, ...amount, ...period];
  return [...sentences, ...(all.length > 0 ? [`En tout\u202f: ${all.join(', ')}.`] : [])];
}

/** The questions with the rows that they show; of a file that another question is about, what was read is not asked too. */
export async function withExamples(
  session: Session,
  questions: readonly ImportQuestion[],
  read: { staged: readonly Staged[]; files: readonly KindReport[]; currency: string },
): Promise<ImportQuestion[]> {
  const others = new Set(questions.flatMap(({ code, file }) => (code === 'reading' ? [] : [file])));
  const kept: ImportQuestion[] = [];
  for (const question of questions) {
    if (question.code !== 'reading') kept.push(question);
    if (question.code !== 'reading' || others.has(question.file)) continue;
    const at = read.staged.findIndex(({ feed }) => feed.source.name === question.file);
    const [staged, file] = [read.staged[at], read.files[at]];
    if (staged && file && file.rows_kept > 0)
      kept.push({
        ...question,
        examples: [...(await readAloud(session, staged, file, read.currency)), ...(question.examples ?? [])],
      });
  }
  return kept;
}
