import type { Import, RouteOutput, WarehouseVersion } from '@palier/contract';
import {
  formatCompactMoney,
  formatDate,
  formatQuantity,
  openQuestions,
  parseDay,
  questionKey,
} from '@palier/domain';
import { countOf } from '../../../lib/french.ts';
import type { ImportReport } from './columns.ts';

export type Effect = NonNullable<ImportReport['effect']>;
export type Measure = keyof Effect['months'][number]['cells'][number];

export const measures: readonly { value: Measure; label: string }[] = [
  { value: 'revenue', label: 'CA TTC' },
  { value: 'quantity', label: 'Pièces' },
  { value: 'stock', label: 'Stock' },
];

/** Headings of the table by place: those shown, the others together, the total. */
export function placeHeadings({ places, other_count }: Effect): string[] {
  const others = other_count > 0 ? [countOf(other_count, 'autre', 'autres')] : [];
  return [...places.map(({ name }) => name), ...others, 'Total'];
}

/** The currency of each column of the table: a place's own, the organisation's for several together. */
export function placeCurrencies({ places, other_count }: Effect, own: string): string[] {
  const together = other_count > 0 ? [own, own] : [own];
  return [...places.map(({ currency }) => currency ?? own), ...together];
}

/** Sales in other currencies than the organisation's, which no total adds to hers. */
export function otherAmounts({ amounts, currency }: ImportReport): ImportReport['amounts'] {
  return amounts.filter((amount) => amount.currency !== currency);
}

/** Months to show for a measure: those that have it, before or after. */
export function monthsWith({ months: rows }: Effect, measure: Measure): Effect['months'] {
  return rows.filter(({ cells }) => cells.some((cell) => cell[measure].some((value) => value !== 0)));
}

/** A measure of several cells together, before and after. */
export function sumOf(cells: readonly Effect['months'][number]['cells'][number][], measure: Measure) {
  return cells.reduce<[number, number]>(
    ([before, after], cell) => [before + cell[measure][0], after + cell[measure][1]],
    [0, 0],
  );
}

export function measureFormat(measure: Measure, currency: string): (value: number) => string {
  return measure === 'revenue' ? (value) => formatCompactMoney(value, currency) : formatQuantity;
}

/** Lines that the import would keep, of how many files. */
export function keptRows(report: ImportReport): { rows: number; files: number } {
  return {
    rows: report.files.reduce((sum, file) => sum + file.rows_kept, 0),
    files: new Set(report.files.filter(({ rows_kept }) => rows_kept > 0).map(({ file }) => file)).size,
  };
}

export type Question = ImportReport['questions'][number];

/** The answer in force for each question: what was chosen on the screen, else what the check was read with. */
export function answersOf(item: Pick<Import, 'answers'>, chosen: Readonly<Record<string, string>>) {
  return { ...item.answers, ...chosen };
}

/**
 * The questions of a check as they are shown: each by itself, and together those files of new layouts that nothing
 * speaks against. What was read of a file is looked at once nothing else of it is asked.
 */
export function shownQuestions(
  questions: readonly Question[],
  answers: Readonly<Record<string, string>>,
): { single: Question[]; looks: Question[] } {
  const others = questions.filter(({ code }) => code !== 'reading');
  const open = new Set(openQuestions(others, answers).map(({ file }) => file));
  const shown = questions.filter(({ code, file }) => code !== 'reading' || !open.has(file));
  const isPlain = ({ code, doubts }: Question): boolean => code === 'reading' && !doubts?.length;
  return { single: shown.filter((question) => !isPlain(question)), looks: shown.filter(isPlain) };
}

/** The answers with another one: what was read of a file that is then read in another way is to be looked at again. */
export function withAnswer(
  item: Pick<Import, 'answers'>,
  chosen: Readonly<Record<string, string>>,
  question: Question,
  value: string,
): Record<string, string> {
  const look = questionKey('reading', question.file);
  const isAnew = question.key !== look && changesReading(question, item, value);
  return { ...chosen, [question.key]: value, ...(isAnew && answersOf(item, chosen)[look] && { [look]: '' }) };
}

export const CERTAINTIES = { open: 'à décider', likely: 'probable', sure: 'certaine' } as const;
export type Certainty = keyof typeof CERTAINTIES;

/**
 * How sure the reading of a file is. open: what it holds is still asked. likely: its kind is known, something else of it
 * is asked. sure: nothing of it was in doubt, or all of it was answered.
 */
export function certaintyOf(file: string, open: readonly Question[]): Certainty {
  // What would be removed is not of how the file is read.
  const asked = open.filter((question) => question.file === file && question.code !== 'removal');
  if (asked.some(({ code }) => code === 'kind' || code === 'heading_row')) return 'open';
  return asked.length > 0 ? 'likely' : 'sure';
}

/** Whether an answer asks for another reading than the one on the screen. */
export function changesReading(
  { key, choices }: Question,
  item: Pick<Import, 'answers'>,
  value: string,
): boolean {
  return value !== (item.answers[key] ?? choices[0]?.value);
}

export type Difference = RouteOutput<'warehouse_versions.difference'>;

const weekdays = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const days = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long' });

/** « Lundi 29 juin à 06:10 ». */
export function versionName({ published_at }: Pick<WarehouseVersion, 'published_at'>): string {
  const name = weekdays.format(new Date(published_at));
  return `${name.charAt(0).toLocaleUpperCase('fr-FR')}${name.slice(1)}`;
}

/** « 29 juin », with the hour when another version is of the same day. */
export function versionDay(version: WarehouseVersion, all: readonly WarehouseVersion[]): string {
  const date = new Date(version.published_at);
  const day = days.format(date);
  const sameDay = all.filter(({ published_at }) => days.format(new Date(published_at)) === day).length > 1;
  const hour = date.toLocaleTimeString('fr-FR', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return sameDay ? `${day} à ${hour}` : day;
}

/** What a version is, in a line: products, last sales, who and what made it. */
export function versionNote(version: WarehouseVersion, all: readonly WarehouseVersion[]): string {
  const { figures, published_by, restored_from, mode, rows_rejected } = version;
  const from = all.find((other) => other.version === restored_from);
  const made =
    restored_from !== null
      ? `retour à la version ${from ? `du ${versionDay(from, all)}` : restored_from}`
      : mode === 'full'
        ? 'remplacement'
        : 'import';
  const sales = parseDay(figures.last_sale_date) ? [`ventes au ${formatDate(figures.last_sale_date)}`] : [];
  const refused = rows_rejected ? [countOf(rows_rejected, 'ligne refusée', 'lignes refusées')] : [];
  return [
    countOf(figures.item_group_count, 'produit', 'produits'),
    ...sales,
    `${made} par ${published_by}`,
    ...refused,
  ].join(' · ');
}

/** What was in place before the import that made the version in place; null when another one was published since. */
export function versionBefore(
  versions: readonly WarehouseVersion[],
  importId: string,
): WarehouseVersion | null {
  const at = versions.findIndex(({ is_current, import_id }) => is_current && import_id === importId);
  return at < 0 ? null : (versions[at + 1] ?? null);
}
