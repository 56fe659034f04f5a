import type { Insertable, Selectable } from 'kysely';
import { actTime, playedTime } from '../../../clock.ts';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { PhaseApprovalTable } from '../../../db/tables/project-tables.ts';
import { isId } from '../../../ids.ts';
import type { ProjectScope } from '../../../scope.ts';

export type ApprovalRow = Selectable<PhaseApprovalTable>;

/** Submissions kept in sight. */
const MAX_LISTED = 30;

/** The submissions of a project, the latest first. */
export async function listApprovals(db: DbOrTx, project: ProjectScope): Promise<ApprovalRow[]> {
  return db
    .selectFrom('phase_approval')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .orderBy('approval_id', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

export async function findApproval(
  db: DbOrTx,
  project: ProjectScope,
  approval_id: string,
): Promise<ApprovalRow | undefined> {
  if (!isId(approval_id)) return undefined;
  return db
    .selectFrom('phase_approval')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .where('approval_id', '=', approval_id)
    .executeTakeFirst();
}

export async function insertApproval(
  tx: Tx,
  project: ProjectScope,
  approval: Omit<Insertable<PhaseApprovalTable>, 'project_id' | 'submitted_by' | 'submitted_name'>,
): Promise<void> {
  await tx
    .insertInto('phase_approval')
    .values({
      ...approval,
      project_id: project.project_id,
      submitted_by: project.user_id,
      submitted_name: project.user_name,
      submitted_at: playedTime(),
    })
    .execute();
}

/** What came of a submission, by the caller. */
export interface Decision {
  decision: NonNullable<ApprovalRow['decision']>;
  word: string | null;
  /** In whose name. */
  for_user_id?: string | null;
  for_name?: string | null;
}

export async function decideApproval(
  tx: Tx,
  project: ProjectScope,
  approval_id: string,
  { decision, word, for_user_id = null, for_name = null }: Decision,
): Promise<void> {
  await tx
    .updateTable('phase_approval')
    .set({
      ...{ decision, decision_word: word, for_user_id, for_name },
      ...{ decided_by: project.user_id, decided_name: project.user_name, decided_at: actTime() },
    })
    .where('project_id', '=', project.project_id)
    .where('approval_id', '=', approval_id)
    .execute();
}
