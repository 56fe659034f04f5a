import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { Scope } from '../../scope.ts';

export interface UnusedFolder {
  organization_id: string;
  path: string;
}

/** False when the folder is counted as unused already. */
export async function insertUnused(
  db: DbOrTx,
  { organization_id }: Pick<Scope, 'organization_id'>,
  path: string,
) {
  const row = await db
    .insertInto('unused_folder')
    .values({ organization_id, path })
    .onConflict((conflict) => conflict.doNothing())
    .returning('path')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUnused(db: DbOrTx, { organization_id, path }: UnusedFolder): Promise<void> {
  await db
    .deleteFrom('unused_folder')
    .where('organization_id', '=', organization_id)
    .where('path', '=', path)
    .execute();
}

/**
 * Folders to remove, of every organisation: unused for a day, or for 30 days when they are a version of the warehouse
 * that was served, which people may go back to. For the upkeep of the data folder alone.
 */
export async function listUnused(db: DbOrTx): Promise<UnusedFolder[]> {
  const { rows } = await sql<UnusedFolder>`
    select u.organization_id, u.path from unused_folder u
    left join warehouse_version v on v.organization_id = u.organization_id
      and u.path = 'warehouse/' || v.organization_id || '/v' || v.version
    where u.unused_since < now() - case when v.version is null then interval '1 day' else interval '30 days' end`.execute(
    db,
  );
  return rows;
}

/** A folder not in use yet has its full time left again. */
export async function renewUnused(db: DbOrTx, { organization_id, path }: UnusedFolder): Promise<void> {
  await db
    .updateTable('unused_folder')
    .set({ unused_since: sql`now()` })
    .where('organization_id', '=', organization_id)
    .where('path', '=', path)
    .execute();
}

/** Imports cancelled or failed for good, but for those of which nothing is left, whenever they ended. */
const ENDED = sql`import i join job j on j.organization_id = i.organization_id and j.job_id = i.job_id
    where j.status in ('cancelled', 'failed') and i.options ->> 'cleared_job' is distinct from i.job_id::text`;

/** Counts as unused the uploads of imports that were cancelled, or failed for good, before they removed them. */
export async function releaseEndedUploads(db: DbOrTx): Promise<void> {
  await sql`
    insert into unused_folder (organization_id, path)
    select i.organization_id, 'staging/' || substring(i.options ->> 'staging_folder' from '[^/]+$')
    from ${ENDED} and i.options ->> 'staging_folder' is not null
    on conflict do nothing`.execute(db);
}

/** An import that ended more than a day ago: no process works on it any more. */
export interface EndedImport {
  organization_id: string;
  import_id: string;
  job_id: string;
  /** Nothing shows the files of its report. */
  unreported: boolean;
}

export async function endedImports(db: DbOrTx): Promise<EndedImport[]> {
  const { rows } = await sql<EndedImport>`
    select i.organization_id, i.import_id, i.job_id, i.report is null as unreported
    from ${ENDED} and j.finished_at < now() - interval '1 day'`.execute(db);
  return rows;
}

/** What an import left is removed, or counted as unused: it is not looked at again, unless it is done again. */
export async function sayCleared(
  db: DbOrTx,
  { organization_id, import_id, job_id }: EndedImport,
): Promise<void> {
  await sql`
    update import set options = jsonb_set(options, '{cleared_job}', to_jsonb(${job_id}::text))
    where organization_id = ${organization_id} and import_id = ${import_id} and job_id = ${job_id}`.execute(
    db,
  );
}
