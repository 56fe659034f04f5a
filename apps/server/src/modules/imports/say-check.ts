import type { Import } from '@palier/contract';
import {
  formatDate,
  formatMoney,
  formatQuantity,
  formatTold,
  IMPORT_KIND_LABELS,
  type ImportQuestion,
} from '@palier/domain';

type Report = NonNullable<Import['report']>;
type Cell = NonNullable<Report['effect']>['months'][number]['cells'][number];

function fileLine(file: Report['files'][number], currency: string): string {
  const period =
    file.first_date === null ? '' : `, du ${formatDate(file.first_date)} au ${formatDate(file.last_date)}`;
  const sums = [
    file.total_quantity !== null && `${formatQuantity(file.total_quantity)} pièces`,
    file.total_amount !== null && formatTold(file.total_amount, currency, file.amount_tax),
  ].filter((part) => part !== false);
  const kept = `${formatQuantity(file.rows_kept)} lignes gardées, ${formatQuantity(file.rows_rejected)} refusées`;
  const rest = sums.length > 0 ? ` ; ${sums.join(', ')}` : '';
  return `  ${file.file} : ${IMPORT_KIND_LABELS[file.kind].toLocaleLowerCase('fr-FR')}${period} ; ${kept}${rest}`;
}

function change([before, after]: [number, number], format: (value: number) => string): string {
  return before === after ? `${format(after)} (=)` : `${format(before)} → ${format(after)}`;
}

function cellSaid({ revenue, quantity, stock }: Cell, currency: string): string {
  const money = (value: number): string => formatMoney(value, currency);
  return [
    `CA ${change(revenue, money)}`,
    `pièces ${change(quantity, formatQuantity)}`,
    `stock ${change(stock, formatQuantity)}`,
  ].join(' ; ');
}

function effectLines({ effect, currency }: Report): string[] {
  if (!effect) return [];
  return effect.months.flatMap(({ month, cells }) => {
    const names = [
      ...effect.places.map(({ name }) => name),
      ...(effect.other_count > 0 ? [`${effect.other_count} autres lieux`] : []),
      'Total',
    ];
    const lines = cells.map((cell, index) => `    ${names[index]} : ${cellSaid(cell, currency)}`);
    return [`  ${month ?? 'Mois précédents'}`, ...lines];
  });
}

function questionLines({ key, file, text, choices }: ImportQuestion): string[] {
  return [
    `  ${file} : ${text}`,
    ...choices.map(
      ({ value, label, detail }, index) =>
        `    ${index === 0 ? '(probable) ' : ''}${label}${detail === null ? '' : ` : ${detail}`}  ["${key}": "${value}"]`,
    ),
  ];
}

/** What a check found, as lines of text: the files, what changes by month and place, and what is still a question. */
export function sayCheck(report: Report, open: readonly ImportQuestion[]): string {
  const ignored = report.ignored_files.map(({ name, reason }) => `  ${name} : laissé de côté, ${reason}`);
  const refused = report.errors
    .slice(0, 10)
    .map(({ file, line, column, reason }) => `  ${file}, ligne ${line}, ${column} : ${reason}`);
  return [
    'Fichiers lus',
    ...report.files.map((file) => fileLine(file, report.currency)),
    ...ignored,
    ...(refused.length > 0 ? [`Lignes refusées : ${formatQuantity(report.error_count)}`, ...refused] : []),
    ...(report.effect ? ['Par mois et par lieu, avant → après', ...effectLines(report)] : []),
    ...(open.length > 0 ? ['À décider', ...open.flatMap(questionLines)] : []),
  ].join('\n');
}
