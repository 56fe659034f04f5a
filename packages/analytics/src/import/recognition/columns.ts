import { currencyOfHeading } from '@palier/domain';
import type { ColumnSpec, KindSpec } from '../column-spec.ts';
import { kindSpec } from '../columns.ts';
import { essence, normalizeHeading } from '../headings.ts';
import { COLUMN_RULES, type ColumnRule } from './column-rules.ts';
import { withMonths } from './months.ts';
import { withMovements, withNamedCode, withProduct } from './second-look.ts';
import { TELLING_ROWS } from './sign.ts';
import type { ColumnView, TableView } from './table.ts';
import { withListPrice } from './two-prices.ts';
import type { ValueProfile } from './values.ts';
import type { Concept } from './words.ts';

interface Candidate {
  column: string;
  view: ColumnView;
  points: number;
}

/** Word for word, then without links and plurals, then by what the words mean. */
const EXACT = 100;
const NEARLY = 90;
const MEANT = 70;
const LAST_RESORT = 30;
/** Values that do not look like the column's leave it to any better heading. */
const UNLIKE = -60;
/** A column without a value, in a file that has some, leaves what it says to any other. */
const EMPTY = -65;
/** Below it, a heading is not taken for a column. */
const ENOUGH = 20;

/** What a heading may say beside what a rule needs without meaning another thing. */
const HARMLESS: readonly Concept[] = ['incl', 'currency', 'unit'];

function ruleFits({ needs, also = [] }: ColumnRule, { meaning }: ColumnView): boolean {
  const allowed = new Set([...needs, ...also, ...HARMLESS]);
  return (
    needs.every((concept) => meaning.concepts.has(concept)) &&
    [...meaning.concepts].every((concept) => allowed.has(concept))
  );
}

function byRules(kind: KindSpec['kind'], column: string, view: ColumnView): number {
  const rules = (COLUMN_RULES[kind] ?? []).filter((rule) => rule.column === column);
  const at = rules.findIndex((rule) => ruleFits(rule, view));
  const rule = rules[at];
  if (!rule) return Number.NEGATIVE_INFINITY;
  const extra = view.meaning.concepts.size - rule.needs.length;
  const start = rule.last_resort ? LAST_RESORT - at / 2 : MEANT - 2 * at;
  return start - 2 * extra - 8 * view.meaning.unknown;
}

function bySynonyms(column: ColumnSpec, view: ColumnView): number {
  const words = [column.name, ...column.synonyms];
  const normal = normalizeHeading(view.said);
  const exact = words.indexOf(normal);
  if (exact >= 0 && !isTheirBase(column, view)) return EXACT - exact * 0.1;
  // « N° pièce » counts no pieces.
  if (column.type === 'number' && COUNTS_NOTHING.some((concept) => view.meaning.concepts.has(concept)))
    return Number.NEGATIVE_INFINITY;
  const nearly = words.map(essence).indexOf(essence(normal));
  return nearly >= 0 && !isTheirBase(column, view) ? NEARLY - nearly * 0.1 : Number.NEGATIVE_INFINITY;
}

/** « Base Price » is what a system calls its usual price, whatever its taxes; `base_price` is ours, without them. */
const isTheirBase = ({ name }: ColumnSpec, { heading, said }: ColumnView): boolean =>
  /^base_/.test(name) && normalizeHeading(said) === name && heading !== name;

const COUNTS_NOTHING: readonly Concept[] = ['receipt', 'line', 'order_no', 'customer'];

/** Number of values from which their looks count. */
const TELLING = 3;

/** « Remise € » is no share of a price, however it is called. */
function isAmountOff({ name }: ColumnSpec, { heading, values }: ColumnView): boolean {
  return name === 'discount_pct' && (/[€$£]|\beur/i.test(heading) || values.largest > 100);
}

/** Of its values, for a column of movements to be one. */
const MOSTLY = 0.8;

/** Twelve months, or thirteen periods of four weeks. */
const MOST_PERIODS = 13;

/** Whether values are none that the column could have. */
function unlike(
  kind: KindSpec['kind'],
  column: ColumnSpec,
  { heading, values, meaning: { concepts } }: ColumnView,
): boolean {
  if (column.type === 'week' && values.filled > 0)
    return values.numbers < 0.3 || (column.name === 'period_number' && values.largest > MOST_PERIODS);
  if (column.name === 'movement') return values.movements < MOSTLY;
  if (column.name === 'state') return values.cancelled === 0 && (kind !== 'orders' || values.ended === 0);
  if (column.name === 'cancelled') return values.filled === 0 || values.answers < 1;
  if (column.name === 'reduction') return values.filled > 0 && values.numbers > 0.3;
  if (values.filled < TELLING) return false;
  // « Inventory » names a place, or counts what is there.
  if (column.name === 'inventory_code' && concepts.has('stock') && !concepts.has('place'))
    return values.numbers > 0.7;
  // The variants of a product may be named by their sizes alone, which are no codes.
  if (column.name === 'item_id') if (values.sizes > 0.8) return true;
  if (column.name === 'size' && !concepts.has('size')) return values.sizes < 0.8;
  // Codes of rates, not rates: 1, 2, 3.
  if (column.name === 'vat_rate' && values.whole === 1 && values.largest < 5) return true;
  if (column.type === 'number')
    return values.numbers < 0.3 || (isCount(column) && (isSerial(values) || isFlag(heading, values)));
  if (column.type === 'date') return values.dates < 0.3 && !isDayNumber(values);
  if (column.name === 'item_group_id' || column.name === 'item_id' || column.name === 'code')
    return values.phrases > 0.6 || values.dates > 0.7 || values.money > 0.7;
  if (column.name === 'price_list_id') return values.money > 0.5;
  if (CURRENCIES.has(column.name)) return values.numbers > 0.3;
  return column.name !== 'size' && values.money > 0.7;
}

/** Whether one value stands on every row of a list of articles: it tells none apart (`product_websites`). */
function isConstant(kind: KindSpec['kind'], { name }: ColumnSpec, { values }: ColumnView): boolean {
  const isAlone = values.distinct === 1 && values.filled >= TELLING_ROWS;
  return kind === 'items' && name === 'item_group_id' && isAlone;
}

/** Columns that their heading alone never gives. */
const ONLY_BY_VALUES = new Set(['movement', 'state', 'cancelled']);

const CURRENCIES = new Set(['currency', 'cost_currency']);

const isCount = ({ name }: ColumnSpec): boolean => name === 'quantity' || name === 'stock_qty';

/** Numbers of receipts, lines or articles: large, whole, hardly two alike. */
function isSerial({ whole, largest, distinct, filled, eans }: ValueProfile): boolean {
  return eans > 0.5 || (whole > 0.9 && largest > 1e6 && distinct > filled * 0.3);
}

/** Whether there is any, not how many: `is_in_stock`, 0 or 1. */
const isFlag = (heading: string, { answers }: ValueProfile): boolean =>
  answers === 1 && /^(is|has)[_ ]/i.test(heading);

/** A spreadsheet's number of days. */
function isDayNumber({ whole, numbers, largest }: ValueProfile): boolean {
  return numbers > 0.7 && whole >= 0 && largest > 20_000 && largest < 80_000;
}

/** Amounts without taxes are none of ours, which have them; only base prices and costs go without. */
function taxFits(column: ColumnSpec, { meaning }: ColumnView): boolean {
  if (meaning.tax !== 'excl') return true;
  return !['amount', 'unit_price', 'price'].includes(column.name);
}

/** A day that all rows have is that of the file, where another column has the days of its rows. */
const ONE_DAY = -6;

const isOneDay = ({ name }: ColumnSpec, { values }: ColumnView): boolean =>
  name === 'date' && values.distinct === 1 && values.filled >= TELLING_ROWS;

function candidatesOf(spec: KindSpec, table: TableView): Candidate[] {
  return spec.columns
    .flatMap((column) =>
      table.columns.map((view): Candidate => {
        const points = Math.max(bySynonyms(column, view), byRules(spec.kind, column.name, view));
        const doubt =
          (unlike(spec.kind, column, view) || isConstant(spec.kind, column, view)
            ? ONLY_BY_VALUES.has(column.name)
              ? -EXACT
              : UNLIKE
            : 0) +
          (isOneDay(column, view) ? ONE_DAY : 0) +
          (view.values.filled === 0 ? (table.row_count > 0 ? EMPTY : -5) : 0);
        return {
          column: column.name,
          view,
          points: taxFits(column, view) && !isAmountOff(column, view) ? points + doubt : 0,
        };
      }),
    )
    .filter(({ points }) => points >= ENOUGH)
    .sort((left, right) => right.points - left.points || left.view.position - right.view.position);
}

/** How much less likely a column may be than the one taken and still be it. */
const RIVAL_WITHIN = 12;

/** What a file counts beside what its kind is of. */
const OTHER_MEASURES: Partial<Record<KindSpec['kind'], readonly Concept[]>> = {
  sales: ['stock', 'remaining', 'ordered', 'expected', 'received', 'returned'],
  stock: ['sold', 'ordered', 'remaining', 'reserved'],
  orders: ['stock', 'sold', 'received'],
};
/** What a heading says of figures that are less likely than those of one that does not: before what is taken off. */
const LESSER: readonly Concept[] = ['partial', 'ordered', 'currency', 'value', 'opening'];
const NET = /\bnet/i;
const GROSS = /\b(brut|gross|lord)/i;

/** Columns that were not taken for anything and that their headings say to be the same as one that was. */
export function rivalsOf(
  kind: KindSpec['kind'],
  table: TableView,
  column: string,
  positions: ReadonlyMap<string, number>,
): ColumnView[] {
  const taken = new Set(positions.values());
  const own = candidatesOf(kindSpec(kind), table).filter((candidate) => candidate.column === column);
  const best = own.find(({ view }) => view.position === positions.get(column));
  const chosen = best?.view.meaning.concepts;
  const heading = table.columns.find(({ position }) => position === positions.get(column))?.heading ?? '';
  return own
    .filter(({ view, points }) => !taken.has(view.position) && points >= (best?.points ?? 0) - RIVAL_WITHIN)
    .map(({ view }) => view)
    .filter(({ heading: other, meaning }) => {
      const says = (concept: Concept): boolean => meaning.concepts.has(concept);
      const isLess = LESSER.some((each) => says(each) && !chosen?.has(each));
      // A price in another currency is kept in a list of its own.
      if (column === 'price' && (says('currency') || says('country') || currencyOfHeading(other) !== null))
        return false;
      const isGross = NET.test(heading) && GROSS.test(other);
      const isFigured = chosen?.has('physical') === true && !says('physical');
      return !OTHER_MEASURES[kind]?.some(says) && !isLess && !isFigured && !isGross;
    });
}

/** Our column → theirs, for one kind: each heading means one column, and each column is read from the best heading. */
export function readColumns(spec: KindSpec, table: TableView): Map<string, ColumnView> {
  const found = new Map<string, ColumnView>();
  const taken = new Set<number>();
  for (const { column, view } of candidatesOf(spec, table)) {
    if (found.has(column) || taken.has(view.position)) continue;
    found.set(column, view);
    taken.add(view.position);
  }
  const read = withListPrice(
    spec.kind,
    withMovements(
      spec.kind,
      withMonths(spec.kind, withProduct(spec.kind, withNamedCode(found, table)), table),
      table,
    ),
    table,
  );
  return withoutMoneyOff(withoutNetted(read));
}

/** « 10,00 » taken off an amount is money, where the file has that amount and says no rate. */
function withoutMoneyOff(found: Map<string, ColumnView>): Map<string, ColumnView> {
  const off = found.get('discount_pct');
  const paid = ['amount', 'base_amount', 'unit_price', 'base_unit_price'].some((name) => found.has(name));
  if (
    off &&
    paid &&
    off.values.money > 0.7 &&
    off.values.percents === 0 &&
    !off.meaning.concepts.has('percent')
  )
    found.delete('discount_pct');
  return found;
}

/** A net quantity, or what remains of an order, has nothing to be taken off. */
function withoutNetted(found: Map<string, ColumnView>): Map<string, ColumnView> {
  const quantity = found.get('quantity');
  if (!quantity) return found;
  if (/\b(net|nette|netto|neto|neta|netta)s?\b/i.test(quantity.heading)) {
    found.delete('returned_quantity');
    found.delete('returned_amount');
  }
  if (quantity.meaning.concepts.has('remaining')) found.delete('received_quantity');
  return found;
}
