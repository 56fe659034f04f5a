/** Money figures of a quantity sold; sales in catalogue currency, profit and cogs in accounting currency. */
export interface SalesFigures {
  sales_qty: number;
  /** Turnover, tax included: price × (1 − rate) × quantity. */
  sales: number;
  /** Margin, tax excluded: (base_price × (1 − rate) − cost) × quantity. */
  profit: number;
  /** Cost of goods sold: cost × quantity. */
  cogs: number;
}

/** The unit prices of a line; a missing price or cost counts as unknown and gives NaN figures, never 0. */
export interface UnitPrices {
  /** Selling price, tax included, catalogue currency. */
  price: number;
  /** Selling price, tax excluded, accounting currency. */
  base_price: number;
  /** Weighted average cost, accounting currency. */
  cost: number;
}

// The formulas are those of the specification (CONST-05 to CONST-07) and are exact: nothing is rounded but the prices
// that are written on labels (`markedDownPrice`) and, last of all, what a screen or a file shows.

/** What is left of a price at a discount, not rounded: what figures are made of. Discount in points. */
export function discountedValue(price: number, discountPct: number): number {
  return price * (1 - discountPct / 100);
}

/** The price that a label bears: price × (1 − discount) to the cent, halves up. Discount in points. */
export function markedDownPrice(price: number, discountPct: number): number {
  return Math.round(Number((price * (100 - discountPct)).toFixed(6))) / 100;
}

/** Turnover at a discount: price × (1 − discount) × quantity. Discount in points. */
export function salesValue(price: number, discountPct: number, quantity: number): number {
  return discountedValue(price, discountPct) * quantity;
}

/** Margin at a discount: (base price × (1 − discount) − cost) × quantity. Discount in points. */
export function profitValue(basePrice: number, discountPct: number, cost: number, quantity: number): number {
  return (discountedValue(basePrice, discountPct) - cost) * quantity;
}

/** Cost of goods sold: cost × quantity. */
export function cogsValue(cost: number, quantity: number): number {
  return cost * quantity;
}

/**
 * Discount budget: what the discount gives up on a quantity, tax included. The budget shown of a plan is its sum
 * over the units of the worked phase, everywhere. Discount in points.
 */
export function discountBudget(price: number, discountPct: number, quantity: number): number {
  return (price * discountPct * quantity) / 100;
}

/** Units left once some are sold; never below zero. */
export function unitsLeft(stockQty: number, soldQty: number): number {
  return Math.max(0, stockQty - soldQty);
}

/** True when a unit sold at a price without tax brings less than it cost; the cent's rounding aside. */
export function isBelowCost(netPrice: number, cost: number): boolean {
  return netPrice < cost - 1e-9;
}

/**
 * Whether a line is sold under its cost in some part of its future: units at a discount whose price without tax brings
 * less than they cost. Without a price or a cost, nobody can say so.
 */
export function sellsBelowCost(
  { base_price, cost }: Pick<UnitPrices, 'base_price' | 'cost'>,
  parts: readonly { sales_qty: number; discount_pct: number }[],
): boolean {
  return parts.some(
    ({ sales_qty, discount_pct }) =>
      sales_qty > 0 && isBelowCost(discountedValue(base_price, discount_pct), cost),
  );
}

/** All figures of a quantity sold at one discount (points). */
export function salesFigures(prices: UnitPrices, discountPct: number, quantity: number): SalesFigures {
  return {
    sales_qty: quantity,
    sales: salesValue(prices.price, discountPct, quantity),
    profit: profitValue(prices.base_price, discountPct, prices.cost, quantity),
    cogs: cogsValue(prices.cost, quantity),
  };
}
