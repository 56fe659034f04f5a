import { currencyOfHeading, type ImportAnswers } from '@palier/domain';
import type { DateOrder, WarehouseSettings } from '../warehouse/types.ts';
import { columnSpec } from './columns.ts';
import { normalizeHeading } from './headings.ts';
import { meaningOf } from './recognition/meaning.ts';
import type { Reading } from './recognition/reading.ts';
import {
  LINE_KIND,
  LINE_KIND_HEADING,
  type OppositeReading,
  STOCK_LINE_KIND,
  STOCK_LINE_KIND_HEADING,
} from './settled-lines.ts';
import { SUBHEAD_HEADING } from './shapes/rewriter.ts';
import { ownColumns, type Source } from './source.ts';
import type { FileKind, FileMapping } from './types.ts';

/** How one file feeds one kind: for each of our columns, the position of theirs or a constant. */
export interface Feed {
  source: Source;
  kind: FileKind;
  positions: ReadonlyMap<string, number>;
  constants: ReadonlyMap<string, string>;
  /** Headings of an item file that mean nothing to us, kept as attributes: name → position. */
  attributes: ReadonlyMap<string, number>;
  /** Which comes first in `01/02/2026`, as the user said, or as the values of the file were found to prove. */
  date_order?: DateOrder;
  /** The order in which each column of dates is read, as long as none is known for the file. */
  column_orders?: ReadonlyMap<string, DateOrder>;
  /** What six digits (`202611`) are in columns of dates, as the user said. */
  periods?: ReadonlyMap<string, 'week' | 'month'>;
  /** The order that the organisation once said, for the columns that prove none. */
  usual_order?: DateOrder;
  /** The organisation's currency, where it is known. */
  usual_currency?: string;
  /** What `$` is; left out: the dollar of the United States. */
  dollar?: string;
  /** The currency of the amounts that say none, as it was chosen for this file: not kept with its columns. */
  file_currency?: string;
  /** The zone whose days instants belong to. */
  time_zone?: string;
  /** What the organisation's fiscal weeks and periods are, where it is known. */
  usual_fiscal?: WarehouseSettings['fiscal_calendar'];
  /** What the weeks and periods of this file are, which its headings or values say to be fiscal. */
  fiscal?: NonNullable<WarehouseSettings['fiscal_calendar']>;
  /** Whether that was answered to a question, to be kept. */
  fiscal_answered?: boolean;
  /** The price where the list price of a row says none: what the product is sold at. */
  usual_price?: number;
  /** The stock beside the products of a file: of a row that has none, it is not known. */
  beside_items?: boolean;
  /** The currency of the amounts that say none, where others of the file say one, as it was answered. */
  unsaid_currency?: string;
  /** Whether the sign before its decimals parts the thousands of its counts. */
  counts_parted?: boolean;
  /** The names, by column, of rows that add up others, beside the usual names of totals. */
  totals?: ReadonlyMap<string, readonly string[]> | undefined;
  /** What its lines are whose pieces and amount have opposite signs; left out: none has. */
  opposite?: OppositeReading;
  /** Of a file without a column of dates: what its name says its rows are of. Its day is not kept for other files. */
  named_period?: 'week' | 'month';
  /** What was answered to questions, by their key. */
  answers?: ImportAnswers;
}

/** What says that a column of products is kept as it is, whatever its name. */
const ATTRIBUTE = /^attributes\./;

/** A file as a mapping reads it. */
export function feedFromMapping(source: Source, mapping: FileMapping): Feed {
  const positions = new Map<string, number>();
  const attributes = new Map<string, number>();
  const wanted = Object.entries(mapping.columns).flatMap(([heading, columns]) =>
    (typeof columns === 'string' ? [columns] : columns).map((column) => [heading, column] as const),
  );
  for (const [heading, column] of wanted) {
    const position = positionOf(source.headings, heading);
    if (position < 0) continue;
    // One price in two currencies: the first is the file's own, `withOtherCurrencies` reads the other.
    if (positions.has(column) && currencyOfHeading(heading) !== null) continue;
    if (columnSpec(mapping.kind, column)) positions.set(column, position);
    else if (mapping.kind === 'items')
      attributes.set(normalizeHeading(column.replace(ATTRIBUTE, '')), position);
  }
  const constants = new Map(
    Object.entries(mapping.constants ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const { kind, date_order } = mapping;
  return { source, kind, positions, constants, attributes, ...(date_order && { date_order }) };
}

/** Word for word before any other way of writing the heading. */
function positionOf(headings: readonly string[], heading: string): number {
  const exact = headings.indexOf(heading);
  const normal = normalizeHeading(heading);
  return exact >= 0 ? exact : headings.findIndex((name) => normalizeHeading(name) === normal);
}

/** Of a file that its name says to be of returns alone, what is counted came back. */
function asReturns(name: string, column: string): string {
  const { concepts } = meaningOf(name.replace(/\.\w+$/, ''));
  const isReturns = concepts.has('returned') && !concepts.has('sold') && !concepts.has('order_no');
  return isReturns && (column === 'quantity' || column === 'amount') ? `returned_${column}` : column;
}

/**
 * Whether a column was made of those of places or days, whose rows say an article again and again: it describes none.
 * What names of families say stands in no heading either, and does.
 */
function isUnfolded({ head = [], headings, row_lines }: Source, position: number): boolean {
  const heading = headings[position] ?? '';
  const stands = head.some(({ cells }) => cells.some((cell) => cell.trim() === heading));
  return row_lines !== undefined && head.length > 0 && !stands && heading !== SUBHEAD_HEADING;
}

/** A file as its headings and values speak for it. */
export function feedFromReading(source: Source, { kind, columns, constants = new Map() }: Reading): Feed {
  const returned = kind === 'sales' && !columns.has('returned_quantity');
  const positions = new Map(
    [...columns].map(([column, { position }]) => [
      returned ? asReturns(source.name, column) : column,
      position,
    ]),
  );
  const attributes = new Map<string, number>();
  const taken = new Set(positions.values());
  if (kind === 'items')
    for (const position of ownColumns(source.headings)) {
      const name = normalizeHeading(source.headings[position] ?? '');
      if (name === '' || taken.has(position) || attributes.has(name) || isUnfolded(source, position))
        continue;
      attributes.set(name, position);
    }
  return { source, kind, positions, constants, attributes };
}

/** A wide item file with a stock column feeds the stock too. */
export function withStock(feed: Feed): Feed[] {
  const quantity = feed.positions.get('stock_qty');
  if (feed.kind !== 'items' || quantity === undefined) return [feed];
  const positions = new Map([['quantity', quantity]]);
  for (const name of ['item_group_id', 'item_id', 'size']) {
    const position = feed.positions.get(name);
    if (position !== undefined) positions.set(name, position);
  }
  const [heading, kind] = [STOCK_LINE_KIND_HEADING, STOCK_LINE_KIND].map((name) => feed.constants.get(name));
  const counted: [string, string][] =
    heading === undefined || kind === undefined
      ? []
      : [
          [LINE_KIND_HEADING, heading],
          [LINE_KIND, kind],
        ];
  const constants = new Map(counted);
  const stock: Feed = { ...feed, kind: 'stock', positions, constants, attributes: new Map() };
  return [feed, { ...stock, beside_items: true }];
}

/** A feed as the mapping that would read its file again in the same way. */
export function mappingOf(feed: Feed): FileMapping {
  const { source, kind, positions, attributes, date_order, unsaid_currency } = feed;
  const constants = new Map(feed.constants);
  if (unsaid_currency) constants.set('currency', unsaid_currency);
  if (feed.named_period) constants.delete('date');
  const columns: Record<string, string[]> = {};
  const add = (position: number, column: string): void => {
    const heading = source.headings[position];
    if (heading !== undefined) columns[heading] = [...(columns[heading] ?? []), column];
  };
  for (const [column, position] of positions) add(position, column);
  for (const [name, position] of attributes) add(position, `attributes.${name}`);
  return {
    ...{ match: source.name, kind, columns },
    ...(constants.size > 0 && { constants: Object.fromEntries(constants) }),
    ...(date_order && { date_order }),
  };
}
