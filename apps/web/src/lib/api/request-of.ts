import { routePaths } from 'virtual:route-paths';
import type { RouteId, RouteInput } from '@palier/contract';
import { type BuiltRequest, buildRequest } from '@palier/contract/client';

/** The request of a route of the contract: every call of the application starts here. */
export function requestOf<Id extends RouteId>(id: Id, input: RouteInput<Id>): BuiltRequest {
  return buildRequest(routePaths, id, input);
}
