import type { Coverage, Permission } from '@palier/domain';
import * as z from 'zod';
import { ROUTE_LIST, type RouteId } from '../routes/table.ts';
import { permissionsFor } from '../wire/policy.ts';
import { isListParam } from '../wire/query-params.ts';
import { API_BASE_PATH, type Method } from '../wire/route.ts';

/**
 * Where a route is, from the origin's root, which of its query parameters are comma-separated lists, the permissions
 * that open it, any of them (none: every member), and what its caller's perimeter must hold whole.
 */
export type RoutePath = readonly [
  method: Method,
  path: string,
  lists?: readonly string[],
  permissions?: readonly Permission[] | null,
  covers?: Coverage,
];

/** The table of routes as a client needs it to write requests: no schemas, so that a browser need not load them. */
export type RoutePaths = Readonly<Record<RouteId, RoutePath>>;

/** The table's paths, out of its schemas. */
export function routePaths(): RoutePaths {
  const paths = ROUTE_LIST.map(({ id, method, base, path, query, right, covers }): [RouteId, RoutePath] => {
    const lists = Object.entries(query?.shape ?? {}).flatMap(([name, type]) =>
      type instanceof z.ZodType && isListParam(type) ? [name] : [],
    );
    const address = `${base ?? API_BASE_PATH}${path}`;
    const permissions = permissionsFor(right);
    if (covers) return [id, [method, address, lists, permissions, covers]];
    if (permissions) return [id, [method, address, lists, permissions]];
    return [id, lists.length > 0 ? [method, address, lists] : [method, address]];
  });
  return Object.fromEntries(paths) as RoutePaths;
}
