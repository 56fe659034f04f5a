import type * as z from 'zod';

/**
 * The shape of a schema that describes a type of the domain: every field of the type and no other, each of its kind.
 * `z.object({ … } satisfies Shape<Line>)` stops compiling when the type gains, loses or renames a field.
 */
export type Shape<T> = {
  [K in keyof T]-?: z.ZodType<undefined extends T[K] ? T[K] | undefined : T[K]>;
};
