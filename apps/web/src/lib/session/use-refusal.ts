import type { Project } from '@palier/contract';
import { actRefusal, lackOf, type Permission, type ProjectAct, projectState } from '@palier/domain';
import { usePermission, useSession } from './use-session.ts';

/** Why the user may not do what a permission opens, for a disabled button; null when she may. */
export function useLack(permission: Permission): string | null {
  return usePermission(permission) ? null : lackOf(permission);
}

export type StandingProject = Pick<
  Project,
  'phases' | 'end_date' | 'data_date' | 'working_phase' | 'snapshot' | 'submission_id'
>;

/** Why the user may not do an act to a project where it stands, for a disabled button; null when she may. */
export function useActRefusal(act: ProjectAct, project: StandingProject): string | null {
  const { user, permissions } = useSession();
  const held = (user && permissions[user.sub]) ?? {};
  // Without its state known, the figures are taken to be there: the server knows.
  const snapshot_version = project.snapshot?.version ?? 1;
  return actRefusal(act, projectState({ ...project, snapshot_version }), held)?.reason ?? null;
}
