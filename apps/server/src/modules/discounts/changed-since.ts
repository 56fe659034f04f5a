import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { fewChangedSince } from './changes.ts';
import type { DiscountRow } from './decision-changes.ts';

/** Lines that one statement looks at: the embedded database keeps everybody waiting for it. */
const LINES_AT_ONCE = 2500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Lines written after a version, all of one moment, for the copies of decisions that answer listings, and the version
 * that they are of. Where they may be many, all lines are looked at in several statements: what is written meanwhile is
 * read again, until one statement reads all that is left of it.
 */
export async function changedSince(
  db: DbOrTx,
  project: ProjectScope,
  version: number,
): Promise<{ version: number; rows: DiscountRow[] }> {
  const found = new Map<string, DiscountRow>();
  let since = version;
  for (;;) {
    const { reached, rows } = await fewChangedSince(db, project, since);
    for (const row of rows ?? []) found.set(row.discount_id, row);
    if (rows) return { version: reached, rows: [...found.values()] };
    for await (const row of everyLineAfter(db, project, since)) found.set(row.discount_id, row);
    since = reached;
  }
}

async function* everyLineAfter(
  db: DbOrTx,
  { project_id }: ProjectScope,
  version: number,
): AsyncGenerator<DiscountRow> {
  let after: string | null = BEFORE_ALL;
  while (after !== null) {
    const { rows } = await sql<{ last: string | null } & (DiscountRow | { discount_id: null })>`
      with seen as materialized (
        select * from discount where project_id = ${project_id} and discount_id > ${after}::uuid
        order by discount_id limit ${LINES_AT_ONCE}
      )
      select l.last, d.* from (select (select discount_id from seen order by discount_id desc limit 1) as last) l
        left join seen d on d.version > ${version}`.execute(db);
    for (const { last: _, ...row } of rows) if (row.discount_id !== null) yield row;
    after = rows[0]?.last ?? null;
    await setImmediate();
  }
}
