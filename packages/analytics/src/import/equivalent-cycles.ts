import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { refuseRows } from './refuse-rows.ts';
import type { Staged } from './staged.ts';

interface Link {
  position: number;
  old_code: string;
  new_code: string;
}

/** Whether following the links from a code comes to another. */
function leadsTo(links: ReadonlyMap<string, string>, from: string, to: string): boolean {
  const seen = new Set<string>();
  for (let code: string | undefined = from; code !== undefined && !seen.has(code); code = links.get(code)) {
    if (code === to) return true;
    seen.add(code);
  }
  return false;
}

/** The rows that would lead a code back to itself, taken in the order of the file after those known. */
function cyclicRows(links: Map<string, string>, rows: readonly Link[]): number[] {
  return rows.flatMap(({ position, old_code, new_code }) => {
    if (leadsTo(links, new_code, old_code)) return [position];
    links.set(old_code, new_code);
    return [];
  });
}

/** Refuses the equivalents that lead a code back to itself, through those known before too. Needs `prev_equivalent`. */
export async function refuseCycles(session: Session, staged: readonly Staged[]): Promise<void> {
  const recoded = staged.filter(({ feed }) => feed.kind === 'equivalents');
  if (recoded.length === 0) return;
  const order = "coalesce(date, DATE '1970-01-01')";
  const known = await session.rows<Omit<Link, 'position'>>(
    `SELECT old_code, new_code FROM prev_equivalent ORDER BY ${order}`,
  );
  const links = new Map(known.map(({ old_code, new_code }) => [old_code, new_code]));
  for (const own of recoded) {
    const rows = await session.rows<Link>(
      `SELECT position, old_code, new_code FROM ${quoteIdentifier(own.table)} WHERE NOT refused ORDER BY ${order}, position`,
    );
    await refuseRows(session, own, {
      positions: cyclicRows(links, rows),
      columns: ['old_code', 'new_code'],
      reason: 'ce code revient à l’ancien, de proche en proche',
    });
  }
}
