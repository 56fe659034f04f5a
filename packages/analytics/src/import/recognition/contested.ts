import { foldText } from '@palier/domain';
import type { FileKind } from '../types.ts';
import { meaningOf } from './meaning.ts';
import type { Reading } from './reading.ts';
import { anySays, some } from './sign.ts';
import type { TableView } from './table.ts';

/** One document by its name: « facture 2026-118 », `Rechnung_4711`. */
const ONE_DOCUMENT =
  /\b(facture|invoice|rechnung|factura|fattura|faktura|bon de livraison|bl|delivery note|lieferschein|avoir|proforma)\b\D{0,12}\d/;

const nameOf = ({ name }: TableView): string =>
  foldText(name)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[^a-z0-9]+/g, ' ');

const isSoldTo = anySays('customer', 'till', 'payment', 'place');

/** Goods with a supplier and what they cost, and nothing of who bought them or for how much: they came in. */
function cameIn(table: TableView): boolean {
  const isSold = anySays('sold', 'amount', 'price', 'incl', 'returned')(table) || isSoldTo(table);
  return anySays('supplier')(table) && anySays('cost')(table) && !isSold;
}

/** Orders with a supplier, and nothing of who bought: what a retailer ordered, or was delivered. */
const isOfSuppliers = (table: TableView): boolean =>
  anySays('supplier')(table) &&
  anySays('order_no', 'ordered')(table) &&
  !isSoldTo(table) &&
  !anySays('sold', 'returned', 'receipt')(table);

/** The lines of one document, which may be what the retailer bought. */
const isOneDocument = (table: TableView): boolean =>
  ONE_DOCUMENT.test(nameOf(table)) && !isSoldTo(table) && !anySays('receipt')(table);

/** Orders of customers are none that a supplier will deliver. */
const isOfCustomers = (table: TableView): boolean =>
  anySays('customer')(table) && !anySays('supplier')(table);

/** A count that nothing says to be of a stock: anything may have been counted. */
const isAnyCount = (table: TableView): boolean =>
  !anySays('stock', 'warehouse', 'physical', 'reserved')(table) &&
  !meaningOf(table.name.replace(/\.\w{2,5}$/, '')).concepts.has('stock');

/** Columns of counts that mean nothing to us, from which a list of articles may be something else. */
const MANY = 3;

/** Articles beside counts of what nothing says: they may be sales or stocks laid out in another way. */
const isCounted = (table: TableView): boolean =>
  table.columns.filter(
    ({ values: { whole, distinct, eans, answers, largest, sizes }, meaning: { concepts } }) =>
      (concepts.size === 0 || concepts.has('month')) &&
      whole > 0.9 &&
      distinct > 2 &&
      largest < 1e5 &&
      Math.max(eans, answers, sizes) < 0.5,
  ).length >= MANY;

const saysSales = ({ name }: TableView): boolean =>
  meaningOf(name.replace(/\.\w{2,5}$/, '')).concepts.has('sold') || /\b(ca|takings)\b/.test(foldText(name));

/** Pieces of a day of which nothing says that they were sold: they may have been moved, received, lost or asked for. */
const isMoved = (table: TableView): boolean =>
  !table.columns.some(({ values }) => values.money > 0.7) &&
  !anySays('sold', 'amount', 'price', 'incl', 'excl', 'value', 'discount', 'returned')(table) &&
  !anySays('receipt', 'customer', 'till', 'payment', 'order_no', 'stock')(table);

/** Articles without any price or cost, beside a count of what nothing says: they may be those of a stock. */
const isUnpriced = (table: TableView): boolean =>
  !anySays('price', 'cost', 'incl', 'excl', 'image')(table) &&
  table.columns.some(
    ({ values: { whole, distinct, eans, answers, largest, sizes }, meaning: { concepts } }) =>
      (concepts.size === 0 || concepts.has('discount') || concepts.has('qty')) &&
      whole > 0.9 &&
      distinct > 2 &&
      largest < 1e5 &&
      Math.max(eans, answers, sizes) < 0.5,
  );

const DAY_SOLD =
  /\b((date|jour) (de )?vente|sold (on|at|date)|sales? date|date sold|verkaufs(datum|tag)|fecha (de )?venta|data (di )?vendita|data (da )?venda|verkoopdatum)\b/;

/** A day on which each was sold: articles that are on sale say none. */
const isSoldOnce = (table: TableView): boolean =>
  some(table, ({ heading, values }) => DAY_SOLD.test(foldText(heading)) && values.dates > 0.7);

const CONTESTED: Partial<Record<FileKind, (table: TableView) => boolean>> = {
  sales: (table) =>
    cameIn(table) || isOneDocument(table) || isOfSuppliers(table) || (!saysSales(table) && isMoved(table)),
  orders: isOfCustomers,
  // Pieces of days to come are not foreseen for that: lent, promised, to be given back.
  forecasts: (table) =>
    !some(table, ({ meaning, values }) => meaning.concepts.has('forecast') && values.numbers > 0.5),
  items: (table) => isCounted(table) || isUnpriced(table) || isSoldOnce(table),
  stock: isAnyCount,
};

/** Whether what a file has could be of another matter than the kind it is likeliest to be, though no other kind fits. */
export const isContested = ({ kind, is_named }: Reading, table: TableView): boolean =>
  (kind !== 'stock' || !is_named) && (CONTESTED[kind]?.(table) ?? false);
