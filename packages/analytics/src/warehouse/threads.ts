import { stat } from 'node:fs/promises';
import { readPrevious } from './previous.ts';

/** Rows of sales up to which threads would cost more than they share: most statements are then of few rows. */
const ONE_THREAD_SALES = 2_000_000;
/** The same of the bytes of a delivery, which may be compressed. */
const ONE_THREAD_BYTES = 500_000;

/** The setting of a database that reads so many sales: one thread where more would cost. */
export const threadsForSales = (rows: number): { threads?: number } =>
  rows <= ONE_THREAD_SALES ? { threads: 1 } : {};

/** The same of a delivery that meets what earlier ones left. */
export async function threadsForFiles(
  files: readonly { path: string }[],
  previousFolder: string | null,
): Promise<{ threads?: number }> {
  let bytes = 0;
  for (const { path } of files) bytes += (await stat(path)).size;
  if (bytes > ONE_THREAD_BYTES) return {};
  const { manifest } = await readPrevious(previousFolder);
  return threadsForSales(manifest?.totals.sale_rows ?? 0);
}
