import { holdsPermission, type Permission, type Permissions, permissionsOf } from '@palier/domain';

/** Who asks, in which organisation, allowed what: every repository needs one. */
export interface Scope {
  readonly organization_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly permissions: Permissions;
}

/** Whether the caller has a permission; every policy asks here, by a name that exists. */
export function isAllowed({ permissions }: Scope, permission: Permission): boolean {
  return holdsPermission(permissions, permission);
}

declare const proven: unique symbol;

/**
 * A project that was found in the caller's organisation. Only the projects repository makes one, so
 * a statement on a project's tables cannot be written for a project that was not checked.
 */
export type ProjectScope = Scope & { readonly project_id: string; readonly [proven]: true };

/** For the projects repository alone, once the project's row was read within the organisation. */
export function proveProject(scope: Scope, project_id: string): ProjectScope {
  return { ...scope, project_id } as ProjectScope;
}

/** The server acting for an organisation: jobs, the demo, the command line. */
export function systemScope(organization_id: string): Scope {
  return {
    organization_id,
    user_id: 'system',
    user_name: 'Palier',
    permissions: permissionsOf('administrator'),
  };
}
