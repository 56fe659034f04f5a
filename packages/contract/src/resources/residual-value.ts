import * as z from 'zod';

const share = z.number().min(0).max(1);

/** Share of its cost that an unsold unit is still worth at the project's end, by the values of a field. */
export const residualValueSchema = z
  .strictObject({
    /** null: one share for all. */
    field: z.string().min(1).max(200).nullable(),
    values: z.record(z.string().min(1).max(200), share).default({}),
    /** For products whose value is not named, or that have none. */
    other: share,
  })
  .meta({ id: 'ResidualValue' });
