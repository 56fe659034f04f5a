import type * as z from 'zod';
import type { RouteId, Routes } from '../routes/table.ts';

type Parsed<R, K extends string> = K extends keyof R
  ? R[K] extends z.ZodType
    ? z.output<R[K]>
    : undefined
  : undefined;
type Given<R, K extends string> = K extends keyof R
  ? R[K] extends z.ZodType
    ? z.input<R[K]>
    : undefined
  : undefined;

type ParamsPart<R> = R extends { params: z.ZodType }
  ? { params: Parsed<R, 'params'> }
  : { params?: undefined };
/** Decoded values: a filter is a tree, a size a number; the client turns them into text. */
type QueryPart<R> = R extends { query: z.ZodType }
  ? Record<never, never> extends Parsed<R, 'query'>
    ? { query?: Parsed<R, 'query'> }
    : { query: Parsed<R, 'query'> }
  : { query?: undefined };
type BodyPart<R> = R extends { body: z.ZodType }
  ? R extends { body_optional: true }
    ? { body?: Given<R, 'body'> }
    : { body: Given<R, 'body'> }
  : { body?: undefined };
type FilesPart<R> = R extends { multipart: true } ? { files: readonly Blob[] } : { files?: undefined };

/**
 * What a caller of a route gives. The condition has it worked out route by route: the parts of all routes together
 * would be more unions than TypeScript takes.
 */
export type RouteInput<Id extends RouteId> = Id extends RouteId
  ? ParamsPart<Routes[Id]> & QueryPart<Routes[Id]> & BodyPart<Routes[Id]> & FilesPart<Routes[Id]>
  : never;

/** What a handler of a route receives once its request is parsed. */
export interface ParsedRequest<Id extends RouteId> {
  params: Parsed<Routes[Id], 'params'>;
  query: Parsed<Routes[Id], 'query'>;
  body: Routes[Id] extends { body_optional: true }
    ? Parsed<Routes[Id], 'body'> | undefined
    : Parsed<Routes[Id], 'body'>;
}

/** What a route answers when all went well. */
export type RouteOutput<Id extends RouteId> = Parsed<Routes[Id], 'response'>;
