import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { DepartedLineTable } from '../../db/tables/project-tables.ts';
import type { ProjectScope } from '../../scope.ts';

/** What is kept of a line as it leaves. */
export type DepartedLine = Omit<Insertable<DepartedLineTable>, 'project_id' | 'activity_id' | 'returned'>;
export type DepartedRow = Selectable<DepartedLineTable> & { left_at: Date };

/** Lines written in one statement. */
const LINES_AT_ONCE = 2000;

/** Of some lines those that have a comment. */
export async function commentedLines(
  tx: Tx,
  { project_id }: ProjectScope,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('activity as a')
    .innerJoin('activity_line as l', (join) =>
      join.onRef('l.project_id', '=', 'a.project_id').onRef('l.activity_id', '=', 'a.activity_id'),
    )
    .select('l.discount_id')
    .distinct()
    .where('a.project_id', '=', project_id)
    .where('a.kind', '=', 'comment')
    .where('l.discount_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ discount_id }) => discount_id));
}

/** The lines that left and are not back. */
export async function awayLineIds(db: DbOrTx, { project_id }: ProjectScope): Promise<string[]> {
  const rows = await db
    .selectFrom('departed_line')
    .select('discount_id')
    .where('project_id', '=', project_id)
    .where('returned', '=', false)
    .execute();
  return rows.map(({ discount_id }) => discount_id);
}

/** The lines that left by one entry of the journal and are back. */
export async function returnedLineIds(
  db: DbOrTx,
  { project_id }: ProjectScope,
  activity_id: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('departed_line')
    .select('discount_id')
    .where('project_id', '=', project_id)
    .where('activity_id', '=', activity_id)
    .where('returned', '=', true)
    .execute();
  return new Set(rows.map(({ discount_id }) => discount_id));
}

export async function keepDeparted(
  tx: Tx,
  { project_id }: ProjectScope,
  activity_id: string,
  lines: readonly DepartedLine[],
): Promise<void> {
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
    const some = lines.slice(start, start + LINES_AT_ONCE);
    await tx
      .insertInto('departed_line')
      .values(some.map((line) => ({ ...line, project_id, activity_id })))
      .execute();
  }
}

export async function markReturned(
  tx: Tx,
  { project_id }: ProjectScope,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('departed_line')
    .set({ returned: true })
    .where('project_id', '=', project_id)
    .where('returned', '=', false)
    .where('discount_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

/** The decided lines that left a project, those that are not back first, the latest and largest first. */
export function listDeparted(db: DbOrTx, { project_id }: ProjectScope): Promise<DepartedRow[]> {
  return db
    .selectFrom('departed_line as d')
    .innerJoin('activity as a', (join) =>
      join.onRef('a.project_id', '=', 'd.project_id').onRef('a.activity_id', '=', 'd.activity_id'),
    )
    .selectAll('d')
    .select('a.created_at as left_at')
    .where('d.project_id', '=', project_id)
    .where('a.project_id', '=', project_id)
    .orderBy('d.returned')
    .orderBy('d.activity_id', 'desc')
    .orderBy(sql`d.stock_qty desc nulls last`)
    .orderBy('d.item_group_id')
    .execute();
}
