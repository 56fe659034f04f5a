import { setImmediate } from 'node:timers/promises';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import type { DiscountRow } from './repository.ts';

/** Lines that one statement reads: the embedded database keeps everybody waiting for it. */
const LINES_AT_ONCE = 2500;

/**
 * Lines written after a version, all of one moment, for the copies of decisions that answer listings. Many are read in
 * several statements: what is written meanwhile is read again, until one statement reads all that is left of it.
 */
export async function changedSince(
  db: DbOrTx,
  project: ProjectScope,
  version: number,
): Promise<DiscountRow[]> {
  const rows = await linesAfter(db, project, version).limit(LINES_AT_ONCE).execute();
  if (rows.length < LINES_AT_ONCE) return rows;
  const found = new Map<string, DiscountRow>();
  let since = version;
  for (;;) {
    const reached = await versionOf(db, project);
    for await (const row of everyLineAfter(db, project, since)) found.set(row.discount_id, row);
    const last = await linesAfter(db, project, reached).limit(LINES_AT_ONCE).execute();
    for (const row of last) found.set(row.discount_id, row);
    if (last.length < LINES_AT_ONCE) return [...found.values()];
    since = reached;
  }
}

async function* everyLineAfter(
  db: DbOrTx,
  project: ProjectScope,
  version: number,
): AsyncGenerator<DiscountRow> {
  let after: string | null = null;
  for (;;) {
    const query = linesAfter(db, project, version).orderBy('discount_id').limit(LINES_AT_ONCE);
    const rows: DiscountRow[] = await (after === null
      ? query
      : query.where('discount_id', '>', after)
    ).execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < LINES_AT_ONCE) return;
    after = last.discount_id;
    await setImmediate();
  }
}

const linesAfter = (db: DbOrTx, project: ProjectScope, version: number) =>
  db
    .selectFrom('discount')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .where('version', '>', version);

/** The version that a project's decisions have come to. */
async function versionOf(db: DbOrTx, { project_id, organization_id }: ProjectScope): Promise<number> {
  const row = await db
    .selectFrom('project')
    .select('version')
    .where('project_id', '=', project_id)
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return Number(row.version);
}
