import { join } from 'node:path';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import type { Desk } from './files.ts';

/** Lines of a file, by their place. */
export const rows = (row: (index: number) => string, count = 12): string[] =>
  Array.from({ length: count }, (_, index) => row(index));
export const day = (index: number): string => `${10 + index}/06/2026`;

/** What a file is asked and comes to, with answers or none. */
export async function sentTo(
  { put, send, folder }: Desk,
  name: string,
  lines: readonly string[],
  answers: Record<string, string> = {},
  today?: string,
) {
  const mapping = { accept_likely: false, settings: { date_order: 'day' as const }, answers };
  const { report, folder: version } = await send([await put(name, `${lines.join('\n')}\n`)], {
    mapping,
    ...(today && { today }),
  });
  const read = async <Row extends object>(sql: string): Promise<Row[]> => {
    const database = await openDatabase({ temp_folder: join(folder, 'look'), memory_limit: '100MB' });
    try {
      return await database.session(async (session) => {
        await attachWarehouse(session, version, 'w_');
        return session.rows<Row>(sql);
      });
    } finally {
      database.close();
    }
  };
  return { ...report, asked: report.questions.map(({ code }) => code), read };
}
