import * as z from 'zod';

type Strict<S extends z.ZodRawShape> = z.ZodObject<S, z.core.$strict>;
type Seen<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<z.ZodUnknown> };

/** Any of some fields as the API answered them. */
function seenOf<S extends z.ZodRawShape>({ shape }: Strict<S>) {
  const fields = Object.keys(shape).map((name) => [name, z.unknown().optional()]);
  return z
    .strictObject(Object.fromEntries(fields) as Seen<S>)
    .optional()
    .describe('Ce qui a été lu de ces champs ; si l’un n’est plus ainsi, 409 et rien n’est enregistré.');
}

/**
 * The body of a change, with what its author had read of it: `seen`, any of its fields as the API answered them. Where
 * one stands otherwise since, the change is refused (409 changed_meanwhile); left out, it takes the place of whatever
 * stands.
 */
export function withSeen<S extends z.ZodRawShape>(body: Strict<S>) {
  const id = body.meta()?.id;
  const changed = body.extend({ seen: seenOf(body) });
  return id === undefined ? changed : changed.meta({ id: `${id}Seen` });
}

/** The body of a deletion, with what its author had read of what this body changes; left out, whatever stands is deleted. */
export function onlySeen<S extends z.ZodRawShape>(body: Strict<S>) {
  return z.strictObject({ seen: seenOf(body) });
}

/** What stands in the place of what was seen: the details of 409 changed_meanwhile. */
export interface ChangedMeanwhile {
  /** Who changed it; null when it is not known. */
  by: string | null;
  /** What stands now, of the fields that are no longer as they were seen. */
  now: Record<string, unknown>;
}
