import { DOUBLE, DuckDBDataChunk, INTEGER, LIST, listValue } from '@duckdb/node-api';
import type { Session } from '../database/session.ts';
import type { SignedLines } from './types.ts';

const BATCH = 2048;

/**
 * Table `line_signed (line_no, price, list_price, variant_rises)`: what was signed in the phase before the worked one, a
 * row for each of the lines that it gave a price.
 * @param ids `_id` of each line, in line order
 */
export async function gatherSigned(
  session: Session,
  ids: readonly string[],
  signed: SignedLines | null,
): Promise<void> {
  await session.run(
    'CREATE OR REPLACE TABLE line_signed (line_no INTEGER, price DOUBLE, list_price DOUBLE, variant_rises DOUBLE[])',
  );
  if (signed === null) return;
  const rows = ids.flatMap((id, line_no) => {
    const found = signed.lines.get(id);
    return found ? [{ line_no, ...found }] : [];
  });
  const appender = await session.connection.createAppender('line_signed');
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const chunk = DuckDBDataChunk.create([INTEGER, DOUBLE, DOUBLE, LIST(DOUBLE)]);
    chunk.setColumns([
      batch.map(({ line_no }) => line_no),
      batch.map(({ price }) => price),
      batch.map(({ list_price }) => list_price),
      batch.map(({ variant_rises }) => variant_rises && listValue([...variant_rises])),
    ]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
