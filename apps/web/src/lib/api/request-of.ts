import { routePaths } from 'virtual:route-paths';
import type { RouteId, RouteInput } from '@palier/contract';
import type { QueryValue, RequestOptions } from './transport.ts';

/** The parts that any route's input may have. */
type AnyInput = {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  files?: readonly Blob[];
};

/** A query value as the contract writes it: lists by commas, trees as JSON, the rest as text. */
function queryValue(value: unknown): QueryValue {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' ? JSON.stringify(value) : (value as QueryValue);
}

function formOf(files: readonly Blob[], fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) form.set(name, String(value));
  }
  for (const file of files) form.append('uploadedFiles', file);
  return form;
}

/** The request of a route: path filled in, query and body written as its schema reads them. */
export function requestOf<Id extends RouteId>(id: Id, input: RouteInput<Id>): RequestOptions {
  const [method, pattern] = routePaths[id];
  const { params = {}, query = {}, body, files } = input as AnyInput;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return {
    method,
    path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, queryValue(value)])),
    body: files ? formOf(files, body) : body,
  };
}
