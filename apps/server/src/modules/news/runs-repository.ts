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
  const { rows } = await sql<EndedRun>`
    select j.organization_id, j.job_id, j.kind, j.status, j.error, j.created_by, j.finished_at, i.import_id,
      coalesce((i.options ->> 'check')::boolean, false) as is_check,
      coalesce(j.project_id, (
        select r.project_id from optimization o join optimization_project r
          on r.optimization_id = o.optimization_id
        where o.organization_id = j.organization_id and o.job_id = j.job_id limit 1
      )) as project_id
    from job j
    join organization_user u on u.organization_id = j.organization_id and u.user_id = j.created_by
    left join import i on i.organization_id = j.organization_id and i.job_id = j.job_id
    where j.kind in ('import', 'optimization', 'rules') and j.status in ('completed', 'failed')
      and greatest(j.created_at, j.finished_at) > now() - ${sql.raw(LOOK_BACK)}
      and not exists (
        select 1 from news n where n.organization_id = j.organization_id and n.user_id = j.created_by
          and n.source_id = j.job_id::text
      )
    order by j.finished_at`.execute(db);
  return rows;
}

export interface ArrivedData {
  organization_id: string;
  project_id: string;
  version: number;
  data_date: string;
  published_by: string;
  published_at: Date;
}

/** Projects whose figures are of data that arrived after they were made. */
export async function arrivedData(db: Db): Promise<ArrivedData[]> {
  const { rows } = await sql<ArrivedData>`
    select p.organization_id, p.project_id, w.version, p.snapshot_summary ->> 'data_date' as data_date,
      w.published_by, w.published_at
    from project p join warehouse_version w on w.organization_id = p.organization_id
      and w.version = (p.snapshot_summary ->> 'warehouse_version')::integer
    where p.deleted_at is null and w.published_at > p.created_at and w.restored_from is null
      and w.published_at > now() - ${sql.raw(LOOK_BACK)}`.execute(db);
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
