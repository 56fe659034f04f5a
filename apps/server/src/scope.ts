import type { FactsView } from '@palier/analytics';
import {
  holdsPermission,
  type Perimeter,
  type Permission,
  type Permissions,
  perimeterQuery,
  permissionsOf,
} from '@palier/domain';

/** Who asks, in which organisation, allowed what: every repository needs one. */
export interface Scope {
  readonly organization_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly permissions: Permissions;
  /** What of the organisation she reaches; missing: all of it. Never one that narrows nothing. */
  readonly perimeter?: Perimeter | null;
}

/** Whether the caller has a permission; every policy asks here, by a name that exists. */
export function isAllowed({ permissions }: Scope, permission: Permission): boolean {
  return holdsPermission(permissions, permission);
}

/** What the facts are for a caller; null: all of them. Lent by `Facts.use`, the one place where it is asked. */
export function viewOf(scope: Scope): FactsView | null {
  const view = { within: perimeterQuery(scope.perimeter ?? null), costs: isAllowed(scope, 'canSeeCosts') };
  return view.within === null && view.costs ? null : view;
}

/** A caller who knows costs for a computation, within her perimeter: what she is answered must tell none. */
export function knowingCosts<T extends Scope>(scope: T): T {
  return { ...scope, permissions: { ...scope.permissions, canSeeCosts: true } };
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

const SYSTEM = 'system';

/** Whether a job asks, and no person. */
export const isSystem = ({ user_id }: Pick<Scope, 'user_id'>): boolean => user_id === SYSTEM;

/** The server acting for an organisation: jobs, the demo, the command line. */
export function systemScope(organization_id: string): Scope {
  return {
    organization_id,
    user_id: SYSTEM,
    user_name: 'Palier',
    permissions: permissionsOf('administrator'),
  };
}
