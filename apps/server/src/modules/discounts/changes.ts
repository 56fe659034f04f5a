import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import type { DiscountRow } from './decision-changes.ts';

// Which lines each version of a project's decisions wrote (docs/mechanisms/catch-up.md). `takeVersion` says that there
// was a version, each statement that writes lines says which; a version that nothing is known of was written by a
// process of an earlier Palier, or is long past: then all lines are looked at.

/** A statement that writes more lines than that says « many ». */
const MANY_LINES = 1000;
/** So many versions are known at least; a copy that is further behind looks at all lines. */
const KNOWN_VERSIONS = 500;
/** Between two times that those before are forgotten. */
const FORGET_EVERY = 100;
/** Ids that are looked for one by one. */
const FEW_IDS = 2500;

type Version = Pick<ProjectScope, 'project_id'> & { version: number };

/** Says which lines a statement writes, for its `with`: those of a common table, given by its column of ids. */
export function changeSql(
  { project_id, version }: Version,
  { from, id }: { from: string; id: string },
): RawBuilder<unknown> {
  const ids = sql.raw(id);
  return sql`
    insert into discount_change (project_id, version, first_id, discount_ids)
    select ${project_id}::uuid, ${version}::bigint, c.ids[1],
      case when cardinality(c.ids) <= ${MANY_LINES} then c.ids end
    from (select array_agg(${ids}) as ids from ${sql.table(from)} b) c where c.ids is not null
    on conflict (project_id, version, first_id) do update set discount_ids = null`;
}

/** Says that a version wrote many lines. */
export async function sayMany(tx: Tx, { project_id, version }: Version): Promise<void> {
  await sql`
    insert into discount_change (project_id, version, first_id, discount_ids)
    values (${project_id}::uuid, ${version}::bigint, ${project_id}::uuid, null)`.execute(tx);
}

/** Now and then forgets what long past versions wrote. */
export async function forgetOldChanges(tx: Tx, { project_id, version }: Version): Promise<void> {
  if (version % FORGET_EVERY !== 0) return;
  await sql`
    delete from discount_change where project_id = ${project_id}::uuid
      and version <= ${version - KNOWN_VERSIONS}`.execute(tx);
}

/** The ids that were written after a version, but by `except`, in the common tables `held` and `known`; for `with`. */
const knownSql = (project: ProjectScope, since: number, except: readonly number[] = []) => sql`
  held as materialized (
    select version, ${idsBut(except)} as discount_ids from discount_change
    where project_id = ${project.project_id} and version > ${since}::bigint and version <= ${since + KNOWN_VERSIONS}::bigint
  ), known as materialized (
    select p.version as reached, p.version - ${since}::bigint = (select count(distinct version) from held)
      and not exists (select from held where discount_ids is null)
      and (select coalesce(sum(cardinality(discount_ids)), 0) from held) <= ${FEW_IDS} as is_known
    from project p where p.project_id = ${project.project_id} and p.organization_id = ${project.organization_id}
  ), ids as materialized (
    select distinct u.id from known, held, unnest(held.discount_ids) as u(id) where known.is_known
  )`;

const idsBut = (versions: readonly number[]) =>
  versions.length > 0
    ? sql`case when version <> all(${[...versions]}::bigint[]) then discount_ids else '{}'::uuid[] end`
    : sql`discount_ids`;

/** Lines written after a version, of one moment, and the version then; null: they are to be looked for among all. */
export async function fewChangedSince(
  db: DbOrTx,
  project: ProjectScope,
  since: number,
): Promise<{ reached: number; rows: DiscountRow[] | null }> {
  const { rows } = await sql<{ reached: number; is_known: boolean } & (DiscountRow | { discount_id: null })>`
    with ${knownSql(project, since)}
    select known.reached, known.is_known, d.*
    from known left join (
      select * from discount
      where project_id = ${project.project_id} and version > ${since}::bigint
        and discount_id = any(array(select id from ids))
    ) d on true`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('the project is no longer there');
  const { reached } = first;
  if (!first.is_known) return { reached, rows: null };
  return {
    reached,
    rows: rows.flatMap(({ reached: _, is_known: __, ...row }) => (row.discount_id === null ? [] : row)),
  };
}

/** The ids of the lines written after a version, but by `except`, and maybe others'; null: any. */
export async function idsChangedSince(
  db: DbOrTx,
  project: ProjectScope,
  since: number,
  except: readonly number[] = [],
): Promise<string[] | null> {
  const { rows } = await sql<{ is_known: boolean; ids: string[] }>`
    with ${knownSql(project, since, except)}
    select is_known, array(select id from ids) as ids from known`.execute(db);
  return rows[0]?.is_known ? rows[0].ids : null;
}
