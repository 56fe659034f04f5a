import { groupLeader } from '@palier/domain';
import type { Tx } from '../../../db/database.ts';
import type { Scope } from '../../../scope.ts';
import { listProjects, proveListed, updateProject } from '../repository.ts';

/** Gives a group that lost its leader the first of the others by name. */
export async function settleLeader(tx: Tx, scope: Scope, project_group_id: string): Promise<void> {
  const members = (await listProjects(tx, scope)).filter((row) => row.project_group_id === project_group_id);
  const leader = groupLeader(members);
  if (leader && !leader.is_project_group_leader)
    await updateProject(tx, proveListed(scope, leader), { is_project_group_leader: true });
}
