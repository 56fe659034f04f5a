import { DOUBLE, DuckDBDataChunk, INTEGER, LIST, listValue } from '@duckdb/node-api';
import { type PriceEnding, realRate, type SignedLabel } from '@palier/domain';
import type { Session } from '../database/session.ts';

const BATCH = 2048;

/**
 * Table `line_rate (line_no, rates)`: the rate, in points, that the price of each level stands at, where labels have
 * endings or stay at what was signed; no row for the lines whose prices have none.
 * @param prices list price of each line, in line order
 * @param signed label of each line in the phase before, in line order; missing: none
 * @returns how many lines have rates of their own
 */
export async function gatherRates(
  session: Session,
  prices: Float64Array,
  levels: readonly number[],
  endings: readonly PriceEnding[],
  signed: readonly (SignedLabel | null)[] = [],
): Promise<number> {
  await session.run('CREATE OR REPLACE TABLE line_rate (line_no INTEGER, rates DOUBLE[])');
  if (endings.length === 0 && signed.length === 0) return 0;
  const numbers: number[] = [];
  const rates: number[][] = [];
  prices.forEach((price, line) => {
    const own = levels.map((level) => realRate(price, level, endings, signed[line] ?? null));
    if (own.every((rate, index) => rate === levels[index])) return;
    numbers.push(line);
    rates.push(own);
  });
  const appender = await session.connection.createAppender('line_rate');
  for (let start = 0; start < numbers.length; start += BATCH) {
    const chunk = DuckDBDataChunk.create([INTEGER, LIST(DOUBLE)]);
    chunk.setColumns([
      numbers.slice(start, start + BATCH),
      rates.slice(start, start + BATCH).map((own) => listValue(own)),
    ]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  return numbers.length;
}
