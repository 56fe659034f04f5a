import type { Session } from '../../database/session.ts';
import { quoteText } from '../../database/sql.ts';
import { attachWarehouse } from '../../warehouse/previous.ts';
import { type KnownCodes, NO_CODES } from './values.ts';

/** Rows of each file whose values are looked for, values in all, and letters of one. */
const ROWS = 50;
const MOST_VALUES = 5000;
const MOST_LETTERS = 40;

const PREFIX = 'coded_';

function candidates(samples: readonly (readonly (readonly string[])[])[]): string[] {
  const found = new Set<string>();
  for (const rows of samples)
    for (const row of rows.slice(0, ROWS))
      for (const cell of row) {
        const value = cell.trim();
        if (value !== '' && value.length <= MOST_LETTERS && found.size < MOST_VALUES) found.add(value);
      }
  return [...found];
}

async function among(session: Session, values: readonly string[], select: string): Promise<Set<string>> {
  const list = values.map(quoteText).join(', ');
  const rows = await session.rows<{ code: string }>(
    `SELECT DISTINCT code FROM (${select}) WHERE code IN (${list})`,
  );
  return new Set(rows.map(({ code }) => code));
}

/** Which values of the first rows of files are codes of the organisation's products or places. */
export async function knownCodes(
  session: Session,
  folder: string | null,
  samples: readonly (readonly (readonly string[])[])[],
): Promise<KnownCodes> {
  const values = candidates(samples);
  if (folder === null || values.length === 0) return NO_CODES;
  await attachWarehouse(session, folder, PREFIX);
  return {
    products: await among(
      session,
      values,
      `SELECT item_group_id AS code FROM ${PREFIX}item_group UNION ALL SELECT item_id FROM ${PREFIX}item`,
    ),
    places: await among(session, values, `SELECT code FROM ${PREFIX}place`),
  };
}
