import type { NewsEntry } from '@palier/contract';
import type { DbOrTx } from '../../db/database.ts';
import type { LentFacts } from '../../perimeter.ts';
import type { ProjectScope } from '../../scope.ts';
import { decidedElsewhere } from './phases.ts';
import { isStanding, presentActivity } from './present.ts';
import { activitiesById, activityLineIds } from './repository.ts';

type Act = NewsEntry['acts'][number];

/** What tells of some acts of a project whether the caller can undo them, by id. */
export async function undoableActs(
  { db, facts }: { db: DbOrTx; facts: LentFacts },
  project: ProjectScope,
  activity_ids: readonly string[],
): Promise<Map<string, Act>> {
  const acts = new Map<string, Act>();
  const rows = await activitiesById(db, project, activity_ids);
  const elsewhere = await decidedElsewhere(db, project, rows.filter(isStanding));
  for (const row of rows) {
    const { activity_id, kind, undone_by, can_undo } = presentActivity(row, elsewhere);
    const reach = await reachOfAct({ db, facts }, project, activity_id);
    acts.set(activity_id, { activity_id, kind, undone_by, can_undo, reach });
  }
  return acts;
}

async function reachOfAct(
  { db, facts }: { db: DbOrTx; facts: LentFacts },
  project: ProjectScope,
  activity_id: string,
): Promise<Act['reach']> {
  if (!project.perimeter) return 'whole';
  const line_ids = [...new Set(await activityLineIds(db, project, activity_id))];
  const own = await facts.use(project, (lines) => lines.lineIds({ line_ids }));
  return own?.length === line_ids.length ? 'whole' : 'part';
}
