import { sql } from 'kysely';
import { StartError } from '../config.ts';
import { installationOf, refuseUsed, tablesInOrder } from './copy.ts';
import type { Database, DbOrTx } from './database.ts';
import { migrate } from './migrate.ts';
import { inTransaction } from './transaction.ts';

/** What a base bears, as the comment of a table that each has, while a command fills it. */
const MARK = 'palier: being filled';

/** Whether a command began to fill this base and has not ended. */
async function isUnfinished(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ mark: string | null }>`
    select obj_description(to_regclass('installation'), 'pg_class') as mark`.execute(db);
  return rows[0]?.mark === MARK;
}

/** @throws StartError when a command that fills this base is at work, or was interrupted */
export async function refuseUnfinished({ db }: Database): Promise<void> {
  if (!(await isUnfinished(db))) return;
  throw new StartError(
    '« npm run move » ou « npm run restore » n’a pas fini de remplir cette base : attendez la fin de la commande ou, si elle a été interrompue, relancez-la.',
  );
}

/** Whether the whole of one base was copied into another before, by a command that had nothing more to do there. */
export async function isCopyOf(from: Database, to: Database): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('installation') as found`.execute(
    to.db,
  );
  if (rows[0]?.found == null || (await isUnfinished(to.db))) return false;
  return (await installationOf(from.db)) === (await installationOf(to.db));
}

/**
 * Fills an empty base, brought to a schema (the latest one by default) before: no server starts on it until
 * `endFilling`, or until it is empty again because `fill` failed and left nothing. What an interrupted command had put
 * there is removed first: nobody has worked with it.
 * @throws CopyRefused when the base is in use: nothing of it is touched
 */
export async function fillBase<T>(database: Database, fill: () => Promise<T>, schema?: string): Promise<T> {
  await dropUnfinished(database);
  await refuseUsed(database.db, await tablesInOrder(database.db));
  await migrate(database, schema);
  await sql`comment on table installation is ${sql.lit(MARK)}`.execute(database.db);
  try {
    return await fill();
  } catch (error) {
    // A base that does not answer any more keeps its mark: the command that is run again begins by removing it.
    await endFilling(database).catch(() => {});
    throw error;
  }
}

/** The base is whole: servers may start on it. */
export async function endFilling({ db }: Database): Promise<void> {
  await sql`comment on table installation is null`.execute(db);
}

async function dropUnfinished({ db }: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isUnfinished(tx))) return;
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(tx);
    for (const { name } of rows) await sql`drop table ${sql.table(name)} cascade`.execute(tx);
  });
}
