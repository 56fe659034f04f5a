import type { Import } from '@palier/contract';
import {
  CHECK_TOTALS,
  checkTotalText,
  countOf,
  formatAmounts,
  formatMoney,
  formatQuantity,
  gapSubject,
  gapText,
  hasLikelyChoice,
  IMPORT_KIND_LABELS,
  type ImportQuestion,
  knownTotal,
  monthLabel,
  priceListTitle,
  priceSentences,
  signedSentence,
  spellText,
} from '@palier/domain';

type Report = NonNullable<Import['report']>;
type Cell = NonNullable<Report['effect']>['months'][number]['cells'][number];

/** Rows listed of those refused or in doubt; all of the refused are in the files of the report. */
const LISTED_ROWS = 10;

function fileLine(file: Report['files'][number], currency: string): string {
  const { first_date, last_date, rows_read, rows_kept, rows_rejected } = file;
  const period = first_date === null ? '' : `, ${spellText(first_date, last_date)}`;
  const sums = [
    file.total_quantity !== null && countOf(file.total_quantity, 'pièce'),
    file.total_amount !== null && formatAmounts(file, currency),
  ].filter((part) => part !== false);
  const kept = `${countOf(rows_read, 'ligne')}, ${countOf(rows_kept, 'gardée')}, ${countOf(rows_rejected, 'refusée')}`;
  const rest = sums.length > 0 ? ` ; ${sums.join(', ')}` : '';
  return `  ${file.file} : ${IMPORT_KIND_LABELS[file.kind]}${period} ; ${kept}${rest}`;
}

function change<Value>([before, after]: [Value, Value], format: (value: Value) => string): string {
  return before === after ? `${format(after)} (=)` : `${format(before)} → ${format(after)}`;
}

function cellSaid({ revenue, quantity, stock }: Cell, currency: string): string {
  const money = (value: number): string => formatMoney(value, currency);
  return [
    `CA TTC ${change(revenue, money)}`,
    `pièces ${change(quantity, formatQuantity)}`,
    `stock ${change(stock, formatQuantity)}`,
  ].join(' ; ');
}

function effectLines({ effect, currency }: Report): string[] {
  if (!effect) return [];
  const shown = effect.months.map(({ month }) => month);
  const names = [
    ...effect.places.map(({ name }) => name),
    ...(effect.other_count > 0 ? [`${effect.other_count} autres lieux`] : []),
    'Total',
  ];
  return effect.months.flatMap(({ month, cells }) => [
    `  ${monthLabel(month, shown)}`,
    ...cells.map(
      (cell, index) => `    ${names[index]} : ${cellSaid(cell, effect.places[index]?.currency ?? currency)}`,
    ),
  ]);
}

/** What changes in list prices, and what of it was signed. */
function priceLines({ effect, currency }: Report): string[] {
  if (!effect) return [];
  const lists = effect.prices.flatMap((list) => [
    `  ${priceListTitle(list)}`,
    ...priceSentences(list, currency).flatMap(({ text, examples }) => [
      `    ${text}`,
      ...examples.map((example) => `      ${example}`),
    ]),
  ]);
  return [...lists, ...(effect.signed ? [`  ${signedSentence(effect.signed)}`] : [])];
}

/** All of the organisation's data, before and after. */
function totalLines({ totals, totals_before: before, currency }: Report): string[] {
  return CHECK_TOTALS.map(({ name, label }) => {
    const now = knownTotal(totals, name);
    const then = before ? knownTotal(before, name) : now && 0;
    const values: [number | null, number | null] = [then, now];
    return `  ${label} : ${change(values, (value) => checkTotalText(name, value, currency))}`;
  });
}

function gapLines({ gaps, currency }: Report): string[] {
  return gaps.flatMap((gap) => [
    `  ${gapSubject(gap)} : ${gapText(gap, currency)}.`,
    ...gap.causes.map((cause) => `    ${cause}`),
  ]);
}

function rowLines(rows: Report['errors']): string[] {
  return rows
    .slice(0, LISTED_ROWS)
    .map(({ file, line, column, reason }) => `  ${file}, ligne ${line}, ${column} : ${reason}`);
}

function amountLines({ amounts }: Report): string[] {
  return amounts.map(
    ({ currency, before, after }) =>
      `  CA en ${currency} : ${change([before, after], (value) => formatMoney(value, currency))}`,
  );
}

function questionLines(question: ImportQuestion): string[] {
  const { key, file, text, examples = [], doubts = [], choices } = question;
  const likely = hasLikelyChoice(question) ? 0 : -1;
  return [
    `  ${file} : ${text}`,
    ...[...examples, ...doubts].map((line) => `    ${line}`),
    ...choices.map(
      ({ value, label, detail }, index) =>
        `    ${index === likely ? '(probable) ' : ''}${label}${detail === null ? '' : ` : ${detail}`}  [${JSON.stringify(key)}: ${JSON.stringify(value)}]`,
    ),
  ];
}

/** A part of the text under its title; nothing when it is empty. */
function part(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [title, ...lines] : [];
}

/** What a check found, as the screen shows it: the files, what changes, what counts otherwise, what is in doubt. */
export function sayCheck(report: Report, open: readonly ImportQuestion[]): string {
  const { errors, error_count, warnings, warning_count } = report;
  const ignored = report.ignored_files.map(
    ({ name, reason }) => `  ${name} : ne sera pas importé, ${reason}`,
  );
  return [
    ...part('Fichiers lus', [...report.files.map((file) => fileLine(file, report.currency)), ...ignored]),
    ...part(`Lignes refusées, ${countOf(error_count, 'anomalie')}`, rowLines(errors)),
    ...part(`Lignes à vérifier : ${formatQuantity(warning_count)}`, rowLines(warnings)),
    ...part('Ce qui va changer, par mois et par lieu', effectLines(report)),
    ...part('Prix qui changent', priceLines(report)),
    ...(report.effect ? part('En tout', totalLines(report)) : []),
    ...part('CA par devise', amountLines(report)),
    ...part(
      'Compté autrement que lu',
      report.readings.map((reading) => `  ${reading}`),
    ),
    ...part('Écarts à la caisse', gapLines(report)),
    ...part('À décider', open.flatMap(questionLines)),
  ].join('\n');
}
