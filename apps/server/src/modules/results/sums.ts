import type { Results } from '@palier/contract';
import { discountBudget, leftoverLoss, profitValue, salesValue } from '@palier/domain';
import type { ResultRow } from './lines.ts';

type Comparison = Omit<Results['total'], 'last_year'>;
type Figures = Results['total']['real'];

const NAMES = ['sales_qty', 'sales', 'list_sales', 'profit', 'discount_budget'] as const;

const isKnown = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A sum of what is known, as the listing's totals are: null where nothing is, though there are lines. */
function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter(isKnown);
  return known.length === 0 && values.length > 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function sumFigures(parts: readonly Figures[]): Figures {
  const sum = (name: keyof Figures) => sumKnown(parts.map((part) => part[name]));
  return Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as Figures;
}

function realOf({ qty, sales, list_sales, price, base_price, cost }: ResultRow): Figures {
  const valued = sales !== null && price !== null && price > 0 && base_price !== null && cost !== null;
  // Without a sale, nothing was earned whatever is known of the product.
  const profit = qty === 0 && sales === 0 ? 0 : valued ? (sales * base_price) / price - cost * qty : null;
  const discount_budget = sales === null || list_sales === null ? null : list_sales - sales;
  return { sales_qty: qty, sales, list_sales, profit, discount_budget };
}

/** What was planned of a row; of what it earned nobody knows how much, nothing, so that both sums are of the same rows. */
function comparableOf(row: ResultRow): Figures[] {
  const planned = plannedOf(row);
  if (!planned) return [];
  const real = realOf(row);
  const named = NAMES.map((name) => [name, isKnown(real[name]) ? planned[name] : null]);
  return [Object.fromEntries(named) as Figures];
}

function plannedOf({ planned_qty: qty, planned_discount_pct: pct, ...line }: ResultRow): Figures | null {
  if (qty === null || pct === null) return null;
  const { planned_price: price, planned_base_price: base_price, cost } = line;
  return {
    sales_qty: qty,
    sales: price === null ? null : salesValue(price, pct, qty),
    list_sales: price === null ? null : price * qty,
    profit: base_price === null || cost === null ? null : profitValue(base_price, pct, cost, qty),
    discount_budget: price === null ? null : discountBudget(price, pct, qty),
  };
}

/** Whether each phase has the plan of some of its rows: what is planned of a few phases is not set beside what all sold. */
function isPlanned(rows: readonly ResultRow[]): boolean {
  const withPlan = new Set(rows.flatMap((row) => (plannedOf(row) ? [row.phase] : [])));
  return rows.length > 0 && rows.every(({ phase }) => withPlan.has(phase));
}

/** Lines that have a plan in each of their phases: what would be left of them had it been sold is known. */
function plannedCount(rows: readonly ResultRow[]): number {
  const unplanned = new Set(rows.flatMap((row) => (plannedOf(row) ? [] : [row._id])));
  return new Set(rows.map(({ _id }) => _id)).size - unplanned.size;
}

/** The sums of some rows: planned (null unless each of their phases is), real, and the parts of the gap between them. */
export function compareRows(rows: readonly ResultRow[]): Comparison {
  const planned = rows.flatMap(comparableOf);
  const real = rows.map(realOf);
  const isUnknown = (place: number) => !isKnown(real[place]?.sales) || !isKnown(real[place]?.profit);
  const compared = rows.flatMap(({ gap }) => gap ?? []);
  const sum = (name: 'price' | 'volume' | 'mix' | 'stock_out'): number =>
    compared.reduce((total, gap) => total + gap[name], 0);
  const parts = { price: sum('price'), volume: sum('volume'), mix: sum('mix'), stock_out: sum('stock_out') };
  const total = parts.price + parts.volume + parts.mix + parts.stock_out;
  return {
    planned: isPlanned(rows) ? sumFigures(planned) : null,
    real: sumFigures(real),
    gap: compared.length > 0 ? { ...parts, total } : null,
    line_count: new Set(rows.map(({ _id }) => _id)).size,
    compared_count: new Set(rows.flatMap(({ _id, gap }) => (gap ? [_id] : []))).size,
    planned_count: plannedCount(rows),
    unknown_line_count: new Set(rows.flatMap(({ _id }, place) => (isUnknown(place) ? [_id] : []))).size,
  };
}

/** What a line earned over its phases less what its leftovers lose of their cost; null where either is not known. */
function meritOf(rows: readonly ResultRow[]): number | null {
  const [line] = rows;
  const profits = rows.map((row) => realOf(row).profit);
  if (!line || !isKnown(line.left_qty) || !profits.every(isKnown)) return null;
  const { left_qty, cost, residual_value } = line;
  const profit = profits.reduce((sum, value) => sum + value, 0);
  if (left_qty === 0) return profit;
  return cost === null ? null : profit - leftoverLoss(residual_value, cost, left_qty);
}

/** What is left of the lines at the end, and their « marge après invendus »; null when nobody knows what is left. */
export function leftOf(rows: readonly ResultRow[]): Results['left'] {
  const lines = [...Map.groupBy(rows, ({ _id }) => _id).values()];
  const qty = sumKnown(lines.map(([line]) => line?.left_qty ?? null));
  return qty === null ? null : { qty, profit_after_leftovers: sumKnown(lines.map(meritOf)) };
}
