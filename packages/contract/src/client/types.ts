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

/** Lists are only read: a caller may give those it may not change. */
type ReadonlyLists<T> = {
  [K in keyof T]: T[K] extends (infer Item)[] | null | undefined
    ? readonly (Item extends (infer Inner)[] ? readonly Inner[] : Item)[] | Exclude<T[K], unknown[]>
    : T[K];
};

/** Decoded values: a filter is a tree, a size a number; the client turns them into text. */
type Part<R, K> = K extends 'body'
  ? ReadonlyLists<Given<R, K>>
  : K extends 'files'
    ? readonly Blob[]
    : ReadonlyLists<Parsed<R, K & string>>;
type PartName = 'params' | 'query' | 'body' | 'files';

/** Parts that a route has, and those of them that may be left out. */
type OwnPart<R> =
  | (R extends { params: z.ZodType } ? 'params' : never)
  | (R extends { query: z.ZodType } ? 'query' : never)
  | (R extends { body: z.ZodType } ? 'body' : never)
  | (R extends { multipart: true } ? 'files' : never);
type OptionalPart<R> =
  | (R extends { query: z.ZodType }
      ? Record<never, never> extends Parsed<R, 'query'>
        ? 'query'
        : never
      : never)
  | (R extends { body: z.ZodType; body_optional: true } ? 'body' : never);

/**
 * What a caller of a route gives. Written by keys, not as a choice of shapes for each part: the shapes of all routes
 * together would be more unions than TypeScript takes.
 */
export type RouteInput<Id extends RouteId> = {
  [K in Exclude<OwnPart<Routes[Id]>, OptionalPart<Routes[Id]>>]: Part<Routes[Id], K>;
} & { [K in OptionalPart<Routes[Id]>]?: Part<Routes[Id], K> } & {
  [K in Exclude<PartName, OwnPart<Routes[Id]>>]?: undefined;
};

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
