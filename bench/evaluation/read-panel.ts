import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvaluationPanel, mondayOf, parseDay, type WeeklyPanel } from '@palier/engine';

/** One row of a panel file, before it is laid on the grid of items and weeks. */
export interface PanelRow {
  item: string;
  category: string;
  /** Monday as a day number, or a plain week number. */
  week: number;
  units: number;
  list_price: number;
  paid_price: number;
  stock: number;
  stores: number;
}

const REQUIRED = ['item', 'week', 'units'] as const;

/**
 * Reads `<folder>/panel.csv` (comma or semicolon; columns item, category, week, units, list_price, paid_price and
 * optionally stock, stores).
 *
 * @throws Error when the file or a needed column is missing, or no row is readable.
 */
export function readPanelFolder(folder: string): EvaluationPanel {
  const path = join(folder, 'panel.csv');
  if (!existsSync(path)) throw new Error(`no panel.csv in ${folder}`);
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  const header = lines[0]?.replace(/^\uFEFF/, '') ?? '';
  const separator = header.includes(';') ? ';' : ',';
  const names = splitLine(header, separator).map((name) => name.trim().toLowerCase());
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`panel.csv has no column ${missing.join(', ')}`);
  const at = (name: string) => names.indexOf(name);
  const columns = {
    item: at('item'),
    category: at('category'),
    week: at('week'),
    units: at('units'),
    list: at('list_price'),
    paid: at('paid_price'),
    stock: at('stock'),
    stores: at('stores'),
  };
  const rows: PanelRow[] = [];
  let hasDates = false;
  for (let n = 1; n < lines.length; n++) {
    const line = lines[n] ?? '';
    if (line === '') continue;
    const cells = splitLine(line, separator);
    const weekText = cells[columns.week] ?? '';
    const day = parseDay(weekText);
    if (!Number.isNaN(day)) hasDates = true;
    const list = number(cells[columns.list]);
    const paid = number(cells[columns.paid]);
    const row = {
      item: cells[columns.item] ?? '',
      category: columns.category < 0 ? '' : (cells[columns.category] ?? ''),
      week: Number.isNaN(day) ? Number(weekText) : mondayOf(day),
      units: number(cells[columns.units]),
      list_price: list > 0 ? list : paid,
      paid_price: paid > 0 ? paid : list,
      stock: number(cells[columns.stock]),
      stores: number(cells[columns.stores]),
    };
    if (Number.isFinite(row.week) && row.units >= 0) rows.push(row);
  }
  if (rows.length === 0) throw new Error('panel.csv has no readable row');
  return layPanel(rows, hasDates);
}

function number(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return Number.NaN;
  return Number(text.replace(',', '.'));
}

function splitLine(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const char of line) {
    if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  cells.push(cell);
  return cells;
}

/** Lays rows on the grid of items and weeks. Weeks without a row are unknown, not zero. */
export function layPanel(rows: readonly PanelRow[], hasDates: boolean): EvaluationPanel {
  const items = indexOf(rows.map((row) => row.item));
  const categories = indexOf(rows.map((row) => row.category));
  const step = hasDates ? 7 : 1;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    first = Math.min(first, row.week);
    last = Math.max(last, row.week);
  }
  const weeks = Math.round((last - first) / step) + 1;
  const cells = items.size * weeks;
  const panel: WeeklyPanel = {
    item_count: items.size,
    week_count: weeks,
    first_week_day: hasDates ? first : 4,
    units: new Float32Array(cells),
    discount: new Float32Array(cells),
    availability: new Float32Array(cells),
    breadth: null,
    price_index: new Float32Array(cells).fill(1),
    list_price: new Float64Array(items.size),
    first_week: new Int32Array(items.size).fill(weeks),
    category: new Int32Array(items.size),
    category_count: categories.size,
    subcategory: null,
  };
  const scored = new Uint8Array(cells);
  const lists = new Float64Array(cells);
  for (const row of rows) {
    const item = items.get(row.item) ?? 0;
    const week = Math.round((row.week - first) / step);
    const cell = item * weeks + week;
    panel.category[item] = categories.get(row.category) ?? 0;
    panel.first_week[item] = Math.min(panel.first_week[item] ?? weeks, week);
    panel.units[cell] = (panel.units[cell] ?? 0) + row.units;
    const list = Math.max(row.list_price, row.paid_price);
    lists[cell] = list;
    panel.discount[cell] = list > 0 ? Math.max(0, 1 - row.paid_price / list) : 0;
    // An empty shelf tells nothing about demand: neither learnt from nor scored.
    const empty = row.stock <= 0 && row.units === 0;
    if (panel.availability !== null) panel.availability[cell] = empty ? 0 : 1;
    scored[cell] = empty ? 0 : 1;
  }
  settlePrices(panel, lists);
  return { panel, scored, has_dates: hasDates };
}

function indexOf(names: readonly string[]): Map<string, number> {
  const index = new Map<string, number>();
  for (const name of names) if (!index.has(name)) index.set(name, index.size);
  return index;
}

/** The item's list price is its first one; weekly list prices become an index of it. */
function settlePrices(panel: WeeklyPanel, lists: Float64Array): void {
  for (let item = 0; item < panel.item_count; item++) {
    const start = item * panel.week_count;
    const weekly = lists.subarray(start, start + panel.week_count);
    const base = weekly.find((price) => price > 0) ?? 0;
    panel.list_price[item] = base;
    weekly.forEach((price, week) => {
      if (base > 0 && price > 0 && panel.price_index !== null) panel.price_index[start + week] = price / base;
    });
  }
}
