import { sql } from 'kysely';
import type { DbOrTx } from '../../../db/database.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { ForecastSource } from '../../engine/index.ts';

export interface KeptPhase {
  project_phase: number;
  source: ForecastSource;
  from_date: string;
  /** The day after the last one. */
  to_date: string;
}
export interface KeptLine {
  discount_id: string;
  discount_pct: number;
  /** The rate that its price stands at, in points: the discount, but for a label with an ending. */
  rate_pct: number;
  sales_qty: number;
  sales_qty_p10: number;
  sales_qty_p90: number;
}

/** Rows sent to the database in one statement, so that other requests come in between. */
const BATCH = 5000;

/** Keeps what a phase is expected to sell; what was kept before stays. */
export async function keepPhaseForecast(
  db: DbOrTx,
  project: ProjectScope,
  { project_phase, source, from_date, to_date }: KeptPhase,
  lines: readonly KeptLine[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += BATCH) {
    await sql`
      insert into phase_forecast (project_id, project_phase, source, from_date, to_date, discount_id, discount_pct,
        real_pct, sales_qty, sales_qty_p10, sales_qty_p90)
      select ${project.project_id}::uuid, ${project_phase}::integer, ${source}, ${from_date}::date, ${to_date}::date,
        discount_id, discount_pct, nullif(rate_pct, discount_pct), sales_qty, sales_qty_p10, sales_qty_p90
      from jsonb_to_recordset(${JSON.stringify(lines.slice(at, at + BATCH))}::jsonb) as l(discount_id uuid,
        discount_pct integer, rate_pct double precision, sales_qty real, sales_qty_p10 real, sales_qty_p90 real)
      on conflict do nothing`.execute(db);
  }
}

/** The phases whose forecast is kept, in order. */
export async function keptPhases(db: DbOrTx, project: ProjectScope): Promise<KeptPhase[]> {
  const { rows } = await sql<KeptPhase>`
    select project_phase, min(source) as source, min(from_date)::text as from_date, max(to_date)::text as to_date
    from phase_forecast where project_id = ${project.project_id}
    group by project_phase order by project_phase`.execute(db);
  return rows;
}

export async function keptLines(
  db: DbOrTx,
  project: ProjectScope,
  project_phase: number,
): Promise<KeptLine[]> {
  return db
    .selectFrom('phase_forecast')
    .select(['discount_id', 'discount_pct', 'sales_qty', 'sales_qty_p10', 'sales_qty_p90'])
    .select((eb) => eb.fn.coalesce('real_pct', 'discount_pct').as('rate_pct'))
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', project_phase)
    .execute();
}
