import type { Project } from '@palier/contract';
import {
  actRefusal,
  lackOf,
  type Permission,
  type Permissions,
  type ProjectAct,
  projectState,
} from '@palier/domain';
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
  return refusalOf(act, project, useHeld());
}

/** The same for an act on several projects at once, which the refusal of one stops: it is said of which. */
export function useRefusalAmong(
  act: ProjectAct,
  projects: readonly (StandingProject & Pick<Project, 'shortName'>)[],
): string | null {
  const held = useHeld();
  for (const project of projects) {
    const reason = refusalOf(act, project, held);
    if (reason) return projects.length > 1 ? `« ${project.shortName} » : ${reason}` : reason;
  }
  return null;
}

function useHeld(): Permissions {
  const { user, permissions } = useSession();
  return (user && permissions[user.sub]) ?? {};
}

function refusalOf(act: ProjectAct, project: StandingProject, held: Permissions): string | null {
  // Without its state known, the figures are taken to be there: the server knows.
  const snapshot_version = project.snapshot?.version ?? 1;
  const state = projectState({ ...project, snapshot_version });
  const { reach, snapshot } = project;
  return actRefusal(act, state, held, { reach, lack: snapshot?.lacks ?? null })?.reason ?? null;
}
