import { monthNamed } from '../dates/named-period.ts';
import { type CsvLine, guessDecimal } from '../dialect.ts';
import { meaningOf } from '../recognition/meaning.ts';
import { isSize, profileOf } from '../recognition/values.ts';
import { boxesOf } from './boxes.ts';
import { figureOf } from './figures.ts';
import { filledDown } from './fill-down.ts';
import { barePlaces, placeColumns, stocksOfPlaces } from './places.ts';
import { filledCells, isDayHeading, isSizeRow, isSubhead, repeatsHeadings } from './row.ts';
import { partTotals } from './rows-above.ts';
import { weekNamed } from './week-named.ts';
import { wholeAmounts } from './whole-amounts.ts';

/** Columns that are values of a heading that is missing: a column a size, a day or a week. */
export interface Pivot {
  /** What the columns stand for, as a heading says it. */
  heading: 'Taille' | 'Date' | 'Magasin';
  positions: readonly number[];
  /** Columns of one measure and its heading; several stand under merged titles (« Stock », « Ventes »). */
  measures: readonly { heading: string; positions: readonly number[] }[];
  /** What each column stands for, where a title above says it and not its heading. */
  labels?: ReadonlyMap<number, string>;
  /** The bands that the same columns stand in again and again: « Lyon » over `S`, `M`, then « Lille » over them. */
  bands?: { heading: 'Magasin' | 'Date'; titles: ReadonlyMap<number, string> };
}

/** How a table is laid out when it is not one row a record under one line of headings. */
export interface Layout {
  headings: readonly string[];
  /** Columns that are kept as they are. */
  base: readonly number[];
  pivot: Pivot | null;
  /** Rows that name what stands below them become a column. */
  subheads: boolean;
  /** Columns whose blanks say what stands above them. */
  filled_down?: readonly number[];
  /** The column of boxes whose content the columns of sizes count. */
  boxes?: number;
  /** Columns of `base` that are the amount of the whole row, which its records share; left out: none. */
  whole?: { positions: readonly number[]; decimal: ',' | '.' };
}

/** Rows that are looked at. */
const LOOKED_AT = 2000;
/** Columns that stand for values: fewer are headings like any other. */
const FEWEST = 2;

function numericBelow(rows: readonly CsvLine[], position: number): boolean {
  const values = rows
    .map(({ row }) => row[position] ?? '')
    .filter((cell) => !isSize(cell) || /^\d+$/.test(cell));
  const { filled, numbers } = profileOf(values);
  return filled === 0 || numbers >= 0.5;
}

/** The title that stands above each column: merged cells have theirs in the first. */
function titlesOver(above: readonly string[] | undefined, positions: readonly number[]): Map<number, string> {
  const titles = new Map<number, string>();
  if (!above) return titles;
  for (const position of positions)
    for (let at = position; at >= (positions[0] ?? 0); at--)
      if ((above[at] ?? '').trim() !== '') {
        titles.set(position, (above[at] ?? '').trim());
        break;
      }
  return titles;
}

const COUNTS = ['stock', 'sold', 'ordered', 'remaining', 'qty', 'forecast', 'amount', 'price'];

/** Whether a title says what is counted below it. */
const counts = (text: string): boolean =>
  [...meaningOf(text).concepts].some((concept) => COUNTS.includes(concept));

/** The heading of what is counted where nothing says what it is. */
export const COUNTED = 'Quantité';

/** A title is a measure's name when it says what is counted; « Tailles » or « Femme » is not. */
function measureName(title: string | undefined, file: string): string {
  if (title !== undefined && counts(title)) return title;
  const said = meaningOf(file.replace(/\.\w+$/, '')).concepts;
  return said.has('stock') ? 'Stock' : COUNTED;
}

/** A month in words or figures, as titles say it. */
const MONTH = /^(\p{L}{3,9}\.? \d{4}|\d{4}-\d{2}|\d{2}\/\d{4})$/u;

/** The same measures again and again under titles of days, weeks or months: « Juin 2026 » over « Qté », « CA ». */
function periodsOf(headings: readonly string[], above: readonly string[] | undefined): Pivot | null {
  const titled = (above ?? []).flatMap((cell, position) =>
    isDayHeading(cell.trim()) || MONTH.test(cell.trim()) ? [position] : [],
  );
  const [first] = titled;
  if (first === undefined || titled.length < FEWEST) return null;
  const positions = headings.flatMap((heading, position) =>
    position >= first && heading !== '' ? [position] : [],
  );
  const labels = titlesOver(above, positions);
  const names = [...new Set(positions.map((position) => headings[position] ?? ''))];
  const measures = names.map((heading) => ({
    heading,
    positions: positions.filter((position) => headings[position] === heading),
  }));
  const everywhere = measures.every((measure) => measure.positions.length === titled.length);
  return everywhere ? { heading: 'Date', positions, measures, labels } : null;
}

/** Months or weeks in columns: fewer may be headings like any other. */
const FEWEST_PERIODS = 3;

/** Whether a column says of each row what it counts: « Qté », « CA TTC ». */
function namesMeasures(rows: readonly CsvLine[], position: number): boolean {
  const said = [...new Set(rows.map(({ row }) => (row[position] ?? '').trim()))];
  return said.length > 1 && said.length <= 6 && said.every((value) => /^\D+$/.test(value) && counts(value));
}

const twoFigures = (number: number): string => String(number).padStart(2, '0');

/** What columns of the same period each are named by, and how that is written with the year. */
const PERIODS = [
  { named: monthNamed, written: (year: string, month: number) => `${year}-${twoFigures(month)}` },
  { named: weekNamed, written: (year: string, week: number) => `${year}-W${twoFigures(week)}` },
] as const;

/** One column a month or a week, in their order, of the year that a title or the name of the file says. */
function monthsOrWeeksOf(
  headings: readonly string[],
  rows: readonly CsvLine[],
  said: { file: string; year: string | undefined },
): Pivot | null {
  for (const period of PERIODS) {
    const found = periodColumns(period, headings, rows, said);
    if (found) return found;
  }
  return null;
}

const yearIn = (text: string): string | undefined => /(?<!\d)20\d{2}(?!\d)/.exec(text)?.[0];

function periodColumns(
  { named, written }: (typeof PERIODS)[number],
  headings: readonly string[],
  rows: readonly CsvLine[],
  { file, year }: { file: string; year: string | undefined },
): Pivot | null {
  const found = headings.flatMap((heading, position) => {
    const number = named(heading.trim());
    return number !== null && numericBelow(rows, position) ? [{ position, number }] : [];
  });
  const isInOrder = found.every(({ number }, at) => at === 0 || number > (found[at - 1]?.number ?? 0));
  if (year === undefined || found.length < FEWEST_PERIODS || !isInOrder) return null;
  if (headings.some((_, position) => namesMeasures(rows, position))) return null;
  const positions = found.map(({ position }) => position);
  const labels = new Map(found.map(({ position, number }) => [position, written(year, number)]));
  const heading = measureName(undefined, file);
  return { heading: 'Date', positions, measures: [{ heading, positions }], labels };
}

/** One column a place, beside their total, or as it was said (`isByPlace`). */
function placesOf(
  headings: readonly string[],
  rows: readonly CsvLine[],
  { file, isByPlace }: { file: string; isByPlace: boolean },
): Pivot | null {
  const { data } = partTotals(rows);
  const proven = placeColumns(headings, data);
  const positions =
    proven.length === 0 && isByPlace
      ? barePlaces(
          headings,
          data.map(({ row }) => row),
        )
      : proven;
  if (positions.length < FEWEST) return null;
  return { heading: 'Magasin', positions, measures: [{ heading: measureName(undefined, file), positions }] };
}

/** One column of stock a place: `Stock Lyon`, `Stock Lille`; `inventory_Soho`. */
function stocksByPlace(headings: readonly string[], rows: readonly CsvLine[]): Pivot | null {
  const labels = stocksOfPlaces(headings, rows);
  const positions = [...labels.keys()];
  return positions.length < FEWEST
    ? null
    : { heading: 'Magasin', positions, measures: [{ heading: 'Stock', positions }], labels };
}

/** A spreadsheet's number of a day, from 2009 to 2064. */
const SERIAL = /^[45]\d{4}$/;

/** Headings that are days as a spreadsheet numbers them, each after the one before. */
function serialDays(headings: readonly string[]): number[] {
  const found = headings.flatMap((cell, position) => (SERIAL.test(cell.trim()) ? [position] : []));
  const grows = found.every(
    (position, at) => at === 0 || Number(headings[position]) > Number(headings[found[at - 1] ?? 0]),
  );
  return grows ? found : [];
}

function pivotOf(
  headings: readonly string[],
  above: readonly string[] | undefined,
  rows: readonly CsvLine[],
  { file, titles, isByPlace }: { file: string; titles: string; isByPlace: boolean },
): Pivot | null {
  const named = (test: (cell: string) => boolean): number[] =>
    headings.flatMap((cell, position) => (cell.trim() !== '' && test(cell.trim()) ? [position] : []));
  const sizes = named((cell) => isSize(cell));
  const written = named(isDayHeading);
  const days = written.length > 0 ? written : serialDays(headings);
  const [heading, found] =
    sizes.length >= days.length ? (['Taille', sizes] as const) : (['Date', days] as const);
  const positions = found.filter((position) => numericBelow(rows, position));
  if (positions.length < FEWEST)
    return (
      periodsOf(headings, above) ??
      monthsOrWeeksOf(headings, rows, {
        file,
        year: yearIn(`${(above ?? []).join(' ')} ${titles} ${file}`),
      }) ??
      stocksByPlace(headings, rows) ??
      placesOf(headings, rows, { file, isByPlace })
    );
  const over = titlesOver(above, positions);
  const groups = new Map<string, number[]>();
  for (const position of positions) {
    const name = measureName(over.get(position), file);
    groups.set(name, [...(groups.get(name) ?? []), position]);
  }
  const bands = bandsOf(headings, positions, over);
  return {
    heading,
    positions,
    measures: [...groups].map(([name, own]) => ({ heading: name, positions: own })),
    ...(bands && { bands }),
  };
}

/** What stands over columns that come again: a place or a day; null where none comes again, or titles name measures. */
function bandsOf(
  headings: readonly string[],
  positions: readonly number[],
  titles: ReadonlyMap<number, string>,
): Pivot['bands'] | null {
  const said = [...new Set(titles.values())];
  const comesAgain = new Set(positions.map((position) => headings[position])).size < positions.length;
  if (!comesAgain || said.length < FEWEST || said.some(counts)) return null;
  return { heading: said.every(isDayHeading) ? 'Date' : 'Magasin', titles };
}

/** Whether a column adds up those of the sizes. */
function isSum(rows: readonly CsvLine[], position: number, { positions }: Pivot): boolean {
  const filled = rows.filter(({ row }) => (row[position] ?? '').trim() !== '' && filledCells(row).length > 2);
  const right = filled.filter(({ row }) => {
    const sum = positions.reduce((total, each) => total + figureOf(row[each]), 0);
    return Math.abs(sum - figureOf(row[position])) < 1e-6;
  });
  return filled.length > 0 && right.length > filled.length * 0.8;
}

/**
 * How a table is laid out, from its headings and first rows; null for one record a row.
 * @param lines from the headings on; `above` is the row over them, `titles` what stands over these; `isByPlace`: it was
 * said that columns named after nothing else are places.
 */
export function layoutOf(
  lines: readonly CsvLine[],
  above: readonly string[] | undefined,
  file: string,
  { titles = '', isByPlace = false }: { titles?: string; isByPlace?: boolean } = {},
): Layout | null {
  const headings = (lines[0]?.row ?? []).map((cell) => cell.trim());
  const rows = lines.slice(1, LOOKED_AT);
  const pivot = pivotOf(headings, above, rows, { file, titles, isByPlace });
  const pivoted = new Set(pivot?.positions);
  const parted = partTotals(rows.filter(({ row }) => !isSizeRow(row, pivot?.positions ?? [])));
  const { data } = parted;
  const boxes = pivot?.heading === 'Taille' ? boxesOf(headings, pivot.positions, data) : null;
  const base = headings.flatMap((heading, position) => {
    const isBoxed = boxes?.position === position || boxes?.pieces === position;
    const isAdded = pivot !== null && isSum(data, position, pivot);
    return pivoted.has(position) || heading === '' || isAdded || isBoxed ? [] : [position];
  });
  const widths = rows.map(({ row }) => filledCells(row).length).sort((left, right) => left - right);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  const heads = usual < 3 ? 0 : rows.filter(({ row }) => isSubhead(row)).length;
  const repeated = rows.filter(({ row }) => repeatsHeadings(row, headings, base)).length;
  const subheads = heads >= 2 || (heads === 1 && (pivot !== null || repeated > 0));
  const subtotals = parted.totals.length >= 2;
  const filled = subheads
    ? []
    : filledDown(
        headings,
        data.filter(({ row }) => !repeatsHeadings(row, headings, base)),
      );
  if (!pivot && !subheads && repeated === 0 && !subtotals && filled.length === 0) return null;
  const cells = data.map(({ row }) => row);
  const positions = pivot?.measures.length === 1 ? wholeAmounts(headings, base, cells) : [];
  const whole = positions.length > 0 ? { positions, decimal: guessDecimal(cells) } : null;
  const filled_down = filled.length > 0 ? { filled_down: filled } : {};
  const boxed = boxes ? { boxes: boxes.position } : {};
  return { headings, base, pivot, subheads, ...filled_down, ...boxed, ...(whole && { whole }) };
}
