import type { Project } from '@palier/contract';
import { actRefusal, lackOf, type Permission, type ProjectAct, projectState } from '@palier/domain';
import { useOutside } from './perimeter.ts';
import { usePermission, useSession } from './use-session.ts';

/** Why the user may not do what a permission opens, for a disabled button; null when she may. */
export function useLack(permission: Permission): string | null {
  return usePermission(permission) ? null : lackOf(permission);
}

/** The same for an act on all that the organisation has, which somebody with a perimeter may not do. */
export function useOrganizationLack(permission: Permission): string | null {
  const lack = useLack(permission);
  const outside = useOutside('organization');
  return lack ?? outside;
}

export type StandingProject = Pick<
  Project,
  'phases' | 'end_date' | 'data_date' | 'working_phase' | 'snapshot' | 'submission_id' | 'reach'
>;

/** Why the user may not do an act to a project where it stands, for a disabled button; null when she may. */
export function useActRefusal(act: ProjectAct, project: StandingProject): string | null {
  const { user, permissions } = useSession();
  const held = (user && permissions[user.sub]) ?? {};
  // Without its state known, the figures are taken to be there: the server knows.
  const snapshot_version = project.snapshot?.version ?? 1;
  const state = projectState({ ...project, snapshot_version });
  const { reach, snapshot } = project;
  return actRefusal(act, state, held, { reach, lack: snapshot?.lacks ?? null })?.reason ?? null;
}
