import { discountFault, formatMoney, markedDownPrice } from '@palier/domain';
import { bareAmount } from '../../../lib/bare-amount.ts';
import { standingRate } from '../rows/price.ts';
import type { Line } from '../rows/row.ts';

/**
 * A price typed in the place of a discount, « 29,99 » or « 30 € »; null for anything else: « 30 », « 0,3 », « 30 % ». A
 * whole number is a discount however many zeros a spreadsheet wrote after it (« 50,0 »), unless its currency is said,
 * which is the project's.
 */
export function parsePrice(text: string, catalog_currency: string): number | null {
  const { bare, hasCurrency } = bareAmount(text, catalog_currency);
  if (!/^\d+(\.\d{1,2})?$/.test(bare)) return null;
  const price = Number(bare);
  return hasCurrency || (price > 1 && !Number.isInteger(price)) ? price : null;
}

interface LevelPrice {
  level: number;
  price: number;
}

/** The price of a line at each discount that it may take. */
function pricesOf(line: Line, levels: readonly number[]): { list: number; prices: LevelPrice[] } | null {
  const list = Array.isArray(line.price) ? line.price[0] : line.price;
  if (typeof list !== 'number') return null;
  const prices = levels
    .filter((level) => discountFault(level, line, levels) === null)
    .map((level) => ({ level, price: markedDownPrice(list, standingRate(line, level)) }));
  return { list, prices };
}

/** The discount nearest to a price among those whose price it is; undefined when it is that of none. */
export function levelOfPrice(line: Line, levels: readonly number[], price: number): number | undefined {
  const found = pricesOf(line, levels);
  if (!found) return undefined;
  const rate = 100 * (1 - price / found.list);
  return found.prices
    .filter((one) => Math.abs(one.price - price) < 0.005)
    .sort((a, b) => Math.abs(a.level - rate) - Math.abs(b.level - rate) || a.level - b.level)[0]?.level;
}

/** Why a price typed is none of a line's, with those on each side of it. */
export function priceFault(
  line: Line,
  levels: readonly number[],
  price: number,
  catalog_currency: string,
): string {
  const prices = pricesOf(line, levels)?.prices ?? [];
  const above = prices.findLast((one) => one.price > price);
  const below = prices.find((one) => one.price < price);
  const near = [above, below]
    .flatMap((one) => (one ? `${formatMoney(one.price, catalog_currency)} à ${one.level} %` : []))
    .join(' ou ');
  const typed = formatMoney(price, catalog_currency);
  return near === ''
    ? `Aucune démarque de ce produit ne le met à ${typed}.`
    : `Aucune démarque de ce produit ne le met à ${typed} : ${near}.`;
}
