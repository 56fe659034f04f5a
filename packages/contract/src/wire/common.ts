import * as z from 'zod';

/** Identifier: a UUIDv7 of ours, or a code of the retailer's. */
export const idSchema = z.string().min(1).max(200);
/** A calendar day, YYYY-MM-DD. */
export const daySchema = z.iso.date();
/** A moment, ISO 8601 with its zone. */
export const instantSchema = z.iso.datetime({ offset: true });
/** A discount in points: 20 is 20 %. */
export const pointsSchema = z.number().min(0).max(100);
export const currencySchema = z.string().regex(/^[A-Z]{3}$/);
export const nameSchema = z.string().trim().min(1).max(200);
export const commentSchema = z.string().max(2000);
export const countSchema = z.int().min(0);

/** The answer of every list. */
export function listOf<T extends z.ZodType>(schema: T) {
  return z.object({ data: z.array(schema) });
}

export const idParams = z.object({ id: idSchema });

/** An answer without a body (204). */
export const noContent = z.undefined();
/** A file, sent as it is with content-disposition. */
export const fileContent = z.unknown();

/** What every write on a project answers: the project's new version and the activity entry to undo it by. */
export const writeReceiptSchema = z.object({
  /** Version of the project's decisions after the write. */
  version: z.int(),
  /** null when nothing changed. */
  activity_id: idSchema.nullable(),
  /** Lines that changed. */
  discount_count: countSchema,
});
export type WriteReceipt = z.infer<typeof writeReceiptSchema>;
