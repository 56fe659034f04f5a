import type { Results } from '@palier/contract';
import { discountBudget, leftoverLoss, profitValue, salesValue } from '@palier/domain';
import type { ResultRow } from './lines.ts';

type Comparison = Omit<Results['total'], 'last_year'>;
type Figures = Results['total']['real'];

const NAMES = ['sales_qty', 'sales', 'list_sales', 'profit', 'discount_budget'] as const;

/** What is unknown of one line is unknown of the sum. */
function sumFigures(parts: readonly Figures[]): Figures {
  const sum = (name: keyof Figures): number | null => {
    let total = 0;
    for (const part of parts) {
      const value = part[name];
      if (value === null || !Number.isFinite(value)) return null;
      total += value;
    }
    return total;
  };
  return Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as Figures;
}

function realOf({ qty, sales, list_sales, price, base_price, cost }: ResultRow): Figures {
  const valued = sales !== null && price !== null && price > 0 && base_price !== null && cost !== null;
  // Without a sale, nothing was earned whatever is known of the product.
  const profit = qty === 0 && sales === 0 ? 0 : valued ? (sales * base_price) / price - cost * qty : null;
  const discount_budget = sales === null || list_sales === null ? null : list_sales - sales;
  return { sales_qty: qty, sales, list_sales, profit, discount_budget };
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

/** The sums of some rows: planned (null unless each of their phases is), real, and the parts of the gap between them. */
export function compareRows(rows: readonly ResultRow[]): Comparison {
  const planned = rows.flatMap((row) => plannedOf(row) ?? []);
  const compared = rows.flatMap(({ gap }) => gap ?? []);
  const sum = (name: 'price' | 'volume' | 'mix' | 'stock_out'): number =>
    compared.reduce((total, gap) => total + gap[name], 0);
  const parts = { price: sum('price'), volume: sum('volume'), mix: sum('mix'), stock_out: sum('stock_out') };
  const total = parts.price + parts.volume + parts.mix + parts.stock_out;
  return {
    planned: isPlanned(rows) ? sumFigures(planned) : null,
    real: sumFigures(rows.map(realOf)),
    gap: compared.length > 0 ? { ...parts, total } : null,
    line_count: new Set(rows.map(({ _id }) => _id)).size,
    compared_count: new Set(rows.flatMap(({ _id, gap }) => (gap ? [_id] : []))).size,
  };
}

/** What is left of the lines at the end, and what it loses of its cost; null when nobody knows what is left. */
export function leftOf(rows: readonly ResultRow[]): Results['left'] {
  const lines = [...new Map(rows.map((row) => [row._id, row])).values()];
  let qty = 0;
  let loss: number | null = 0;
  for (const { left_qty, residual_value, cost } of lines) {
    if (left_qty === null) return null;
    qty += left_qty;
    if (left_qty > 0)
      loss = loss === null || cost === null ? null : loss + leftoverLoss(residual_value, cost, left_qty);
  }
  return { qty, loss };
}
