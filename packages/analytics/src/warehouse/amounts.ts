import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import type { WarehouseManifest } from './types.ts';

/** What a warehouse says of its currencies: those named, and the sales of each where there are several. */
export async function readAmounts(
  session: Session,
  prefix: string,
  own: string,
): Promise<Pick<WarehouseManifest, 'amounts' | 'currencies'>> {
  const named = [
    `SELECT currency AS code FROM "${prefix}sale_any"`,
    `SELECT currency FROM "${prefix}price"`,
    ...['currency', 'cost_currency'].flatMap((column) => [
      `SELECT ${column} FROM "${prefix}item"`,
      `SELECT ${column} FROM "${prefix}item_group"`,
    ]),
  ];
  const codes = await session.rows<{ code: string }>(
    `SELECT DISTINCT code FROM (${named.join(' UNION ')}) WHERE code IS NOT NULL ORDER BY 1`,
  );
  const currencies = codes.map(({ code }) => code);
  if (currencies.every((code) => code === own)) return { currencies };
  const sums = await session.rows<{ code: string; amount: number }>(
    `SELECT coalesce(currency, ${quoteText(own)}) AS code, round(coalesce(sum(amount), 0), 2)::DOUBLE AS amount
     FROM "${prefix}sale_any" GROUP BY 1 ORDER BY code <> ${quoteText(own)}, 2 DESC`,
  );
  return { currencies, amounts: Object.fromEntries(sums.map(({ code, amount }) => [code, amount])) };
}

/** Sales by currency in two versions; empty where both have one alone. */
export function amountsSaid(
  before: WarehouseManifest | null,
  after: WarehouseManifest | null,
): { currency: string; before: number; after: number }[] {
  if (!before?.amounts && !after?.amounts) return [];
  const of = (manifest: WarehouseManifest | null): Readonly<Record<string, number>> =>
    manifest?.amounts ?? (manifest ? { [manifest.currency]: manifest.totals.sale_amount } : {});
  const [earlier, later] = [of(before), of(after)];
  const codes = [...new Set([...Object.keys(later), ...Object.keys(earlier)])];
  return codes.map((currency) => ({
    currency,
    before: earlier[currency] ?? 0,
    after: later[currency] ?? 0,
  }));
}
