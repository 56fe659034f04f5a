import * as z from 'zod';
import { ROUTES, type RouteId } from '../routes/table.ts';
import { API_BASE_PATH, type Method, type RouteDefinition, UPLOADED_FILES } from '../wire/route.ts';
import type { RouteInput } from './types.ts';

/** A request ready for fetch: the address from the origin's root, and its body if any. */
export interface BuiltRequest {
  method: Method;
  /** Path and query string: `/api/projects/p1/discounts?size=30`. */
  url: string;
  /** JSON text, or a form for uploads (whose content type the browser writes). */
  body?: string | FormData;
  headers: Record<string, string>;
}

/** The address of a route's path under its base, with `{id}` replaced. @throws RangeError when a parameter is missing. */
export function routeUrl(route: RouteDefinition, params: Readonly<Record<string, unknown>> = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') throw new RangeError(`missing path parameter: ${name}`);
    return encodeURIComponent(value);
  });
  return `${route.base ?? API_BASE_PATH}${path}`;
}

/** Query values as text, by the route's codecs; undefined ones are left out. */
export function encodeQuery(
  route: RouteDefinition,
  query: Readonly<Record<string, unknown>>,
): URLSearchParams {
  const search = new URLSearchParams();
  if (!route.query) return search;
  const present = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const encoded = z.encode(route.query, present) as Record<string, string | undefined>;
  for (const [name, value] of Object.entries(encoded)) if (value !== undefined) search.set(name, value);
  return search;
}

function formData(files: readonly Blob[], fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  for (const file of files) form.append(UPLOADED_FILES, file);
  return form;
}

/** The request of a route for given values: path filled in, query encoded, body written. */
export function buildRequest<Id extends RouteId>(id: Id, input: RouteInput<Id>): BuiltRequest {
  const route: RouteDefinition = ROUTES[id];
  const given = input as { params?: unknown; query?: unknown; body?: unknown; files?: readonly Blob[] };
  const search = encodeQuery(route, (given.query ?? {}) as Record<string, unknown>).toString();
  const url =
    routeUrl(route, given.params as Record<string, unknown> | undefined) + (search ? `?${search}` : '');
  const request = { method: route.method, url, headers: {} };
  if (given.files)
    return { ...request, body: formData(given.files, (given.body ?? {}) as Record<string, unknown>) };
  if (given.body === undefined) return request;
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(given.body) };
}
