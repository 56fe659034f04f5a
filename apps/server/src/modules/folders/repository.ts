import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { Scope } from '../../scope.ts';

export type UnusedFolder = { organization_id: string; path: string };

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

/** Folders unused for longer than a day, of every organisation: for the upkeep of the data folder alone. */
export function listUnused(db: DbOrTx): Promise<UnusedFolder[]> {
  return db
    .selectFrom('unused_folder')
    .select(['organization_id', 'path'])
    .where(sql<boolean>`unused_since < now() - interval '1 day'`)
    .execute();
}

/** Counts as unused the uploads of imports that were cancelled, or failed for good, before they removed them. */
export async function releaseEndedUploads(db: DbOrTx): Promise<void> {
  await sql`
    insert into unused_folder (organization_id, path)
    select i.organization_id, 'staging/' || substring(i.options ->> 'staging_folder' from '[^/]+$')
    from import i join job j on j.organization_id = i.organization_id and j.job_id = i.job_id
    where j.status in ('cancelled', 'failed') and j.finished_at > now() - interval '2 days'
      and i.options ->> 'staging_folder' is not null
    on conflict do nothing`.execute(db);
}
