import { isOver, type ProjectCalendar } from '@palier/domain';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** How far back runs and data that ended are looked for: a process that was down is caught up with. */
const LOOK_BACK = `interval '1 day'`;

export interface EndedRun {
  organization_id: string;
  job_id: string;
  kind: 'import' | 'optimization' | 'rules';
  status: 'completed' | 'failed';
  error: string | null;
  created_by: string;
  finished_at: Date;
  project_id: string | null;
  import_id: string | null;
  is_check: boolean;
}

/** Work that somebody asked and that has ended, as far as nobody told her. */
export async function endedRuns(db: Db): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun & { optimization_id: string | null }>`
    select j.organization_id, j.job_id, j.kind, j.status, j.error, j.created_by, j.finished_at, j.project_id,
      i.import_id, o.optimization_id, coalesce((i.options ->> 'check')::boolean, false) as is_check
    from job j
    join organization_user u on u.organization_id = j.organization_id and u.user_id = j.created_by
    left join import i on i.organization_id = j.organization_id and i.job_id = j.job_id
    left join optimization o on o.organization_id = j.organization_id and o.job_id = j.job_id
    where j.kind in ('import', 'optimization', 'rules') and j.status in ('completed', 'failed')
      and greatest(j.created_at, j.finished_at) > now() - ${sql.raw(LOOK_BACK)}
      and not exists (
        select 1 from news n where n.organization_id = j.organization_id and n.user_id = j.created_by
          and n.source_id = j.job_id::text
      )
    order by j.finished_at`.execute(db);
  const several = rows.flatMap((row) => (row.project_id === null ? (row.optimization_id ?? []) : []));
  const projects = await firstProjects(db, several);
  return rows.map(({ optimization_id, ...row }) => ({
    ...row,
    project_id: row.project_id ?? projects.get(optimization_id ?? '') ?? null,
  }));
}

/** A project of each optimisation. Apart from its job: what is of projects may be on other machines. */
async function firstProjects(db: Db, optimization_ids: readonly string[]): Promise<Map<string, string>> {
  if (optimization_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('optimization_project')
    .select(['optimization_id', 'project_id'])
    .where('optimization_id', 'in', optimization_ids)
    .orderBy('project_id', 'desc')
    .execute();
  return new Map(rows.map(({ optimization_id, project_id }) => [optimization_id, project_id]));
}

export interface ArrivedData {
  organization_id: string;
  project_id: string;
  version: number;
  data_date: string;
  /** The project is over: its day moves no more, whatever comes. */
  over: boolean;
  published_by: string;
  published_at: Date;
}

/** Projects whose figures are of data that arrived after they were made. */
export async function arrivedData(db: Db): Promise<ArrivedData[]> {
  const { rows: versions } = await sql<Omit<ArrivedData, 'project_id' | 'data_date' | 'over'>>`
    select organization_id, version, published_by, published_at from warehouse_version
    where restored_from is null and published_at > now() - ${sql.raw(LOOK_BACK)}`.execute(db);
  if (versions.length === 0) return [];
  const projects = await projectsOf(db, new Set(versions.map(({ organization_id }) => organization_id)));
  return projects.flatMap((project) => {
    const { organization_id, project_id, created_at, data_date, version } = project;
    const arrived = versions.find(
      (one) => one.organization_id === organization_id && one.version === version,
    );
    return arrived && arrived.published_at > created_at
      ? { ...arrived, project_id, data_date, over: isOver(project) }
      : [];
  });
}

interface ProjectData extends Pick<ProjectCalendar, 'phases' | 'end_date' | 'working_phase'> {
  organization_id: string;
  project_id: string;
  created_at: Date;
  data_date: string;
  /** Of the data that its figures are of. */
  version: number;
}

async function projectsOf(db: Db, organizations: ReadonlySet<string>): Promise<ProjectData[]> {
  const { rows } = await sql<ProjectData>`
    select organization_id, project_id, created_at, phases, end_date, working_phase, snapshot_summary ->> 'data_date' as data_date,
      (snapshot_summary ->> 'warehouse_version')::integer as version
    from project
    where organization_id = any(${[...organizations]}::text[]) and deleted_at is null
      and snapshot_summary ->> 'warehouse_version' is not null`.execute(db);
  return rows;
}

export interface Arrivals {
  organization_id: string;
  /** ISO 8601, the days on which data arrived. */
  days: string[];
  version: number;
}

/** When data arrived in each organisation. */
export async function arrivals(db: Db): Promise<Arrivals[]> {
  const { rows } = await sql<Arrivals>`
    select organization_id, array_agg(to_char(published_at at time zone 'utc', 'YYYY-MM-DD')) as days, max(version) as version
    from warehouse_version where restored_from is null group by organization_id`.execute(db);
  return rows;
}
