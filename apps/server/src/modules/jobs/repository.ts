import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { JobTable } from '../../db/tables/organization-tables.ts';
import type { Scope } from '../../scope.ts';

export type JobRow = Selectable<JobTable> & { subject_id: string | null };
export type NamedJobRow = JobRow & { project_name: string | null };

const MAX_JOBS = 50;

function jobs(db: DbOrTx, scope: Scope) {
  return db
    .selectFrom('job as j')
    .leftJoin('import as i', (join) =>
      join.onRef('i.organization_id', '=', 'j.organization_id').onRef('i.job_id', '=', 'j.job_id'),
    )
    .leftJoin('optimization as o', (join) =>
      join.onRef('o.organization_id', '=', 'j.organization_id').onRef('o.job_id', '=', 'j.job_id'),
    )
    .selectAll('j')
    .select(sql<string | null>`coalesce(i.import_id, o.optimization_id)`.as('subject_id'))
    .where('j.organization_id', '=', scope.organization_id);
}

/** The organisation's jobs, running or recent; series record themselves, nobody asked for them. */
export async function listJobs(db: DbOrTx, scope: Scope): Promise<NamedJobRow[]> {
  const rows = await jobs(db, scope)
    .where('j.kind', '<>', 'series')
    .orderBy('j.job_id', 'desc')
    .limit(MAX_JOBS)
    .execute();
  const names = await projectNames(
    db,
    rows.flatMap(({ project_id }) => project_id ?? []),
  );
  return rows.map((row) => ({ ...row, project_name: names.get(row.project_id ?? '') ?? null }));
}

/** Apart from their jobs: a join would ask every shard for every project. */
async function projectNames(db: DbOrTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('project')
    .select(['project_id', 'name'])
    .where('project_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ project_id, name }) => [project_id, name]));
}

export async function findJob(db: DbOrTx, scope: Scope, job_id: string): Promise<JobRow | undefined> {
  return jobs(db, scope).where('j.job_id', '=', job_id).executeTakeFirst();
}

/** Which jobs are meant: of one kind, or all but those of some projects. */
export interface WhichJobs {
  kind?: JobRow['kind'];
  but?: readonly string[];
}

/** How many jobs of an organisation are still to end. */
export async function openJobs(
  db: DbOrTx,
  scope: Scope,
  { kind, but = [] }: WhichJobs = {},
): Promise<number> {
  let query = db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', scope.organization_id)
    .where('status', 'in', ['requested', 'running']);
  if (kind) query = query.where('kind', '=', kind);
  if (but.length > 0)
    query = query.where((eb) => eb.or([eb('project_id', 'is', null), eb('project_id', 'not in', [...but])]));
  return Number((await query.executeTakeFirstOrThrow()).count);
}
