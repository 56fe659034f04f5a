import { routePaths } from 'virtual:route-paths';
import type { RouteId, RouteInput } from '@palier/contract';
import { type BuiltRequest, buildRequest } from '@palier/contract/client';
import type { Coverage, Permission } from '@palier/domain';

/** The request of a route of the contract: every call of the application starts here. */
export function requestOf<Id extends RouteId>(id: Id, input: RouteInput<Id>): BuiltRequest {
  return buildRequest(routePaths, id, input);
}

/** The permissions that open a route, any of them; null when every member may call it. */
export function permissionsOfRoute(id: RouteId): readonly Permission[] | null {
  return routePaths[id]?.[3] ?? null;
}

/** What the caller's perimeter must hold whole for a route; undefined when it answers what is within. */
export function coverageOfRoute(id: RouteId): Coverage | undefined {
  return routePaths[id]?.[4];
}
