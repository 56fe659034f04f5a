import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { refuseRows } from './refuse-rows.ts';
import type { Staged } from './staged.ts';

interface Part {
  position: number;
  pack_code: string;
  component_code: string;
}

type Parts = Map<string, Set<string>>;

/** Whether a code is a pack that holds another, from pack to pack. */
function holds(parts: Parts, from: string, wanted: string): boolean {
  const [seen, waiting] = [new Set<string>(), [from]];
  for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
    if (code === wanted) return true;
    if (seen.has(code)) continue;
    seen.add(code);
    waiting.push(...(parts.get(code) ?? []));
  }
  return false;
}

function add(parts: Parts, pack: string, component: string): void {
  parts.set(pack, (parts.get(pack) ?? new Set()).add(component));
}

/** The rows by which a pack would hold itself, taken in the order of the file after those known. */
function cyclicRows(parts: Parts, rows: readonly Part[]): number[] {
  return rows.flatMap(({ position, pack_code, component_code }) => {
    if (holds(parts, component_code, pack_code)) return [position];
    add(parts, pack_code, component_code);
    return [];
  });
}

/** Refuses the rows by which a pack would hold itself, through packs known before too. Needs `prev_pack`. */
export async function refusePackCycles(session: Session, staged: readonly Staged[]): Promise<void> {
  const packed = staged.filter(({ feed }) => feed.kind === 'packs');
  if (packed.length === 0) return;
  const files: Part[][] = [];
  for (const { table } of packed)
    files.push(
      await session.rows<Part>(
        `SELECT position, pack_code, component_code FROM ${quoteIdentifier(table)} WHERE NOT refused ORDER BY position`,
      ),
    );
  const sent = new Set(files.flat().map(({ pack_code }) => pack_code));
  const known = await session.rows<Part>('SELECT 0 AS position, pack_code, component_code FROM prev_pack');
  const parts: Parts = new Map();
  for (const { pack_code, component_code } of known)
    if (!sent.has(pack_code)) add(parts, pack_code, component_code);
  for (const [index, own] of packed.entries())
    await refuseRows(session, own, {
      positions: cyclicRows(parts, files[index] ?? []),
      columns: ['pack_code', 'component_code'],
      reason: 'ce lot se contiendrait lui-même, de proche en proche',
    });
}
