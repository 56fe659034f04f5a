import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import type { ActivityRow } from './repository.ts';

/** What is decided for one phase, and begins anew with the next. */
export const OF_PHASE = ['discount_pct_user', 'discount_pct_auto', 'discount_pct_opti', 'next_discount_pcts'];

/** Whether the phase that an activity was done in is the worked one: none was validated since, or it was taken back. */
export async function isOfWorkedPhase(
  db: DbOrTx,
  project: ProjectScope,
  activity_id: string,
): Promise<boolean> {
  return (await ofOtherPhases(db, project, [activity_id])).length === 0;
}

/** Of some activities those of which nothing is left to undo: all that they changed decided another phase. */
export async function decidedElsewhere(
  db: DbOrTx,
  project: ProjectScope,
  rows: readonly Pick<ActivityRow, 'activity_id'>[],
): Promise<Set<string>> {
  const others = await ofOtherPhases(
    db,
    project,
    rows.map(({ activity_id }) => activity_id),
  );
  if (others.length === 0) return new Set();
  const open = await db
    .selectFrom('activity')
    .select('activity_id')
    .where('project_id', '=', project.project_id)
    .where(sql<boolean>`activity_id = any(${others}::uuid[])`)
    .where((eb) => eb.or([changesMore('activity_line'), changesMore('activity_part')]))
    .execute();
  const left = new Set(open.map(({ activity_id }) => activity_id));
  return new Set(others.filter((id) => !left.has(id)));
}

/** Those of some activities that were done in another phase than the worked one. */
async function ofOtherPhases(
  db: DbOrTx,
  { project_id }: ProjectScope,
  activity_ids: readonly string[],
): Promise<string[]> {
  const first = activity_ids.reduce<string | null>((min, id) => (min === null || id < min ? id : min), null);
  if (first === null) return [];
  const moves = await db
    .selectFrom('activity')
    .select(['activity_id', 'kind', 'details'])
    .where('project_id', '=', project_id)
    .where('activity_id', '>', first)
    .where('kind', 'in', ['phase', 'reopening'])
    .orderBy('activity_id')
    .execute();
  if (moves.length === 0) return [];
  const { working_phase } = await db
    .selectFrom('project')
    .select('working_phase')
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow();
  return activity_ids.filter((id) => {
    const move = moves.find(({ activity_id }) => activity_id > id);
    if (!move) return false;
    return working_phase !== (move.kind === 'phase' ? move.details.phase : move.details.from_phase);
  });
}

/** Whether an activity has lines in a table of which it changed nothing that decides a phase. */
const changesMore = (table: 'activity_line' | 'activity_part') => sql<boolean>`exists (
  select from ${sql.table(table)} l
  where l.project_id = activity.project_id and l.activity_id = activity.activity_id and not (${sql.join(
    OF_PHASE.map(
      (column) => sql`coalesce(l.old_values -> ${sql.lit(column)}, 'null') is distinct from
        coalesce(l.new_values -> ${sql.lit(column)}, 'null')`,
    ),
    sql` or `,
  )}))`;
