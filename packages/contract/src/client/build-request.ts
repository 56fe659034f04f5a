import type { RouteId } from '../routes/table.ts';
import { type Method, UPLOADED_FILES } from '../wire/route.ts';
import type { RoutePaths } from './route-paths.ts';
import type { RouteInput } from './types.ts';

declare const built: unique symbol;

/** A request ready for fetch: its address from the origin's root, and its body if any. Only `buildRequest` makes one. */
export interface BuiltRequest {
  readonly [built]: true;
  readonly method: Method;
  /** Path and query string: `/api/projects/p1/discounts?size=30`. */
  readonly url: string;
  /** JSON text, or a form for uploads (whose content type the browser writes). */
  readonly body?: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts that any route's input may have. */
interface AnyInput {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  files?: readonly Blob[];
}

/** A path with its `{parameters}` filled in. @throws RangeError when one is missing */
function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') throw new RangeError(`missing path parameter: ${name}`);
    return encodeURIComponent(value);
  });
}

/** A query value as the route's codec reads it: lists by commas, other structures as JSON, the rest as text. */
function queryText(value: unknown, isList: boolean): string {
  if (isList && Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function queryString(query: Readonly<Record<string, unknown>>, lists: readonly string[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, queryText(value, lists.includes(name)));
  const text = search.toString();
  return text && `?${text}`;
}

function formOf(files: readonly Blob[], fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  for (const file of files) form.append(UPLOADED_FILES, file);
  return form;
}

/** The request of a route for given values: path filled in, query encoded, body written; undefined values are left out. */
export function buildRequest<Id extends RouteId>(
  paths: RoutePaths,
  id: Id,
  input: RouteInput<Id>,
): BuiltRequest {
  const [method, path, lists = []] = paths[id];
  const { params = {}, query = {}, body, files } = input as AnyInput;
  const url = fillPath(path, params) + queryString(query, lists);
  const request = { method, url, headers: {} } as BuiltRequest;
  if (files) return { ...request, body: formOf(files, Object(body ?? {})) };
  if (body === undefined) return request;
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
