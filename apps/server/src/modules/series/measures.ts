import type { SerieSums } from '@palier/analytics';
import type { RouteOutput } from '@palier/contract';
import { meanDiscountPct, ratio, SERIE_METRICS, sellThroughPct } from '@palier/domain';

type Node = RouteOutput<'series.report'>['total'];
type Measures = Node['series'][number];

/** The sums of a series over the lines of a node, with their currencies; amounts of two currencies are never added. */
export interface Cell {
  sums: SerieSums;
  catalog_currency: string;
  accounting_currency: string;
}

/** A node of the report before its measures: sums by place among the series. */
export interface SumNode {
  key: string | null;
  cells: (Cell | undefined)[];
  children: Map<string, SumNode>;
}

const CATALOG = ['sales', 'list_sales', 'discount_budget', 'stock_retail_value'] as const;
const ACCOUNTING = ['profit', 'stock_cost_value'] as const;
const UNITS = ['sales_qty', 'season_sales_qty', 'sold_qty', 'stock_qty', 'face_sum', 'face_weight'] as const;
/** Of several currencies: nobody's, since no code is written so. */
const MIXED = '';

const plus = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);

function addCells(one: Cell | undefined, other: Cell): Cell {
  if (!one) return other;
  const sums = { ...one.sums };
  const catalog = one.catalog_currency === other.catalog_currency ? one.catalog_currency : MIXED;
  const accounting = one.accounting_currency === other.accounting_currency ? one.accounting_currency : MIXED;
  for (const name of UNITS) sums[name] = plus(one.sums[name], other.sums[name]);
  for (const name of CATALOG) sums[name] = catalog === MIXED ? null : plus(one.sums[name], other.sums[name]);
  for (const name of ACCOUNTING)
    sums[name] = accounting === MIXED ? null : plus(one.sums[name], other.sums[name]);
  sums.line_count = one.sums.line_count + other.sums.line_count;
  sums.unknown_count = one.sums.unknown_count + other.sums.unknown_count;
  return { sums, catalog_currency: catalog, accounting_currency: accounting };
}

export const emptyNode = (key: string | null = null): SumNode => ({ key, cells: [], children: new Map() });

/** Adds the figures of a deepest group to each node above it, the whole first. */
export function addToTree(root: SumNode, keys: readonly (string | null)[], place: number, cell: Cell): void {
  let node = root;
  node.cells[place] = addCells(node.cells[place], cell);
  for (const key of keys) {
    const name = key === null ? 'none' : `key ${key}`;
    const child = node.children.get(name) ?? emptyNode(key);
    node.children.set(name, child);
    child.cells[place] = addCells(child.cells[place], cell);
    node = child;
  }
}

/** The thirteen figures of a cell: each has its one definition here, from sums that are the listing's. */
export function measuresOf(cell: Cell | undefined, days: number | null): Measures {
  const sums = cell?.sums;
  const of = (name: keyof SerieSums): number | null => sums?.[name] ?? null;
  const pair = (
    a: number | null,
    b: number | null,
    make: (a: number, b: number) => number | null,
  ): number | null => (a === null || b === null ? null : make(a, b));
  return {
    sales: of('sales'),
    profit: of('profit'),
    sales_qty: of('sales_qty'),
    sales_discount_pct: pair(of('sales'), of('list_sales'), meanDiscountPct),
    season_sales_qty: of('season_sales_qty'),
    discount_budget: of('discount_budget'),
    sell_through_pct: pair(of('sold_qty'), of('stock_qty'), sellThroughPct),
    stock_qty: of('stock_qty'),
    stock_cost_value: of('stock_cost_value'),
    stock_retail_value: of('stock_retail_value'),
    day_count: sums ? days : null,
    item_group_count: of('line_count'),
    face_discount_pct: pair(of('face_sum'), of('face_weight'), ratio),
  };
}

/** Measures that say a cost or a margin: they are not there at all for who may not see them. */
const COSTS: ReadonlySet<string> = new Set(SERIE_METRICS.filter(({ needs }) => needs).map(({ id }) => id));

export function withoutCosts<T extends Record<string, unknown>>(measures: T): T {
  return Object.fromEntries(Object.entries(measures).filter(([name]) => !COSTS.has(name))) as T;
}

/** Keys in the order of people: numbers as numbers, without case or accents, those of no value last. */
function compareKeys(a: SumNode, b: SumNode): number {
  if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
  return a.key.localeCompare(b.key, 'fr', { numeric: true, sensitivity: 'base' });
}

/** The tree as it is answered. `levels`: dimensions under this node. */
export function presentNode(
  node: SumNode,
  levels: number,
  present: (cell: Cell | undefined, place: number) => Measures,
  places: number,
): Node {
  const series = Array.from({ length: places }, (_, place) => present(node.cells[place], place));
  if (levels === 0) return { key: node.key, series };
  const children = [...node.children.values()].sort(compareKeys);
  return {
    key: node.key,
    series,
    data: children.map((child) => presentNode(child, levels - 1, present, places)),
  };
}
