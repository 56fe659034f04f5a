import type { RouteDefinition } from '../wire/route.ts';
import { ACTIVITY_ROUTES } from './activity-routes.ts';
import { APPROVAL_ROUTES } from './approval-routes.ts';
import { DISCOUNT_ROUTES } from './discount-routes.ts';
import { GROUP_ROUTES } from './group-routes.ts';
import { IMPORT_ROUTES } from './import-routes.ts';
import { LESSON_ROUTES } from './lesson-routes.ts';
import { LOOKUP_ROUTES } from './lookup-routes.ts';
import { MEMBER_ROUTES } from './member-routes.ts';
import { NEWS_ROUTES } from './news-routes.ts';
import { OPTIMIZATION_ROUTES } from './optimization-routes.ts';
import { PRICE_ROUTES } from './price-routes.ts';
import { PROJECT_ROUTES } from './project-routes.ts';
import { RULE_ROUTES } from './rule-routes.ts';
import { SERIES_ROUTES } from './series-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { VIEW_ROUTES } from './view-routes.ts';

/** Every route of the API by its id, « resource.action ». */
export const ROUTES = {
  ...SESSION_ROUTES,
  ...PROJECT_ROUTES,
  ...ACTIVITY_ROUTES,
  ...GROUP_ROUTES,
  ...APPROVAL_ROUTES,
  ...DISCOUNT_ROUTES,
  ...PRICE_ROUTES,
  ...OPTIMIZATION_ROUTES,
  ...VIEW_ROUTES,
  ...RULE_ROUTES,
  ...LOOKUP_ROUTES,
  ...IMPORT_ROUTES,
  ...SERIES_ROUTES,
  ...MEMBER_ROUTES,
  ...LESSON_ROUTES,
  ...NEWS_ROUTES,
} as const;

export type Routes = typeof ROUTES;
export type RouteId = keyof Routes;

/** Routes that the server does not carry out yet: it answers 501 to them, and the document says so. */
export const NOT_IMPLEMENTED: ReadonlySet<RouteId> = new Set<RouteId>();

/** A route with its id, and whether the server carries it out. */
export interface Route extends RouteDefinition {
  id: RouteId;
  implemented: boolean;
}

/** The table as a list, in the order of the document. */
export const ROUTE_LIST: readonly Route[] = Object.entries(ROUTES).map(([id, route]) => ({
  ...route,
  id: id as RouteId,
  implemented: !NOT_IMPLEMENTED.has(id as RouteId),
}));
