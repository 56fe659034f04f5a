import type { Coverage } from '@palier/domain';
import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PolicyName, Right } from './policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** json: a body as `response` says. file: a download. events: a stream of server-sent events. none: 204. text: as is. */
export type AnswerKind = 'json' | 'file' | 'events' | 'text' | 'none';

/** One route of the API: its schema is its validation, its types, its documentation. */
export interface RouteDefinition {
  method: Method;
  /** Under /api unless `base` says otherwise; parameters in braces. */
  path: string;
  /** '' for the few routes that stand outside /api. */
  base?: '';
  /** What it does, in one French sentence. */
  summary: string;
  tag: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body may be left out. */
  body_optional?: boolean;
  response: z.ZodType;
  /** Status of success; 200 by default. */
  status?: 200 | 201 | 202 | 204;
  answer?: AnswerKind;
  /** The body is a form with files in the field `uploadedFiles`; `body` describes its other fields. */
  multipart?: boolean;
  /** Whose things it reaches. */
  permission: PolicyName;
  /**
   * What it acts on or sums whole: somebody whose perimeter does not hold all of it is refused. Left out: it answers
   * what is within the caller's perimeter.
   */
  covers?: Coverage;
  /** What the caller must be allowed: the server's guard asks it of every route, and nothing calls without. */
  right: Right;
  /** Errors it may answer, besides those of every route. */
  errors: readonly ErrorCode[];
  /** Requirement it fulfils; null for the routes that are ours. */
  requirement: string | null;
}

/** Errors that every route may answer. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'too_many_requests',
  'internal',
  'unavailable',
  'facts_missing',
];

export const API_BASE_PATH = '/api';
/** The form field that holds uploaded files. */
export const UPLOADED_FILES = 'uploadedFiles';

/** Keeps a table's exact types (ids, schemas) while checking its shape. */
export function defineRoutes<const T extends Record<string, RouteDefinition>>(routes: T): T {
  return routes;
}
