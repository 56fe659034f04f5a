import { COVERAGE_MAXIMUM_WEEKS, COVERAGE_SCORE_LIMITS, COVERAGE_STOCK_SHARE, RESIDUE } from '@palier/domain';

/**
 * The domain's formulas of money, rates and coverage in SQL, each the only one of its kind: `formulas.property.test.ts`
 * compares them with the domain's functions. Arguments are SQL expressions without side effects, since some stand
 * twice; a missing value gives NULL. Discounts are in points.
 */

/** `discountedValue`: what is left of a price at a discount. */
export const discountedSql = (price: string, discount: string): string =>
  `${price} * (1 - (${discount}) / 100)`;

/** `markedDownPrice`: the price that a label bears. */
export const markedDownSql = (price: string, discount: string): string =>
  `floor(round(${price} * (100 - (${discount})), 6) + 0.5) / 100`;

/** `priceRise`: what a label goes above the one signed before. */
export const priceRiseSql = (price: string, signed: string): string =>
  `CASE WHEN round(100 * ${price}) > round(100 * ${signed}) THEN (round(100 * ${price}) - round(100 * ${signed})) / 100 END`;

/** `announcedPct`: the percentage of a prior price that may be announced. */
export const announcedSql = (price: string, prior: string): string =>
  `CASE WHEN ${prior} > 0 AND round(100 * ${price}) < round(100 * ${prior})
    THEN floor(100 * (round(100 * ${prior}) - round(100 * ${price})) / round(100 * ${prior})) END`;

/** `announceablePct` of the domain. */
export const announceableSql = (discount: string, rate: string): string =>
  `CASE WHEN ${discount} > 0 THEN least(${discount}, greatest(1, floor(${rate} + 1e-6))) ELSE ${discount} END`;

/** `announcement` of the domain. */
export const announcementSql = (price: string, discount: string, prior: string): string =>
  `CASE WHEN ${discount} > 0 THEN CASE WHEN ${prior} IS NULL OR ${price} IS NULL THEN 'unknown'
    WHEN (${announcedSql(price, prior)}) IS NULL THEN 'none' WHEN (${announcedSql(price, prior)}) < ${discount} THEN 'less' ELSE 'full' END END`;

/** `salesValue` of the domain. */
export const salesSql = (price: string, discount: string, qty: string): string =>
  `${discountedSql(price, discount)} * ${qty}`;

/** `profitValue` of the domain. */
export const profitSql = (basePrice: string, discount: string, cost: string, qty: string): string =>
  `(${discountedSql(basePrice, discount)} - ${cost}) * ${qty}`;

/** `cogsValue` of the domain. */
export const cogsSql = (cost: string, qty: string): string => `${cost} * ${qty}`;

/** `discountBudget` of the domain. */
export const budgetSql = (price: string, discount: string, qty: string): string =>
  `${price} * ${discount} / 100 * ${qty}`;

interface Sold {
  /** What was paid, tax included. */
  sales: string;
  qty: string;
  price: string;
  base_price: string;
  cost: string;
}

/**
 * Margin of what was sold, from what was paid: `profitValue` at the discount that the turnover comes to against the
 * product's price. Paid amounts lose the tax that stands between the product's two prices.
 */
export const realisedProfitSql = ({ sales, qty, price, base_price, cost }: Sold): string =>
  `${sales} * ${base_price} / nullif(${price}, 0) - ${cogsSql(cost, qty)}`;

/** `sellsBelowCost` of the domain, over parts of what is sold; false for what is not known. */
export function belowCostSql(basePrice: string, cost: string, parts: readonly SoldAt[]): string {
  const below = ({ qty, pct }: SoldAt): string =>
    `coalesce(${qty} > 0 AND ${discountedSql(basePrice, pct)} < ${cost} - 1e-9, false)`;
  return `(${parts.map(below).join(' OR ')})`;
}

/** `ratio` of the domain: NULL where there is no whole to speak of. */
export const ratioSql = (part: string, whole: string): string =>
  `(${part}) / CASE WHEN (${whole}) > ${RESIDUE.toExponential()} THEN (${whole}) END`;

/** `sharePct` of the domain. */
export const shareSql = (part: string, whole: string): string => ratioSql(`100 * (${part})`, whole);

/** `meanDiscountPct` of the domain. */
export const meanDiscountSql = (sales: string, listSales: string): string =>
  `100 * (1 - ${ratioSql(sales, listSales)})`;

/** `unitsLeft` of the domain. Said apart for an unknown quantity: `greatest` passes over NULL. */
export const leftSql = (stock: string, sold: string): string =>
  `CASE WHEN ${stock} - (${sold}) IS NOT NULL THEN greatest(${stock} - (${sold}), 0) END`;

/** `profitAfterLeftovers` of the domain. */
export const afterLeftoversSql = (
  profit: string,
  residualValue: string,
  cost: string,
  left: string,
): string => `${profit} - (1 - ${residualValue}) * ${cost} * (${left})`;

/** `sellThroughPct` of the domain. */
export const sellThroughSql = (sold: string, left: string): string => shareSql(sold, `(${sold}) + (${left})`);

/** A price without tax; `vat` is SQL of a share. */
export const withoutTaxSql = (price: string, vat: string): string => `${price} / (1 + ${vat})`;

/** An amount with tax; `vat` is SQL of a share. */
export const withTaxSql = (amount: string, vat: string): string => `${amount} * (1 + ${vat})`;

/** A price as shops show it: with tax, in cents. */
export const shopPriceSql = (basePrice: string, vat: string): string =>
  `round(${withTaxSql(basePrice, vat)}, 2)`;

/** A rate of tax as files write it (`20`, `5,5 %`, `0.2`) as a share; a code of a rate (`1`) is none. */
export const vatShareSql = (rate: string): string =>
  `CASE WHEN ${rate} = 0 OR ${rate} BETWEEN 0.01 AND 0.5 THEN ${rate} WHEN ${rate} BETWEEN 2 AND 50 THEN ${rate} / 100 END`;

/**
 * The rate of a sale, a share: the place's where it is another than the organisation's, for tax is due where one
 * sells; else the product's own; else the organisation's.
 */
export const saleVatSql = (place: string, product: string, organisation: number): string =>
  `CASE WHEN ${place} <> ${organisation} THEN ${place} ELSE coalesce(${product}, ${organisation}) END`;

/** `coverageAtPace` of the domain. */
export function paceCoverageSql(stock: string, weekly: string): string {
  // DuckDB's least passes over what is unknown: an unknown stock would last a year.
  return `CASE WHEN (${stock}) IS NULL THEN NULL WHEN ${stock} <= 0 THEN 0 WHEN coalesce((${weekly}), 0) <= 0 THEN ${COVERAGE_MAXIMUM_WEEKS}
    ELSE least(${COVERAGE_MAXIMUM_WEEKS}, ${COVERAGE_STOCK_SHARE} * (${stock}) / (${weekly})) END`;
}

/** `coverageScore` of the domain. */
export function coverageScoreSql(weeks: string): string {
  return `CASE WHEN ${weeks} IS NULL OR isnan(${weeks}) THEN NULL WHEN ${weeks} <= ${COVERAGE_SCORE_LIMITS.A} THEN 'A'
    WHEN ${weeks} <= ${COVERAGE_SCORE_LIMITS.B} THEN 'B' ELSE 'C' END`;
}

/** Units sold at a discount in points. */
export interface SoldAt {
  qty: string;
  pct: string;
}

interface FamilyInput {
  /** What is sold over the forecast's days, each part at its discount. */
  parts: readonly SoldAt[];
  /** Table alias of the line's `price`, `base_price` and `cost`. */
  prices: string;
  /** Season units sold before these days, and the stock that they are sold from. */
  sold_before: string;
  stock: string;
}

/** Columns of a family of forecasts, `[id, SQL]`; see the domain's FORECAST_FIELDS. */
export function forecastFamilySql(prefix: string, input: FamilyInput): [string, string][] {
  const { parts, prices, sold_before, stock } = input;
  const total = (of: (part: SoldAt) => string): string => `(${parts.map(of).join(' + ')})`;
  const [price, basePrice, cost] = [`${prices}.price`, `${prices}.base_price`, `${prices}.cost`];
  const qty = total((part) => part.qty);
  const sales = total((part) => salesSql(price, part.pct, part.qty));
  const listSales = `${price} * ${qty}`;
  const season = `(${sold_before} + ${qty})`;
  const left = leftSql(stock, qty);
  return [
    [`${prefix}sales_qty`, qty],
    [`${prefix}sales`, sales],
    [`${prefix}cogs`, cogsSql(cost, qty)],
    [`${prefix}profit`, total((part) => profitSql(basePrice, part.pct, cost, part.qty))],
    [`${prefix}stock`, left],
    [`${prefix}list_sales`, listSales],
    [`${prefix}sales_discount_pct`, meanDiscountSql(sales, listSales)],
    [`${prefix}season_sales_qty`, season],
    [`${prefix}available_qty`, `(${season} + ${left})`],
    [`${prefix}sell_through_pct`, sellThroughSql(season, left)],
  ];
}
