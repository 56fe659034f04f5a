import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import { csvRows, parseNumber, separatorOf } from './csv.ts';
import { openingStock } from './stock.ts';
import type { EvaluationPanel } from './types.ts';
import { weekReader } from './weeks.ts';

/** One row of a panel file, before it is laid on the grid of items and weeks. */
export interface PanelRow {
  item: string;
  category: string;
  /** Monday as a day number, or a plain week number. */
  week: number;
  /** Less than 0 when more came back than was sold. */
  units: number;
  list_price: number;
  paid_price: number;
  stock: number;
}

const REQUIRED = ['item', 'week', 'units'] as const;
/** Cells read to tell how weeks are written. */
const LOOKED_AT = 500;
/** Most weeks between the first and the last for each week that is there: beyond, gaps are closed. */
const WIDEST = 20;
/** Weeks back in which an item's highest price is its list price, when the file gives none. */
const PRICE_MEMORY = 8;

/**
 * Reads `<folder>/panel.csv` (comma, semicolon or tab; columns item, category, week, units, list_price, paid_price
 * and optionally stock; others are ignored).
 *
 * @throws Error when the file or a needed column is missing, or no row is readable.
 */
export function readPanelFolder(folder: string, stockWasKnown = false): EvaluationPanel {
  const path = join(folder, 'panel.csv');
  if (!existsSync(path)) throw new Error(`no panel.csv in ${folder}`);
  return readPanelText(readFileSync(path, 'utf8'), stockWasKnown);
}

/** Reads the text of a panel file; see `readPanelFolder`. */
export function readPanelText(text: string, stockWasKnown = false): EvaluationPanel {
  const separator = separatorOf(text.slice(0, text.search(/[\r\n]|$/)));
  const header: readonly string[] = csvRows(text, separator).next().value ?? [];
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`panel.csv has no column ${missing.join(', ')}`);
  const weekAt = names.indexOf('week');
  const looked: string[] = [];
  for (const cells of csvRows(text, separator)) {
    if (looked.length > LOOKED_AT) break;
    looked.push((cells[weekAt] ?? '').trim());
  }
  const weeks = weekReader(looked.slice(1).filter((cell) => cell !== ''));
  return layPanel(panelRows(csvRows(text, separator), names, weeks.read), weeks.dated, stockWasKnown);
}

function* panelRows(
  rows: Generator<string[]>,
  names: readonly string[],
  weekOf: (text: string) => number,
): Generator<PanelRow> {
  const at = (name: string) => names.indexOf(name);
  const [item, category, week, units] = [at('item'), at('category'), at('week'), at('units')];
  const [list, paid, stock] = [at('list_price'), at('paid_price'), at('stock')];
  const positive = (value: number) => (value > 0 ? value : Number.NaN);
  rows.next();
  for (const cells of rows) {
    const row = {
      item: (cells[item] ?? '').trim(),
      category: category < 0 ? '' : (cells[category] ?? '').trim(),
      week: weekOf((cells[week] ?? '').trim()),
      units: parseNumber(cells[units]),
      list_price: positive(parseNumber(cells[list])),
      paid_price: positive(parseNumber(cells[paid])),
      stock: parseNumber(cells[stock]),
    };
    if (row.item !== '' && Number.isFinite(row.week) && Number.isFinite(row.units)) yield row;
  }
}

/** Rows in columns: a panel of millions of rows fits in memory. */
interface Columns {
  item: number[];
  week: number[];
  units: number[];
  list: number[];
  paid: number[];
  stock: number[];
  /** Category of each item, the last one stated. */
  category: number[];
  category_names: string[];
}

function gather(rows: Iterable<PanelRow>): Columns {
  const columns: Columns = {
    item: [],
    week: [],
    units: [],
    list: [],
    paid: [],
    stock: [],
    category: [],
    category_names: [],
  };
  const items = new Map<string, number>();
  const categories = new Map<string, number>();
  const numberOf = (known: Map<string, number>, name: string) => {
    const found = known.get(name) ?? known.size;
    known.set(name, found);
    return found;
  };
  for (const row of rows) {
    const item = numberOf(items, row.item);
    columns.item.push(item);
    columns.category[item] = numberOf(categories, row.category);
    columns.week.push(row.week);
    columns.units.push(row.units);
    columns.list.push(row.list_price);
    columns.paid.push(row.paid_price);
    columns.stock.push(row.stock);
  }
  columns.category_names = [...categories.keys()];
  return columns;
}

/**
 * Lays rows on the grid of items and weeks. Weeks without a row are unknown, not zero; rows of one item and week
 * are added up, at their mean price; what comes back is taken off. A stock that sales explain to the unit is set aside
 * unless it is said that it was known at the time: rebuilt from later sales, it would tell them.
 *
 * @throws Error when there is no row.
 */
export function layPanel(
  rows: Iterable<PanelRow>,
  hasDates: boolean,
  stockWasKnown = false,
): EvaluationPanel {
  const columns = gather(rows);
  if (columns.item.length === 0) throw new Error('panel.csv has no readable row');
  const axis = weekAxis(columns.week, hasDates);
  const items = columns.category.length;
  const cells = items * axis.weeks;
  const panel: WeeklyPanel = {
    item_count: items,
    week_count: axis.weeks,
    first_week_day: hasDates ? axis.first : 4,
    units: new Float32Array(cells),
    discount: new Float32Array(cells),
    availability: new Float32Array(cells),
    breadth: null,
    price_index: new Float32Array(cells).fill(1),
    list_price: new Float64Array(items),
    first_week: new Int32Array(items).fill(axis.weeks),
    category: Int32Array.from(columns.category),
    category_count: columns.category_names.length,
    subcategory: null,
  };
  const stated = new Uint8Array(cells);
  const prices = layRows(panel, columns, axis, stated);
  settlePrices(panel, prices, stated);
  const scored = stated.slice();
  const given = openingStock(panel, prices.stock, stated);
  const rebuilt = given?.rebuilt === true && !stockWasKnown;
  if (rebuilt) prices.stock.fill(Number.NaN);
  const stock = rebuilt ? null : given;
  for (let cell = 0; cell < cells; cell++) {
    // An empty shelf tells nothing about demand: neither learnt from nor scored.
    if ((prices.stock[cell] ?? 1) <= 0 && panel.units[cell] === 0) scored[cell] = 0;
    if (panel.availability !== null) panel.availability[cell] = scored[cell] === 1 ? 1 : 0;
  }
  stock?.soldOut.forEach((out, cell) => {
    // How long it lasted is not known: half the week.
    if (out === 1 && panel.availability !== null && scored[cell] === 1) panel.availability[cell] = 0.5;
  });
  return {
    panel,
    scored,
    has_dates: hasDates,
    stock: stock?.opening ?? null,
    stock_rebuilt: rebuilt,
    category_names: columns.category_names,
  };
}

interface WeekAxis {
  first: number;
  weeks: number;
  columnOf: (week: number) => number;
}

/** Columns of weeks: equal steps from the first, unless most of them would be empty. */
function weekAxis(weeks: readonly number[], hasDates: boolean): WeekAxis {
  const known = [...new Set(weeks)].sort((a, b) => a - b);
  const first = known[0] ?? 0;
  const last = known[known.length - 1] ?? 0;
  const step = hasDates
    ? 7
    : Math.max(
        1,
        known.reduce((common, week) => divisor(common, week - first), 0),
      );
  const count = Math.round((last - first) / step) + 1;
  if (count <= WIDEST * known.length + 52)
    return { first, weeks: count, columnOf: (week) => Math.round((week - first) / step) };
  const rank = new Map(known.map((week, n) => [week, n]));
  return { first, weeks: known.length, columnOf: (week) => rank.get(week) ?? 0 };
}

function divisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return Math.abs(large);
}

interface Prices {
  list: Float64Array;
  paid: Float64Array;
  stock: Float64Array;
}

function layRows(panel: WeeklyPanel, columns: Columns, axis: WeekAxis, stated: Uint8Array): Prices {
  const cells = stated.length;
  const empty = () => new Float64Array(cells).fill(Number.NaN);
  const prices: Prices = { list: empty(), paid: empty(), stock: empty() };
  const weight = new Float64Array(cells);
  const net = new Float64Array(cells);
  columns.item.forEach((item, n) => {
    const week = axis.columnOf(columns.week[n] ?? 0);
    const cell = item * panel.week_count + week;
    const units = columns.units[n] ?? 0;
    panel.first_week[item] = Math.min(panel.first_week[item] ?? week, week);
    net[cell] = (net[cell] ?? 0) + units;
    const before = weight[cell] ?? 0;
    const now = Math.max(0, units) + 1e-3;
    for (const name of ['list', 'paid'] as const) {
      const price = columns[name][n] ?? Number.NaN;
      const known = prices[name][cell] ?? Number.NaN;
      if (price > 0) prices[name][cell] = known > 0 ? (known * before + price * now) / (before + now) : price;
    }
    weight[cell] = before + now;
    const stock = columns.stock[n] ?? Number.NaN;
    if (Number.isFinite(stock))
      prices.stock[cell] = stated[cell] === 1 ? (prices.stock[cell] || 0) + stock : stock;
    stated[cell] = 1;
  });
  net.forEach((units, cell) => {
    panel.units[cell] = Math.max(0, units);
  });
  return prices;
}

/**
 * Discounts and moves of the list price. A list price that is missing is the highest paid of the last weeks, a price
 * paid that is missing the last one; the item's list price is its first one.
 */
function settlePrices(panel: WeeklyPanel, { list, paid }: Prices, stated: Uint8Array): void {
  const weeks = panel.week_count;
  const listed = list.some((price) => price > 0);
  for (let item = 0; item < panel.item_count; item++) {
    let base = 0;
    let discount = 0;
    let lastList = 0;
    for (let week = 0; week < weeks; week++) {
      const cell = item * weeks + week;
      if (stated[cell] !== 1) continue;
      const now = paid[cell] ?? Number.NaN;
      const given = listed ? (list[cell] ?? Number.NaN) : recentHighest(paid, item * weeks, week);
      const usual = given > 0 ? given : lastList;
      const top = now > 0 ? Math.max(usual, now) : usual;
      if (top > 0) {
        if (now > 0) discount = 1 - now / top;
        if (base === 0) base = top;
        lastList = given > 0 ? top : lastList;
        if (panel.price_index !== null) panel.price_index[cell] = top / base;
      }
      panel.discount[cell] = Math.min(0.99, Math.max(0, discount));
    }
    panel.list_price[item] = base;
  }
}

function recentHighest(paid: Float64Array, start: number, week: number): number {
  let highest = Number.NaN;
  for (let n = Math.max(0, week - PRICE_MEMORY + 1); n <= week; n++) {
    const price = paid[start + n] ?? Number.NaN;
    if (price > 0 && !(price <= highest)) highest = price;
  }
  return highest;
}
