import { type Kysely, sql } from 'kysely';
import { StartError } from '../config.ts';
import type { Database, Tx } from './database.ts';
import { inTransaction } from './transaction.ts';

/** Shards of each project table: enough for a cluster of sixteen workers or so, few enough for two. */
const SHARDS = 32;

/** What `distribute` did of a table. */
export interface DistributedTable {
  table: string;
  /** False: it was spread already. */
  moved: boolean;
}

interface ForeignKey {
  table_name: string;
  name: string;
  definition: string;
  target: string;
}

/**
 * Spreads what belongs to projects over the workers of a Citus cluster, by project, in one transaction; the rest stays
 * on the coordinator. Tables spread before are left as they are.
 * @throws StartError when the database has no Citus
 */
export async function distribute(
  database: Database,
  { shards = SHARDS }: { shards?: number } = {},
): Promise<DistributedTable[]> {
  if (!(await hasCitus(database.db))) {
    throw new StartError(
      'Cette base n’a pas l’extension Citus : installez-la sur le coordinateur et les nœuds (create extension citus), puis relancez.',
    );
  }
  return inTransaction(database.db, async (tx) => {
    // One shard after the other: the transaction then sees its own changes of tables that refer to each other.
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
    const all = await projectTables(tx);
    const local = new Set(await localTables(tx));
    const moved = all.filter((table) => local.has(table));
    const keys = (await foreignKeys(tx)).filter(({ table_name }) => local.has(table_name));
    for (const { table_name, name } of keys)
      await sql`alter table ${sql.table(table_name)} drop constraint ${sql.ref(name)}`.execute(tx);
    for (const table of moved) await spread(tx, table, shards);
    // A key to a table that stays on the coordinator is left out: shards elsewhere could not check it.
    for (const { table_name, name, definition, target } of keys)
      if (all.includes(target))
        await sql`alter table ${sql.table(table_name)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
          tx,
        );
    return all.map((table) => ({ table, moved: local.has(table) }));
  });
}

/** Colocated with `project`, which comes first: what belongs to a project is on one worker. */
async function spread(tx: Tx, table: string, shards: number): Promise<void> {
  if (table === 'project')
    await sql`select create_distributed_table(${table}, 'project_id', colocate_with => 'none', shard_count => ${shards}::int)`.execute(
      tx,
    );
  else
    await sql`select create_distributed_table(${table}, 'project_id', colocate_with => 'project')`.execute(
      tx,
    );
  await sql`select truncate_local_data_after_distributing_table(${table})`.execute(tx);
}

/**
 * The tables of projects that are on the coordinator alone though projects are spread: a migration made them since, and
 * what they refer to is elsewhere.
 */
export async function strayTables({ db }: Pick<Database, 'db'>): Promise<string[]> {
  if (!(await hasCitus(db))) return [];
  const local = await localTables(db);
  return local.includes('project') ? [] : local;
}

/** @throws StartError naming the project tables that a migration left on the coordinator of a distributed database */
export async function requireDistributed(database: Database): Promise<void> {
  if (database.kind === 'pglite') return;
  const stray = await strayTables(database);
  if (stray.length === 0) return;
  throw new StartError(
    `Cette base est répartie par Citus, et des tables de projets sont restées sur le coordinateur : ${stray.join(', ')}. Lancez npm run distribute avec l’adresse de cette base, puis redémarrez.`,
  );
}

/** Whether the database has the extension. */
export async function hasCitus(db: Kysely<never> | Database['db'] | Tx): Promise<boolean> {
  const found = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return found.rows.length > 0;
}

/** Every table whose primary key begins with `project_id`, each after those that it refers to. */
async function projectTables(db: Database['db'] | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select r.relname as name
    from pg_constraint k
    join pg_class r on r.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'p' and r.relnamespace = 'public'::regnamespace and a.attname = 'project_id'
    order by r.relname <> 'project', r.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Those of them that are not spread. */
async function localTables(db: Database['db'] | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where oid in (select logicalrelid from pg_dist_partition)`.execute(
    db,
  );
  const spreadTables = new Set(rows.map(({ name }) => name));
  return (await projectTables(db)).filter((table) => !spreadTables.has(table));
}

async function foreignKeys(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select r.relname as table_name, k.conname as name, pg_get_constraintdef(k.oid) as definition, t.relname as target
    from pg_constraint k
    join pg_class r on r.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and r.relnamespace = 'public'::regnamespace
    order by r.relname, k.conname`.execute(tx);
  return rows;
}
