import { join } from 'node:path';
import { type ImportAnswers, openQuestions } from '@palier/domain';
import { openDatabase } from '../../src/database/database.ts';
import type { ImportReport } from '../../src/import/types.ts';
import { attachWarehouse } from '../../src/warehouse/previous.ts';
import type { Desk } from '../files.ts';
import type { Unseen } from './sheet.ts';

/**
 * What becomes of a file whose rows, where they are shown before they are kept, are said to be what it says. Wrong,
 * looked at: they are not, and whoever looks may see it.
 */
export type Outcome = 'right' | 'wrong, looked at' | 'asked' | 'refused' | 'wrong in silence';

const round = (value: number | null): number => Math.round((value ?? 0) * 100) / 100;

type Read = ImportReport['files'][number];

/** What the sheets of a file come to together. */
const added = (files: readonly Read[], figure: (file: Read) => number | null): number =>
  round(files.reduce((sum, file) => sum + (figure(file) ?? 0), 0));

/** What a version holds: the sum of its list prices, and every code that its rows are of. */
interface Held {
  list: number;
  codes: ReadonlySet<string>;
}

function judge(wanted: Unseen, report: ImportReport, held: Held): 'right' | 'refused' | 'wrong in silence' {
  const { kind, units, amount, list, dates, currency, code } = wanted;
  // What is of no kind that Palier keeps is rightly left out.
  const isLeft = report.files.every(({ rows_kept }) => rows_kept === 0);
  if (kind === null) return isLeft ? 'right' : 'wrong in silence';
  if (isLeft) return 'refused';
  const own = report.files.filter((file) => file.kind === kind);
  const [first] = own;
  if (!first || report.files.some((file) => file.kind !== kind && !beside(kind, file.kind)))
    return 'wrong in silence';
  const counted = kind === 'items' ? report.files.filter((file) => file.kind === 'stock') : own;
  const isRight =
    (units === undefined || added(counted, ({ total_quantity }) => total_quantity) === units) &&
    (amount === undefined ||
      added(own, ({ total_amount }) => total_amount) === amount ||
      isTaxed(own, report, amount)) &&
    (list === undefined || round(held.list) === list) &&
    (dates === undefined || (first.first_date === dates[0] && first.last_date === dates[1])) &&
    (currency === undefined || (first.currency ?? report.currency) === currency) &&
    (code === undefined || held.codes.has(code));
  return isRight ? 'right' : 'wrong in silence';
}

/** Whether amounts that were read without taxes come to the same with them, to the cent of each row. */
const isTaxed = (own: readonly Read[], { totals }: ImportReport, amount: number): boolean =>
  own.some(({ amount_tax }) => amount_tax === 'excl') &&
  Math.abs((totals.sale_amount ?? 0) - amount) <= 0.01 * added(own, ({ rows_kept }) => rows_kept);

/** A list of articles may bring its stock, sales theirs, a stock what it describes, and reduced prices are prices. */
const beside = (kind: string, other: string): boolean =>
  (other === 'stock' && kind !== 'orders') ||
  (kind === 'items' && other === 'prices') ||
  (kind === 'stock' && other === 'items');

const CODED = ['item_group', 'item', 'sale', 'stock', 'price', 'order', 'forecast'] as const;

/** What a version holds; nothing where none was written. */
async function heldBy({ folder }: Desk, version: string | null): Promise<Held> {
  if (version === null) return { list: 0, codes: new Set() };
  const database = await openDatabase({ temp_folder: join(folder, 'look'), memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      const [priced] = await session.rows<{
        sum: number;
      }>(`SELECT coalesce((SELECT sum(price) FROM w_item_group), 0)
        + coalesce((SELECT sum(price) FROM w_price WHERE price_list_id = ''), 0) AS sum`);
      const codes = await session.rows<{ code: string }>(
        CODED.flatMap((table) =>
          ['item_group_id', ...(table === 'item_group' ? [] : ['item_id'])].map(
            (column) => `SELECT ${column} AS code FROM "w_${table}" WHERE ${column} IS NOT NULL`,
          ),
        ).join(' UNION '),
      );
      return { list: priced?.sum ?? 0, codes: new Set(codes.map(({ code }) => code)) };
    });
  } finally {
    database.close();
  }
}

/** Readings of a file that are tried until one is right: of a question after another, each of its answers. */
const MOST_TRIED = 40;

/** A reading of a file, and what it comes to. */
interface Tried {
  answers: ImportAnswers;
  outcome: Outcome;
  report: ImportReport;
  /** Whether its rows are shown before they are kept. */
  looked: boolean;
}

/** Sends the file, as the first one of an organisation, with those answers. */
async function tryAnswers(newDesk: NewDesk, wanted: Unseen, given: ImportAnswers): Promise<Tried> {
  const desk = await newDesk();
  const answers = { 'reading:*': 'confirm', ...given };
  const { report, folder } = await desk.send([await desk.put(wanted.name, wanted.text)], {
    mapping: { accept_likely: false, answers },
    today: '2026-07-06',
    looks: true,
  });
  const isOpen = openQuestions(report.questions, answers).length > 0;
  const outcome = isOpen ? 'asked' : judge(wanted, report, await heldBy(desk, folder));
  const looked = report.questions.some(({ code }) => code === 'reading');
  return {
    ...{ answers: given, report, looked },
    outcome: outcome === 'wrong in silence' && looked ? 'wrong, looked at' : outcome,
  };
}

type NewDesk = () => Promise<Desk>;

/**
 * Whether a person who knows the file and answers what is asked comes to its totals: every answer is tried, of one
 * question after another. @returns the questions answered on the shortest way, or null where no answers lead there
 */
async function wayOut(newDesk: NewDesk, wanted: Unseen, first: Tried): Promise<string[] | null> {
  const waiting = [first];
  let tried = 0;
  for (let here = waiting.shift(); here; here = waiting.shift()) {
    const [question] = openQuestions(here.report.questions, here.answers);
    for (const { value } of question?.choices ?? []) {
      if (!question || tried === MOST_TRIED) return null;
      tried += 1;
      const next = await tryAnswers(newDesk, wanted, { ...here.answers, [question.key]: value });
      if (next.outcome === 'right')
        return Object.entries(next.answers).map(([key, answer]) => `${key} = ${answer}`);
      if (next.outcome === 'asked') waiting.push(next);
    }
  }
  return null;
}

/** What is said of a file's reading, for whoever mends it. */
function saidOf(wanted: Unseen, report: ImportReport): string {
  const said = [
    ...report.files.map(
      ({ kind, rows_kept, total_quantity, total_amount, first_date, last_date }) =>
        `${kind} ${rows_kept} ${total_quantity} ${total_amount} ${first_date} ${last_date}`,
    ),
    ...report.ignored_files.map(({ reason }) => reason),
    ...report.questions.flatMap(({ code, text, choices }) =>
      code === 'reading' ? [] : [`${code} ${text} ${choices.map(({ value }) => value)}`],
    ),
    ...report.errors.slice(0, 2).map(({ column, value, reason }) => `${column} ${value} ${reason}`),
  ];
  return `want ${wanted.kind} ${wanted.units} ${wanted.amount} ${wanted.list} ${wanted.dates} | ${said.join(' | ')}`;
}

/** What becomes of a file; of one that is asked about, also whether some answers lead to its totals. */
export interface Judged {
  outcome: Outcome | 'asked in vain';
  said: string;
  /** The answers that lead to its totals, where they were not known. */
  way: string[];
  /** Whether its rows were shown before they were kept. */
  looked: boolean;
}

/** What becomes of a file at its first reading, before anything else than its looks is answered. */
export async function firstOutcome(wanted: Unseen, newDesk: NewDesk): Promise<Judged> {
  const { outcome, report, looked } = await tryAnswers(newDesk, wanted, {});
  return { outcome, said: saidOf(wanted, report), way: [], looked };
}

/**
 * What becomes of a file, and what was said of it; of one that is asked about, once answered.
 * @param known answers that led to its totals before
 */
export async function outcomeOf(
  wanted: Unseen,
  newDesk: NewDesk,
  known: ImportAnswers | undefined,
): Promise<Judged> {
  const first = await tryAnswers(newDesk, wanted, {});
  const isKnown = known !== undefined && (await tryAnswers(newDesk, wanted, known)).outcome === 'right';
  const way = first.outcome === 'asked' && !isKnown ? await wayOut(newDesk, wanted, first) : [];
  return {
    outcome: way === null ? 'asked in vain' : first.outcome,
    ...{ said: saidOf(wanted, first.report), way: way ?? [], looked: first.looked },
  };
}
